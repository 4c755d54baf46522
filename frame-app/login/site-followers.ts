import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import type { Way } from '@vitrine/shared/login/registry.ts'
import type { ReadableStore } from '../core/store.ts'
import type { Notices } from '../kernel/notices.ts'
import type { Logins } from '../requests/login/request-login.ts'
import type { Calls } from '../session/calls.ts'
import type { SessionSnapshot } from '../session/session.ts'

/** What a login method works with that follows the page's own auth state. */
export interface SiteFollowerParts {
  app(): AppConfig
  readonly calls: Calls
  readonly session: ReadableStore<SessionSnapshot>
  /** As the page has it: none while the person has terms to accept. */
  readonly complete: ReadableStore<SessionSnapshot>
  readonly notices: Pick<Notices, 'emit'>
  /** The token of the site's own login; `null`: nobody is logged in there; `undefined`: the page does not know yet. */
  askSite(): Promise<string | null | undefined>
  logout(scope: 'device'): Promise<void>
  readonly logins: Logins
  /** What the present session began with, here or in another tab; `null` where nothing says so. */
  cameBy(): Way | null
  /** Ends a login that a person has open with the session that has begun, or has the terms accepted there. */
  endLogin(): void
  createWallets(signal: AbortSignal): Promise<void>
}

/** @returns what to call whenever the page's state may have changed */
export type CreateSiteFollower = (parts: SiteFollowerParts) => () => void

/** Methods by which the session follows the page's, without a screen. Their code comes with the page's first call. */
export const SITE_FOLLOWERS: readonly (() => Promise<CreateSiteFollower>)[] = [
  async () => (await import('./custom-jwt/follow-site.ts')).createFollowSite,
]
