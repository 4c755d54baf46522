import { spokenOf } from '@vitrine/shared/account/login-facts.ts'
import { entryOf, type LoginMethod } from '@vitrine/shared/login/registry.ts'
import type { App } from '../apps/registry.ts'
import { apiError } from '../errors/api-error.ts'

/**
 * Every call of a method asks this first, so that turning it off takes effect at once, also for what was begun before.
 * @param provider of a method with providers; left out: any of its ways
 * @throws `disallowed_login_method` (403)
 */
export function requireMethod({ config }: Pick<App, 'config'>, method: LoginMethod, provider?: string): void {
  const isOn = entryOf(method)
    .ways(config)
    .some(way => provider === undefined || way.provider === provider)
  if (!isOn) throw methodIsOff(spokenOf({ method, ...(provider && { provider }) }))
}

/** @param spoken what people call the login, e.g. `by email` */
export const methodIsOff = (spoken: string) =>
  apiError('disallowed_login_method', `Logging in ${spoken} is turned off for this site.`)
