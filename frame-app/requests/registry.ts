import { account } from './account/request.ts'
import { connectWallet } from './connect-wallet/request.ts'
import { delegateWallet } from './delegate-wallet/request.ts'
import { enrollMfa } from './enroll-mfa/request.ts'
import { exportWallet } from './export-wallet/request.ts'
import { fundWallet } from './fund-wallet/request.ts'
import { importWallet } from './import-wallet/request.ts'
import type { RequestRules } from './kind.ts'
import { link } from './link/request.ts'
import { logOutEverywhere } from './log-out-everywhere/request.ts'
import { login } from './login/request.ts'
import { promptMfa } from './prompt-mfa/request.ts'
import { recover } from './recover/request.ts'
import { releaseDevice } from './release-device/request.ts'
import { sendCalls } from './send-calls/request.ts'
import { sendTransaction } from './send-transaction/request.ts'
import { setRecovery } from './set-recovery/request.ts'
import { showCalls } from './show-calls/request.ts'
import { signAuthorization } from './sign-authorization/request.ts'
import { signMessage } from './sign-message/request.ts'
import { signTransaction } from './sign-transaction/request.ts'
import { signTypedData } from './sign-typed-data/request.ts'
import { solanaTransaction } from './solana-transaction/request.ts'
import { startVault } from './start-vault/request.ts'
import { unenrollMfa } from './unenroll-mfa/request.ts'
import { unlink } from './unlink/request.ts'
import { update } from './update/request.ts'
import { watchAsset } from './watch-asset/request.ts'

/**
 * Every kind of request for a person's attention: the one list. A kind that is not here, or under another name than its
 * own, cannot be asked for: the call does not compile.
 */
export const REQUESTS = {
  login,
  account,
  'connect-wallet': connectWallet,
  'log-out-everywhere': logOutEverywhere,
  link,
  update,
  unlink,
  'sign-message': signMessage,
  'sign-typed-data': signTypedData,
  'sign-transaction': signTransaction,
  'send-transaction': sendTransaction,
  'send-calls': sendCalls,
  'sign-authorization': signAuthorization,
  'solana-transaction': solanaTransaction,
  'watch-asset': watchAsset,
  'show-calls': showCalls,
  recover,
  'release-device': releaseDevice,
  'set-recovery': setRecovery,
  'delegate-wallet': delegateWallet,
  'import-wallet': importWallet,
  'export-wallet': exportWallet,
  'fund-wallet': fundWallet,
  'start-vault': startVault,
  'enroll-mfa': enrollMfa,
  'unenroll-mfa': unenrollMfa,
  'prompt-mfa': promptMfa,
}

export type Kind = keyof typeof REQUESTS

/** A person's attention, asked for by a call of the page. Shown one after another, in the order they came. */
export type ScreenRequest = {
  [K in Kind]: (typeof REQUESTS)[K] extends RequestRules<
    infer Request extends { readonly id: string; readonly kind: K },
    infer _
  >
    ? Request
    : never
}[Kind]

export type RequestOf<K extends Kind> = Extract<ScreenRequest, { kind: K }>

export type ScreenResult<K extends Kind> = K extends Kind
  ? (typeof REQUESTS)[K] extends RequestRules<infer _, infer Result>
    ? Result
    : never
  : never
