import type { FrameArgument, FrameResult } from '@vitrine/shared/bridge/methods.ts'
import type { ReturnedLogin } from '@vitrine/shared/bridge/returned-login.ts'
import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import type { EthereumNetworks } from '../chains/ethereum/ports.ts'
import type { SolanaNetworks } from '../chains/solana/ports.ts'
import type { ReadableStore } from '../core/store.ts'
import type { Connected, ExternalWallets } from '../external-wallets/ports.ts'
import type { LiveConfig } from '../kernel/live-config.ts'
import type { Notices } from '../kernel/notices.ts'
import type { Calls } from '../session/calls.ts'
import type { SessionSnapshot } from '../session/session.ts'
import type { SignerIdentity } from '../session/signer-identity.ts'
import type { WalletOperations } from '../wallet/operations.ts'
import type { Asked } from './kind.ts'
import type { Place } from './queue.ts'
import type { Kind, RequestOf, ScreenResult } from './registry.ts'

/** Asks a person: shows the request's screen when its turn comes, or in the `place` of its call, and settles when there is a result. */
export interface Shows {
  show<K extends Kind>(request: Asked<RequestOf<K>>, place?: Place): Promise<ScreenResult<K>>
}

/** Has a request of the page done, with or without a screen; see `decide.ts`. */
export interface Asks {
  /** @throws VitrineError `user_rejected` (4001), and what the work throws */
  ask<K extends Kind>(request: Asked<RequestOf<K>> & { readonly kind: K }): Promise<ScreenResult<K>>
}

export interface HandlerScreens extends Shows {
  /** The page has forgotten its calls: every screen ends. */
  clear(): void
}

export type LoginResult = FrameResult<'login'>
/** Brings a person to be logged in; see `login/request-login.ts`. */
export type RequestLogin = (
  options: NonNullable<FrameArgument<'login'>>,
  returned?: ReturnedLogin,
) => Promise<LoginResult>

/** Takes what the page tells of the wallets in it by itself. */
export interface HearsOfWallets {
  /** @param event as it came: read by `relayEvent` of `shared/bridge/wallet-relay.ts`, and dropped where it is something else */
  onRelayEvent(event: unknown): void
}

/** What the bridge methods work with. Each handler names the part that it needs. */
export interface HandlerContext extends Asks {
  app(): AppConfig
  /** The pinned origin of the page. */
  readonly hostOrigin: string
  readonly walletOrigin: string
  /** As the page has it: none while the person has terms to accept. */
  readonly session: ReadableStore<SessionSnapshot>
  readonly config: LiveConfig
  /** The language of the site's choice; `null` for none. */
  setLocale(tag: string | null): void
  /** Tells the operator's server of the config in use; never rejects. */
  announceConfig(): Promise<void>
  readonly screens: HandlerScreens
  readonly notices: Notices
  readonly wallets: WalletOperations
  /** As `wallets.create`; the person may be asked for funds afterwards. */
  readonly createWallet: WalletOperations['create']
  /** The person's wallets elsewhere; their code comes with the first use. */
  externalWallets(): Promise<ExternalWallets & HearsOfWallets>
  /** Those of them that are connected, with or without a login. Nothing of it says whose they are. */
  readonly connected: ReadableStore<Connected>
  /** Settles when those of an earlier visit are found again, or not. Never rejects. */
  readonly reconnected: Promise<unknown>
  readonly requestLogin: RequestLogin
  readonly calls: Calls
  readonly signer: Pick<SignerIdentity, 'requirePinned'>
  /** The app's Ethereum chains; their code comes with the first use. */
  ethereum(): Promise<EthereumNetworks>
  /** The app's Solana clusters; likewise. */
  solana(): Promise<SolanaNetworks>
  logout(scope: 'device' | 'all-devices'): Promise<void>
  /** The page's auth state may have changed: the session follows it. */
  followSite(): Promise<void>
  createLoginCode(site: string, audience?: string): Promise<string>
  /** The page is back from a login that took all of it away; see `kernel/resume-login.ts`. */
  resumeLogin(returned: unknown): Promise<void>
  /** One step of `vitrine.fetch`; see `session/page-fetch.ts`. */
  fetchForPage(call: unknown): Promise<unknown>
  /** Settles when the session of an earlier visit is restored or given up. */
  readonly restored: Promise<void>
}
