import type { User } from '@vitrine/shared/api/client-user.ts'
import type { FrameEvents, FrameMethodName, FrameResult } from '@vitrine/shared/bridge/methods.ts'
import type { FundWalletResult } from '@vitrine/shared/funding/fund-wallet.ts'
import type { LinkName } from '@vitrine/shared/login/registry.ts'
import type { MfaMethod } from '@vitrine/shared/mfa/methods.ts'
import type { Wallet } from '@vitrine/shared/wallet/wallet.ts'
import type { Examined } from './doctor.ts'
import type { EthereumProvider } from './ethereum.ts'
import type {
  AccountOptions,
  AccountReference,
  ConnectWalletOptions,
  CreateWalletOptions,
  DelegateOptions,
  FundWalletOptions,
  ImportWalletOptions,
  InlineOptions,
  LinkOptions,
  LoginCodeOptions,
  LoginOptions,
  LogoutOptions,
  RevokeOptions,
  SendOptions,
  SignMessageRequest,
  SignOptions,
  TransactionRequest,
  TypedDataRequest,
} from './method-options.ts'
import type { SolanaWallet } from './solana.ts'
import type { VitrineState } from './state.ts'

/** Who has logged in, and how. */
export type LoginResult = FrameResult<'login'>

/** Payloads by event name. `undefined`: the event says it all. */
export interface VitrineEvents {
  /** The frame is connected; again after each `connectionLost` that it recovers from. */
  ready: undefined
  /** Somebody has logged in, or was already when `login` was called; with what the method resolves with. */
  login: FrameEvents['login']
  /** The session has ended, here or elsewhere. */
  logout: null
  /** Also with each login and logout. */
  userChanged: { readonly user: User | null }
  /** Also of a wallet that a login makes. */
  walletCreated: FrameEvents['walletCreated']
  /** Those of `state.wallets` now. */
  walletsChanged: { readonly wallets: readonly Wallet[] }
  /** The dialog is on screen. */
  open: undefined
  /** It is no more. */
  close: undefined
  /** The error, and the step that failed: `ready`, `restore`, `createWallet`, `customAuth`, or `login` or `link` after a return from a provider. */
  error: FrameEvents['error']
  /** The frame was loaded again; calls that were in flight, but for reads, have been rejected with `connection_lost`. */
  connectionLost: { readonly reason: string }
  /** How far the wallet is with following `config.customAuth`; `login` and `logout` tell what came of it. */
  customAuth: FrameEvents['customAuth']
  /** How far a login, a link or an update is; `flow` is a login method's slug. Nothing of what a person typed. */
  flowStatus: FrameEvents['flowStatus']
  /** The person has left a funding, completed or not; with the wallet's balance then, where a node told it. */
  fundingExited: FrameEvents['fundingExited']
  /** An option that is wrong, unknown or without effect; it is on the console, too. */
  configWarning: FrameEvents['configWarning']
  /**
   * With `config.mfa.noPromptOnMfaRequired`: a call was refused (`missing_or_invalid_mfa`) for want of one of these second factors.
   * `promptMfa()` asks for it; then the call can be made again.
   */
  mfaRequired: FrameEvents['mfaRequired']
}

/** Methods whose code comes with the first use, in `later.ts`. */
export const RARE_METHODS = ['linkWithCustomJwt', 'fetch', 'showInline', 'revokeWallets'] as const

/** Methods of the frame that a page calls as they are, in the order that compresses best; the others of `Vitrine` are written out in `create-vitrine.ts`. */
export const PASSED_METHODS = [
  'createWallet',
  'delegateWallet',
  'login',
  'promptMfa',
  'fundWallet',
  'enrollMfa',
  'unenrollMfa',
  'unlink',
  'update',
  'importWallet',
  'exportWallet',
  'connectWallet',
  'getLoginCode',
  'setWalletRecovery',
  'setActiveWallet',
  'logout',
  'openAccount',
] as const satisfies readonly FrameMethodName[]

/**
 * What `createVitrine` returns. Every method returns a promise and rejects with `VitrineError`: why there is no frame, `not_ready` before
 * the first `ready` while nobody knows, `connection_lost` when the frame was loaded again meanwhile, `instance_destroyed` after `destroy()`, or the
 * frame's own error. While the frame is loaded again, methods wait for it.
 */
export interface Vitrine {
  /**
   * Resolves when the frame is connected and the session restored; rejects with what to do when it cannot be. It is another
   * promise once a frame has come after that.
   */
  readonly ready: Promise<void>
  /** Frozen; a new object for each change. */
  readonly state: VitrineState
  /** Calls `listener` after each change of `state`; fits React's `useSyncExternalStore`. */
  subscribe(listener: () => void): () => void
  /** Calls `listener` at each such event; returns what ends that. */
  on<E extends keyof VitrineEvents>(event: E, listener: (payload: VitrineEvents[E]) => void): () => void

  /** Opens the login dialog; resolves after wallets that the config creates on login exist. */
  login(options?: LoginOptions): Promise<LoginResult>
  /** Logs this device out at once, or all devices after asking the person. */
  logout(options?: LogoutOptions): Promise<void>
  /** Opens the account, at its home or at one of its parts. Resolves when it is closed. */
  openAccount(options?: AccountOptions): Promise<void>
  /**
   * From now on the login and the account are shown in this element of the page instead of above it, in its width and in a
   * height that they choose. It opens nothing itself: `login` and `openAccount` do. All that a person approves is shown above the
   * page as ever. One element at a time: the last one counts. Resolves once the wallet knows; ends by `signal`, and with what was
   * shown there dismissed.
   */
  showInline(element: HTMLElement, options?: InlineOptions): Promise<void>
  /** Adds a way to log in to who is logged in; `method` as in `loginMethods`, e.g. `sms` or `passkey`. */
  link(method: LinkName, options?: LinkOptions): Promise<{ user: User }>
  /**
   * `link('custom-jwt')` with this JWT of the page's own login, where there is no `config.customAuth` to ask. The person is
   * asked; who is logged in stays.
   */
  linkWithCustomJwt(jwt: string): Promise<{ user: User }>
  /** Removes one of `user.linkedAccounts`, which may be given as it is. The last one stays. */
  unlink(account: AccountReference): Promise<{ user: User }>
  /** Asks the person for another email address or phone number in the place of the present one. */
  update(kind: 'email' | 'phone'): Promise<{ user: User }>
  /** Makes a wallet for who is logged in. Rejects with `embedded_wallet_already_exists` where there is one and no further was asked for. */
  createWallet(options?: CreateWalletOptions): Promise<Wallet>
  /**
   * Has the person bring in a wallet that they have elsewhere, in this page or on their phone, logged in or not. It is the first
   * of `state.wallets` then, and asked for what is signed with it. Nobody is logged in by it: that is `login`.
   */
  connectWallet(options?: ConnectWalletOptions): Promise<{ wallet: Wallet }>
  /** Puts that one of `state.wallets` before the others of its chain; `ethereum` and `solana` go by it. Rejects with `not_found`. */
  setActiveWallet(wallet: { readonly address: string }): Promise<void>
  /**
   * Has the person choose a recovery, which opens their on-device wallets on a new device; it holds for all of them. Rejects with
   * `user_exited_set_password_flow` when they leave, `not_supported` where the server holds the keys,
   * `embedded_wallet_recovery_already_exists` where the only one on offer is the cloud that has it already.
   */
  setWalletRecovery(options?: { readonly address?: string }): Promise<Wallet>
  /**
   * Has the person bring in a key that they have elsewhere. They type it in the wallet's own frame; no page sees it. Rejects with
   * `user_rejected` when they leave.
   */
  importWallet(options: ImportWalletOptions): Promise<Wallet>
  /** Shows the person the key of a wallet, in the wallet's own frame; by default of the first. Resolves when they have left it. */
  exportWallet(options?: { readonly address?: string }): Promise<void>
  /**
   * Has the person bring money to a wallet of theirs: by card, from an exchange, from a wallet that they have elsewhere, or to its
   * address. Resolves with `cancelled` when they leave, with the method where one was begun. Rejects with `not_supported` ("Wallet
   * funding is not enabled"), `unsupported_chain_id`, `embedded_wallet_not_found` for an address that is none of theirs,
   * `invalid_data`. A purchase that the page lost by a reload is taken up again by the next call.
   */
  fundWallet(funding: {
    readonly address: string
    readonly options?: FundWalletOptions
  }): Promise<FundWalletResult>
  /**
   * Has the person add second factors, which their wallet takes from then on. They type and see all of it in the wallet's own frame.
   * Rejects with `mfa_canceled` when they leave, `not_supported` where the app's `mfa_methods` are empty.
   */
  enrollMfa(): Promise<{ user: User }>
  /**
   * Asks the person to take one of their second factors away, which takes a proof of one. Rejects with `mfa_canceled` when they keep it,
   * `missing_mfa_enrollment` where they have none of this kind.
   */
  unenrollMfa(method: MfaMethod): Promise<{ user: User }>
  /**
   * Has the person prove a second factor, unless they did in the last five minutes. The proof stays in the frame. Rejects with
   * `mfa_canceled`, `mfa_timeout`, `mfa_verification_max_attempts_reached`, and with `missing_mfa_enrollment` where they have none.
   */
  promptMfa(): Promise<void>
  /**
   * Asks the person to let a key of the app's own use the wallet, within the policy that the app's operator registered for it. Without
   * `signers` it is the app's only key for the chain. Rejects with `user_rejected` when they refuse, `not_supported` for a wallet
   * whose key is elsewhere, `invalid_data` for a key or a policy that is not there, `resource_conflict` when they have agreed before.
   */
  delegateWallet(options: DelegateOptions): Promise<{ user: User }>
  /**
   * Asks the person to end what they have delegated: all of it, or that of one wallet or key. Resolves at once where there is
   * nothing. Rejects with `user_rejected` when they keep it.
   */
  revokeWallets(options?: RevokeOptions): Promise<{ user: User }>
  /** Asks the person to sign an EIP-191 message; by default with the first Ethereum wallet. */
  signMessage(request: SignMessageRequest, options?: SignOptions): Promise<{ signature: string }>
  /** Asks the person to sign typed data (EIP-712); by default with the first Ethereum wallet. */
  signTypedData(request: TypedDataRequest, options?: SignOptions): Promise<{ signature: string }>
  /** Signs and does not send. Both fields have the whole signed transaction, RLP as hex. */
  signTransaction(
    request: TransactionRequest,
    options?: SignOptions,
  ): Promise<{ signature: string; signedTransaction: string }>
  /** Resolves once a node has taken the transaction; `ethereum` tells by `message` events what becomes of it. */
  sendTransaction(request: TransactionRequest, options?: SendOptions): Promise<{ hash: string }>
  /** A one-time code, valid 60 s, that only the app's backend can redeem. */
  getLoginCode(options?: LoginCodeOptions): Promise<string>
  /**
   * `fetch` with the person's access token, which the frame adds: for backends whose origin the app's `fetch_origins` have.
   * `signal` ends it before and after the headers. Cookies, caches and redirects have no part in it. Rejects with
   * `VitrineError`, or with the signal's reason.
   */
  fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response>

  /**
   * What this page, its server and the browser do to the wallet: a check for each thing that it needs, with what to change.
   * It can be asked at any time, also where `ready` never came or has rejected.
   */
  doctor(): Promise<Examined>

  /** EIP-1193 provider of the first Ethereum wallet. Its requests wait for the frame. */
  readonly ethereum: EthereumProvider
  /** Wallet Standard wallet, from `ready` on; `undefined` in an app without Solana. */
  readonly solana: SolanaWallet | undefined
  /** A provider of one wallet alone, on a chain of its own; one for each address. Its requests too wait. */
  getEthereumProvider(options?: { readonly address?: string }): Promise<EthereumProvider>

  /**
   * Removes the frame and every listener, once each `createVitrine` that returned this instance has had its call, and 200 ms later.
   * Of the script tag's at once.
   */
  destroy(): void
}
