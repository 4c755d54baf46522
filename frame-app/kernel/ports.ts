import type { User } from '@vitrine/shared/api/client-user.ts'
import type { FrameArgument, FrameResult } from '@vitrine/shared/bridge/methods.ts'
import type { Vendor } from '@vitrine/shared/captcha/provider.ts'
import type { SolanaChain } from '@vitrine/shared/chains/solana-clusters.ts'
import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import type { ErrorCode } from '@vitrine/shared/errors/codes.ts'
import type { LoginMethod, Way } from '@vitrine/shared/login/registry.ts'
import type { Authorization } from '@vitrine/shared/wallet/sign-authorization.ts'
import type { TypedData } from '@vitrine/shared/wallet/sign-typed-data.ts'
import type * as z from 'zod/mini'
import type { SendUiOptions, SignUiOptions } from '../approval/ui-options.ts'
import type {
  Address,
  CallBatch,
  CallStatus,
  EthereumChain,
  EthereumNetworks,
  EthereumTransactionInput,
  Hex,
  WatchedAsset,
} from '../chains/ethereum/ports.ts'
import type { SendOptions, SolanaNetworks } from '../chains/solana/ports.ts'
import type { Appearance } from '../config/appearance.ts'
import type { EffectiveConfig } from '../config/effective.ts'
import type { EmbeddedWallet, HeldWallet } from '../session/held-wallet.ts'
import type { WalletSigner } from '../wallet/signer.ts'
import type { RecoveryPurpose, WalletRecovery } from '../wallet/wallet-recovery.ts'

/**
 * What the kernel offers the screens. Screens import these types and get the one value by React context; they never reach
 * into the kernel's modules, and the kernel never imports a screen but through `ui/mount.tsx` on demand.
 */

/** A value with subscribers; fits `useSyncExternalStore`. */
export interface ReadableStore<T> {
  get(): T
  subscribe(listener: () => void): () => void
}

export type SessionSnapshot =
  | { readonly status: 'anonymous' }
  | { readonly status: 'authenticated'; readonly user: User; readonly wallets: readonly HeldWallet[] }

/** `link`: a further way to log in. `update`: another address or number in the place of the present one. */
interface LinkScreenRequest<Kind extends 'link' | 'update'> {
  readonly id: string
  readonly kind: Kind
  readonly way: Way
  /** Fills the field; the person still presses Continue. */
  readonly prefill: string
}

/** An approval of what a wallet's key is to do. */
interface Approval<Kind extends string> {
  readonly id: string
  readonly kind: Kind
  readonly wallet: HeldWallet
}

/** EIP-712. The chain is the domain's, where it names one. */
interface TypedDataRequest extends Approval<'sign-typed-data'> {
  readonly typedData: TypedData
  /** EIP-155: what the asking provider is on. Absent: what the page's first one is on. */
  readonly chainId?: number
  readonly uiOptions: SignUiOptions
}

/** `chainId`: EIP-155. The frame has it from the provider's chain, never from the transaction alone. */
interface SignTransactionRequest extends Approval<'sign-transaction'> {
  readonly chainId: number
  readonly transaction: EthereumTransactionInput
  readonly uiOptions: SignUiOptions
}

interface SendTransactionRequest extends Approval<'send-transaction'> {
  readonly chainId: number
  readonly transaction: EthereumTransactionInput
  readonly uiOptions: SendUiOptions
}

/** EIP-5792 without atomicity: one after another, in this order. At least one call. */
interface SendCallsRequest extends Approval<'send-calls'> {
  readonly chainId: number
  readonly calls: readonly EthereumTransactionInput[]
  readonly uiOptions: SendUiOptions
}

/** EIP-7702: the account lends itself the code at `contract`. `chainId` 0 means every chain. */
interface AuthorizationRequest extends Approval<'sign-authorization'> {
  readonly authorization: { readonly contract: Address; readonly chainId: number; readonly nonce: number }
  readonly uiOptions: SignUiOptions
}

/** Whole transactions as the site made them, at least one. `send`: each is also broadcast and followed. */
interface SolanaTransactionRequest extends Approval<'solana-transaction'> {
  readonly chain: SolanaChain
  readonly transactions: readonly Uint8Array[]
  readonly mode: 'sign' | 'send'
  readonly options: SendOptions
  readonly uiOptions: SendUiOptions
}

/** EIP-747: whether the wallet is to show a token. What is known of it comes from its contract. */
interface WatchAssetRequest {
  readonly id: string
  readonly kind: 'watch-asset'
  readonly chain: EthereumChain
  readonly asset: WatchedAsset
  readonly name: string | null
  /** The owner's, in the smallest unit or in pieces. */
  readonly balance: bigint | null
}

/** EIP-5792: what became of calls that the page asked for. Nothing is asked of the person. */
interface ShowCallsRequest {
  readonly id: string
  readonly kind: 'show-calls'
  readonly batch: CallBatch
  readonly chain: EthereumChain
  /** One for each call; they change while the screen is open. */
  readonly statuses: ReadableStore<readonly CallStatus[]>
}

/** Asks for the recovery passcode of the on-device wallets, which this device has no share of. */
interface RecoverRequest {
  readonly id: string
  readonly kind: 'recover'
}

/** Asks for a new recovery passcode. */
interface SetRecoveryRequest {
  readonly id: string
  readonly kind: 'set-recovery'
  readonly purpose: RecoveryPurpose
}

/** A person's attention, asked for by a call of the page. Shown one after another, in the order they came. */
export type ScreenRequest =
  | { readonly id: string; readonly kind: 'login'; readonly options: NonNullable<FrameArgument<'login'>> }
  | { readonly id: string; readonly kind: 'account' }
  | LinkScreenRequest<'link'>
  | LinkScreenRequest<'update'>
  | {
      readonly id: string
      readonly kind: 'unlink'
      readonly account: User['linkedAccounts'][number]
    }
  | {
      readonly id: string
      readonly kind: 'sign-message'
      readonly wallet: HeldWallet
      readonly message: string
      readonly encoding: 'utf-8' | 'hex'
      readonly uiOptions: NonNullable<FrameArgument<'signMessage'>['uiOptions']>
    }
  | TypedDataRequest
  | SignTransactionRequest
  | SendTransactionRequest
  | SendCallsRequest
  | AuthorizationRequest
  | ShowCallsRequest
  | WatchAssetRequest
  | RecoverRequest
  | SetRecoveryRequest
  | SolanaTransactionRequest

export type ScreenResult<K extends ScreenRequest['kind']> = {
  login: FrameResult<'login'>
  account: undefined
  link: { readonly user: User }
  update: { readonly user: User }
  unlink: { readonly user: User }
  'sign-message': { readonly signature: string }
  'show-calls': undefined
  'watch-asset': undefined
  recover: undefined
  'set-recovery': { readonly wallet: EmbeddedWallet }
  'sign-typed-data': { readonly signature: Hex }
  'sign-transaction': { readonly signedTransaction: Hex }
  'send-transaction': { readonly hash: Hex }
  /** Fewer hashes than calls: the next call could not be sent, and the person left it there. */
  'send-calls': { readonly hashes: readonly Hex[] }
  'sign-authorization': { readonly authorization: Authorization }
  /** In the order of the request. The first signature of each is its identity on chain. */
  'solana-transaction': { readonly signed: readonly Uint8Array[] }
}[K]

export interface Screens {
  /** The request on show, or `null` when the dialog is closed. */
  readonly current: ReadableStore<ScreenRequest | null>
  resolve<K extends ScreenRequest['kind']>(
    request: Extract<ScreenRequest, { kind: K }>,
    result: ScreenResult<K>,
  ): void
  /** The person left: login → `exited_auth_flow`, link and unlink → `exited_link_flow`, update → `exited_update_flow`, signing → `user_rejected` (EIP-1193 4001), account → resolves. */
  dismiss(request: ScreenRequest): void
  reject(request: ScreenRequest, code: ErrorCode, message: string): void
  /** Tells the shell the dialog's accessible name, which is the title of the screen on show. */
  setTitle(title: string): void
}

/**
 * HTTP for login methods, each of which brings its own paths, bodies and schemas (`login/<slug>/<slug>-api.ts`). Paths
 * are below `/api/v1`. Every call rejects with `VitrineError`; an aborted signal rejects with the signal's reason.
 */
export interface Calls {
  /** Without a session, e.g. `init`. */
  post<T>(path: string, body: object, answer: z.ZodMiniType<T>, signal: AbortSignal): Promise<T>
  /** As the logged-in user: access token and a proof of the device's key. */
  postAuthorized<T>(path: string, body: object, answer: z.ZodMiniType<T>, signal: AbortSignal): Promise<T>
  /**
   * An `authenticate` or `register` path, whose answer begins the session: when this resolves it is stored and `session`
   * has changed. The proof binds the session to this device's key from its first moment.
   */
  authenticate(path: string, body: object, way: Way, signal: AbortSignal): Promise<FrameResult<'login'>>
  /**
   * `token` of an init body: proves that a person is there. `undefined` where the app's captcha is off. One token is good
   * for one call, so ask right before it. Rejects with `captcha_failure`, `captcha_timeout`, `captcha_disabled`.
   */
  captchaToken(signal: AbortSignal): Promise<string | undefined>
  /** A path that answers with the changed user, e.g. `link`, `unlink`, `update`; `session` has it when this resolves. */
  changeUser(path: string, body: object, signal: AbortSignal): Promise<User>
}

/** A captcha that runs, as the card shows it. */
export interface CaptchaCheck {
  readonly id: number
  /** A vendor's; `null` for work that needs neither a frame nor a person. */
  readonly widget: CaptchaWidget | null
}

/** A captcha vendor's document, to be shown in a sandboxed frame. */
export interface CaptchaWidget {
  readonly vendor: Vendor
  readonly url: string
  /** Its origin is not the wallet's, so the sandbox may leave it that. */
  readonly keepsOrigin: boolean
  /** Whether a person has something to do there; until then it stays unseen. */
  readonly needsPerson: boolean
  /** Takes a message that came from the window of that frame and no other. */
  receive(origin: string, data: unknown): void
}

/** Every function rejects with `VitrineError`; an aborted signal rejects with the signal's reason. */
export interface Operations {
  readonly calls: Calls
  /** POST /users/me/accept_terms. */
  acceptTerms(signal: AbortSignal): Promise<User>
  /**
   * Creates the wallets that the config creates on login; idempotent; resolves at once when there is nothing to make.
   * Rejects with `embedded_wallet_password_unconfirmed` when it takes a recovery passcode, which comes with the next call.
   */
  createWalletsOnLogin(signal: AbortSignal, passcode?: string): Promise<void>
  /** Signs through the server's signer with the device's authorization signature. */
  signMessage(
    request: Extract<ScreenRequest, { kind: 'sign-message' }>,
    signal: AbortSignal,
  ): Promise<{ readonly signature: string }>
  /** What a person approved, performed with the wallet's key wherever that is. */
  readonly perform: WalletSigner['perform']
  /** Opens the on-device wallets on this device by itself, where that takes nothing of the person. */
  readonly openHere: WalletRecovery['openHere']
  /** Opens the on-device wallets on this device by the recovery passcode. */
  readonly recover: WalletRecovery['recover']
  /** Sets the recovery passcode of the on-device wallets, or makes the first of them with it. */
  readonly setRecovery: WalletRecovery['setRecovery']
  logout(scope: 'device' | 'all-devices'): Promise<void>
}

/** A text in the frame origin's storage. */
export interface KeptText {
  read(): string | null
  write(text: string): void
}

export interface Kernel {
  readonly app: AppConfig
  /** The pinned origin: the only name of the site that a screen may show. */
  readonly hostOrigin: string
  readonly config: ReadableStore<EffectiveConfig>
  readonly appearance: ReadableStore<Appearance>
  /** BCP 47 tag of the site's choice; `null`: the browser's languages count. */
  locale(): string | null
  /** What the person last logged in with on this device, for a hint. */
  lastLogin(): Way | null
  /** What a login method keeps on this device for this app; it outlives a logout. */
  keptBy(method: LoginMethod): KeptText
  readonly session: ReadableStore<SessionSnapshot>
  readonly screens: Screens
  readonly captcha: ReadableStore<readonly CaptchaCheck[]>
  readonly operations: Operations
  /** The app's Ethereum chains; their code comes with the first use. @throws VitrineError `service_unavailable` */
  ethereum(): Promise<EthereumNetworks>
  /** The app's Solana clusters, likewise. @throws VitrineError `service_unavailable` */
  solana(): Promise<SolanaNetworks>
}
