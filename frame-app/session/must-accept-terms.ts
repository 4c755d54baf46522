import type { User } from '@vitrine/shared/api/client-user.ts'
import type { EffectiveConfig } from '../config/effective.ts'

/** A login is complete only when the terms are accepted that the operator requires. */
export const mustAcceptTerms = (config: EffectiveConfig, user: User): boolean =>
  config.requireUsersAcceptTerms && !user.hasAcceptedTerms
