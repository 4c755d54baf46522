import { NO_LOGIN_METHOD } from '@vitrine/shared/errors/messages.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { LoginMethod } from '@vitrine/shared/login/registry.ts'
import type { EffectiveConfig } from './effective.ts'
import { methodsOf } from './login-names.ts'

/**
 * Narrows login methods for one call of `login`.
 * @param asked names of contract §4.3
 * @throws VitrineError `configuration_error` when none is left
 */
export function chooseLoginMethods(
  { primary, overflow }: EffectiveConfig['login'],
  asked: readonly string[] | undefined,
): readonly LoginMethod[] {
  const enabled = [...primary, ...overflow]
  const wanted = asked?.flatMap(methodsOf)
  const chosen = wanted === undefined ? enabled : enabled.filter(method => wanted.includes(method))
  if (chosen.length === 0) throw clientError('configuration_error', NO_LOGIN_METHOD)
  return chosen
}
