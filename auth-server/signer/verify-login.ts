import { randomBytes } from 'node:crypto'
import { CODE_TRIES } from '@vitrine/shared/login/email.ts'
import type { Custody } from './custody.ts'
import { provenKey } from './dpop-proof.ts'
import type { SignerRequest, SignerResponse } from './operations.ts'
import { isSealOf, sealStatement } from './seal.ts'

type Refused = Extract<SignerResponse<'verifyLogin'>, { ok: false }>

/**
 * Checks a login and vouches for what follows from it:
 * 1. The DPoP proof holds: it tells the device key.
 * 2. The code is right, has not expired by this process's clock, and had fewer than five wrong guesses here.
 * 3. The account that the database knows for this identity carries the signer's own seal.
 *
 * A repeated call with the right code succeeds: that a code is used once is the database's part.
 */
export async function verifyLogin(
  custody: Custody,
  request: SignerRequest<'verifyLogin'>,
): Promise<SignerResponse<'verifyLogin'>> {
  const now = custody.now()
  const device = await provenKey(request.dpop, now)
  if (!device) return refused('dpop')

  const code = checkCode(custody, request, now)
  if (code) return refused(code)

  const { appId, channel, address } = request.issued
  // A user id of the caller's choice would let it log in as the owner of any wallet.
  const userId = request.account?.userId ?? `user_${randomBytes(18).toString('base64url')}`
  const account = { kind: 'account', appId, channel, address, userId } as const
  if (request.account && !isSealOf(custody.keyring.accountSeal, account, request.account.seal)) {
    return refused('account')
  }

  const statement = { kind: 'device', appId, userId, publicKey: device.publicKey } as const
  return {
    ok: true,
    userId,
    accountSeal: sealStatement(custody.keyring.accountSeal, account),
    device: { ...device, seal: sealStatement(custody.keyring.deviceSeal, statement) },
  }
}

/** Synchronous from the count to the verdict: parallel guesses cannot all see the same count. */
function checkCode(
  { keyring, wrongGuesses }: Custody,
  { issued, code }: SignerRequest<'verifyLogin'>,
  now: number,
): Refused['reason'] | null {
  const { appId, channel, address, codeId, expiresAt, digest } = issued
  if (wrongGuesses.count(codeId, now) >= CODE_TRIES) return 'tries'
  const statement = { kind: 'code', appId, channel, address, codeId, expiresAt, code } as const
  if (!isSealOf(keyring.otp, statement, digest)) {
    wrongGuesses.add(codeId, now)
    return 'code'
  }
  return expiresAt <= now ? 'expired' : null
}

const refused = (reason: Refused['reason']): Refused => ({ ok: false, reason })
