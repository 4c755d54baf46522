import type { LoginMethod } from '@vitrine/shared/login/registry.ts'
import { lazily } from '../core/lazy.ts'
import type { LoginMethodView } from '../login-method/login-method.ts'
import { emailLogin } from './email/method.tsx'

export type LandingViews = Readonly<Partial<Record<LoginMethod, LoginMethodView>>>

/** What a person can type into: its code comes with the landing's own. All others are buttons, and come right after. */
let views: LandingViews = { email: emailLogin }

/** Those whose code is here. */
export const viewsAtHand = (): LandingViews => views

/** Brings all of them. After a failure the next call tries again. */
export const bringViews = lazily(async () => {
  const { LOGIN_VIEWS } = await import('./registry.ts')
  views = LOGIN_VIEWS
  return LOGIN_VIEWS
})
