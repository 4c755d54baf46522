import { wayOfAccount } from '@vitrine/shared/account/login-facts.ts'
import type { User } from '@vitrine/shared/api/client-user.ts'
import { initResponse, issuedAt } from '@vitrine/shared/api/wallet-sign-in.ts'
import type { FrameResult } from '@vitrine/shared/bridge/methods.ts'
import { entryOf, type LoginMethod, SMART_WALLET } from '@vitrine/shared/login/registry.ts'
import type { SignInParts, SignInPurpose } from '@vitrine/shared/wallet/sign-in-message.ts'
import { withCaptcha } from '../captcha/with-captcha.ts'
import type { ChainType } from '../external-wallets/ports.ts'
import type { SmartWallet } from '../requests/link/request.ts'
import type { Calls } from '../session/calls.ts'
import type { StepUpBody } from '../step-up/step-up.ts'
import type { Reached } from './choice.ts'
import type { SignedMessage } from './flow.ts'

/** The login that a wallet of the chain proves (contract §2.3). @throws TypeError when there is none */
export function methodOf(chainType: ChainType): LoginMethod {
  const way = wayOfAccount({ type: 'wallet', chainType })
  if (!way) throw new TypeError(`There is no login by a wallet of ${chainType}`)
  return way.method
}

export interface NonceRequest {
  readonly chainType: ChainType
  readonly address: string
  readonly purpose: SignInPurpose
  /** Who is logged in; `null` for a login. */
  readonly userId: string | null
}

/**
 * POST /siwe/init or /siws/init.
 * @returns a nonce that the signer made for this device, address and purpose, and when: this device's clock may be wrong
 * @throws VitrineError `unknown_auth_error`: it is not the signer's, or another device's
 */
export async function fetchNonce(
  calls: Calls,
  { chainType, address, purpose, userId }: NonceRequest,
  signal: AbortSignal,
): Promise<Pick<SignInParts, 'nonce' | 'issuedAt'>> {
  const method = methodOf(chainType)
  const path = `${entryOf(method).path}/init`
  const {
    nonce,
    expires_at: expiresAt,
    signature,
  } = await withCaptcha(calls, signal, token => {
    const body = { address, purpose, token }
    return purpose === 'login'
      ? calls.postProven(path, body, initResponse, signal)
      : calls.postAuthorized(path, body, initResponse, signal)
  })
  const device = await calls.device()
  // Else the server could have a wallet sign in another device, whose nonce this is.
  await calls.requireNonce(
    { kind: 'sign-in-nonce', device, method, address, purpose, userId, nonce, expiresAt },
    signature,
  )
  return { nonce, issuedAt: issuedAt(expiresAt) }
}

/** POST /siwe/authenticate or /siws/authenticate. */
export const authenticateWallet = (
  calls: Calls,
  proof: WalletProof,
  disableSignup: boolean,
  signal: AbortSignal,
): Promise<FrameResult<'login'>> => {
  const way = wayOf(proof)
  const mode = disableSignup ? 'no-signup' : 'login-or-sign-up'
  return calls.authenticate(
    `${entryOf(way.method).path}/authenticate`,
    { ...bodyOf(proof), mode },
    way,
    signal,
  )
}

/** POST /siwe/link or /siws/link: adds the wallet to who is logged in. */
export const linkWallet = (
  calls: Calls,
  proof: WalletProof,
  stepUp: StepUpBody,
  signal: AbortSignal,
): Promise<User> => {
  const way = wayOf(proof)
  const body = { ...bodyOf(proof), ...stepUp }
  return calls.addAccount(`${entryOf(way.method).path}/link`, body, { purpose: 'link', way }, signal)
}

/** POST /siwe/link_smart_wallet: adds a contract, for whose address the wallet signed (EIP-1271). It is no way to log in. */
export const linkSmartWallet = (
  calls: Calls,
  { signed: { message, signature }, smartWallet }: WalletProof & { readonly smartWallet: SmartWallet },
  stepUp: StepUpBody,
  signal: AbortSignal,
): Promise<User> => {
  const { method, account } = SMART_WALLET
  const { type, version } = smartWallet
  const body = {
    ...{ message, signature, smart_wallet_type: type },
    ...(version !== undefined && { smart_wallet_version: version }),
    ...stepUp,
  }
  const path = entryOf(method).path + account.linkedBy
  return calls.addAccount(path, body, { purpose: 'link', way: { method } }, signal)
}

export interface WalletProof {
  readonly reached: Reached
  readonly signed: SignedMessage
}

const wayOf = ({ reached }: WalletProof) => ({ method: methodOf(reached.connection.chainType) })

function bodyOf({ reached: { connection }, signed }: WalletProof) {
  const { walletClientType, connectorType, chainType } = connection
  const { message, signature, messageType, chainId } = signed
  return {
    message,
    signature,
    walletClientType,
    connectorType,
    ...(chainType === 'solana' ? { message_type: messageType } : { chainId: `eip155:${chainId}` }),
  }
}
