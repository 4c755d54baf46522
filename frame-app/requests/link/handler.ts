import { accountTypeOf, enabledWays } from '@vitrine/shared/account/login-facts.ts'
import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import {
  entryOf,
  loginName,
  SMART_WALLET,
  SMART_WALLET_TYPES,
  type SmartWalletType,
  type Way,
  wayName,
} from '@vitrine/shared/login/registry.ts'
import type { EffectiveConfig } from '../../config/effective.ts'
import { chainOfWay, isShown } from '../../config/login-names.ts'
import { accountInTheWay, isLinkableByPage, mayLink } from '../../linked-accounts/linkable.ts'
import { isUsable } from '../../login-method/usable.ts'
import type { HandlerContext } from '../context.ts'
import type { SmartWallet } from './request.ts'

/** Of the name that the wallets of all chains share, the first that the site shows. */
const walletWay = (name: string, ways: readonly Way[], { walletChainType }: EffectiveConfig) => {
  const wallets = ways.filter(it => chainOfWay(it) !== null && loginName(it) === name)
  return wallets.find(it => isShown(it, walletChainType)) ?? wallets[0]
}

/** Refused before any screen when it could only fail on one. */
export const link =
  ({
    app,
    config,
    session,
    screens,
  }: Pick<HandlerContext, 'app' | 'config' | 'session' | 'screens'>): FrameHandlers['link'] =>
  async ({ method: name, prefill = '', smartWalletType, smartWalletVersion }) => {
    const smartWallet =
      name === SMART_WALLET.name ? readSmartWallet(smartWalletType, smartWalletVersion) : undefined
    await config.load()
    // What the app's server enables: the page's choice of methods is for logging in.
    const ways = enabledWays(app())
    const way =
      ways.find(it => wayName(it) === (smartWallet ? SMART_WALLET.method : name)) ??
      walletWay(name, ways, config.current.get())
    if (!way)
      throw clientError(
        'disallowed_login_method',
        `"${name}" is not a login method of this app. Check its name.`,
      )
    if (!isLinkableByPage(way))
      throw clientError('not_supported', `"${name}" logs in only and cannot be linked to a user.`)
    if (!mayLink(way, app()))
      throw clientError('disallowed_login_method', `This app does not let "${name}" be linked.`)
    if (!isUsable(way, { app: app(), config: config.current }))
      throw clientError('not_supported', `This browser has not what "${name}" takes: use another browser.`)
    const now = session.get()
    const type = smartWallet ? SMART_WALLET.account.type : accountTypeOf(way)
    if (now.status === 'authenticated' && accountInTheWay(now.user, type))
      throw clientError(
        'cannot_link_more_of_type',
        `This user has such an account already.${entryOf(way.method).address === null ? '' : ' Call update() to change it.'}`,
      )
    if (chainOfWay(way) !== null && config.current.get().externalWallets.isDisabled)
      throw clientError(
        'not_supported',
        'config.externalWallets.disableAllExternalWallets: this site shows none.',
      )
    return screens.show<'link'>({ kind: 'link', way, prefill, ...(smartWallet && { smartWallet }) })
  }

/** @throws VitrineError `invalid_data` without a type */
function readSmartWallet(type: SmartWalletType | undefined, version: string | undefined): SmartWallet {
  if (type) return { type, version }
  const types = SMART_WALLET_TYPES.join(', ')
  throw clientError('invalid_data', `link: \`smartWalletType\` is missing. Give one of ${types}.`)
}
