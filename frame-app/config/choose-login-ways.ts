import type { FrameArgument } from '@vitrine/shared/bridge/methods.ts'
import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import { NO_LOGIN_METHOD } from '@vitrine/shared/errors/messages.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { loginName, type Way } from '@vitrine/shared/login/registry.ts'
import type { EffectiveConfig } from './effective.ts'
import { chainsToLogIn, nameOf, suitsChains } from './login-names.ts'

type Asked = Pick<NonNullable<FrameArgument<'login'>>, 'loginMethods' | 'walletChainType'>

/**
 * Narrows the ways to log in for one call of `login`, by its names of contract §4.3 and by the chains of wallets.
 * @throws VitrineError `configuration_error` when none is left
 */
export function chooseLoginWays(
  app: AppConfig,
  { login: { primary, overflow }, walletChainType }: Pick<EffectiveConfig, 'login' | 'walletChainType'>,
  { loginMethods: asked, walletChainType: chainType }: Asked,
): readonly Way[] {
  const chains = chainsToLogIn(app, chainType ?? walletChainType)
  const isAsked = (name: string) =>
    asked === undefined || asked.includes(name) || asked.includes(nameOf(name))
  const chosen = [...primary, ...overflow].filter(way => isAsked(loginName(way)) && suitsChains(way, chains))
  if (chosen.length === 0) throw clientError('configuration_error', NO_LOGIN_METHOD)
  return chosen
}
