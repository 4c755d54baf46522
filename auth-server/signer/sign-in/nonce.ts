import { chainTypeOf, type provenBy } from '@vitrine/shared/account/login-facts.ts'
import { SIGN_IN_LIFETIME_MS } from '@vitrine/shared/api/wallet-sign-in.ts'
import type { Custody } from '../custody.ts'
import { signStatement } from '../identity.ts'
import { CLOCK_SKEW_MS } from '../issue-code.ts'
import type { SignerRequest, SignerResponse } from '../operations.ts'
import { SignerRefusal } from '../refusal.ts'
import { type BegunSignIn, sealStatement } from '../seal.ts'

/**
 * Makes the nonce of a message that a wallet of the person's is asked to sign, and signs it for the device, whose frame puts no
 * other one before a wallet.
 * @throws SignerRefusal `invalid_request` when it would live longer than five minutes, or not until a whole second
 */
export function issueNonce(
  custody: Custody,
  { method, address, ...begun }: SignerRequest<'issueNonce'>,
): SignerResponse<'issueNonce'> {
  const { appId, device, purpose, userId, expiresAt } = begun
  if (expiresAt > custody.now() + SIGN_IN_LIFETIME_MS + CLOCK_SKEW_MS || expiresAt % 1000 !== 0) {
    throw new SignerRefusal('invalid_request', 'A nonce lives five minutes at most, until a whole second.')
  }
  const nonce = signInNonce(custody, { ...begun, subject: subjectOf(method, address) })
  const said = { appId, device, method, address, purpose, userId, nonce, expiresAt: expiresAt / 1000 }
  return { nonce, signature: signStatement(custody, { kind: 'sign-in-nonce', ...said }) }
}

export type WalletMethod = ReturnType<typeof provenBy<'message'>>[number]

/** A wallet's account, by its address as it is written. */
export const subjectOf = (method: WalletMethod, address: string): string =>
  chainTypeOf(method) === 'solana' ? `solana:${address}` : `ethereum:${address.toLowerCase()}`

/**
 * The one nonce (EIP-4361) of a sign-in: nobody else can make it, so that a message which was signed for another site, by another
 * person's device, for another wallet or at another time has none that is asked for here.
 * @returns 16 bytes, hex: an EIP-4361 nonce has letters and digits alone
 */
export function signInNonce({ keyring }: Pick<Custody, 'keyring'>, begun: BegunSignIn): string {
  const { appId, nonceId, device, subject, purpose, userId, expiresAt } = begun
  const statement = {
    kind: 'sign-in',
    ...{ appId, nonceId, device, subject, purpose, userId, expiresAt },
  } as const
  return Buffer.from(sealStatement(keyring.challenge, statement), 'base64url').subarray(0, 16).toString('hex')
}
