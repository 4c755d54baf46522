import { NO_LOGIN_METHOD } from '@vitrine/shared/errors/messages.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { loginName, type Way } from '@vitrine/shared/login/registry.ts'
import type { EffectiveConfig } from './effective.ts'

/**
 * Narrows the ways to log in for one call of `login`.
 * @param asked names of contract §4.3; `undefined` for all
 * @throws VitrineError `configuration_error` when none is left
 */
export function chooseLoginWays(
  { primary, overflow }: EffectiveConfig['login'],
  asked: readonly string[] | undefined,
): readonly Way[] {
  const enabled = [...primary, ...overflow]
  const chosen = asked === undefined ? enabled : enabled.filter(way => asked.includes(loginName(way)))
  if (chosen.length === 0) throw clientError('configuration_error', NO_LOGIN_METHOD)
  return chosen
}
