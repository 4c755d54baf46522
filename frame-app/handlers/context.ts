import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import type { EffectiveConfig } from '../config/effective.ts'
import type { Notices } from '../kernel/notices.ts'
import type { ReadableStore, SessionSnapshot } from '../kernel/ports.ts'
import type { ScreenQueue } from '../kernel/screens.ts'
import type { WalletCreation } from '../wallet/create/wallet-creation.ts'
import type { RequestLogin } from './request-login.ts'

/** What the bridge methods work with. Each handler names the part that it needs. */
export interface HandlerContext {
  readonly app: AppConfig
  /** The pinned origin of the page. */
  readonly hostOrigin: string
  readonly session: ReadableStore<SessionSnapshot>
  readonly config: ReadableStore<EffectiveConfig>
  /** Takes the page's options. @returns warnings */
  configure(options: unknown): readonly string[]
  readonly screens: ScreenQueue
  readonly notices: Notices
  readonly wallets: WalletCreation
  readonly requestLogin: RequestLogin
  logout(scope: 'device' | 'all-devices'): Promise<void>
  createLoginCode(audience: string): Promise<string>
  /** Settles when the session of an earlier visit is restored or given up. */
  readonly restored: Promise<void>
}
