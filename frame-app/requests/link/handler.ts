import { enabledWays } from '@vitrine/shared/account/login-facts.ts'
import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { entryOf, wayName } from '@vitrine/shared/login/registry.ts'
import { accountInTheWay, isLinkableByPage, mayLink } from '../../linked-accounts/linkable.ts'
import { isUsable } from '../../login-method/usable.ts'
import type { HandlerContext } from '../context.ts'

/** Refused before any screen when it could only fail on one. */
export const link =
  ({
    app,
    config,
    session,
    screens,
  }: Pick<HandlerContext, 'app' | 'config' | 'session' | 'screens'>): FrameHandlers['link'] =>
  async ({ method: name, prefill = '' }) => {
    await config.load()
    // What the app's server enables: the page's choice of methods is for logging in.
    const way = enabledWays(app()).find(it => wayName(it) === name)
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
    if (now.status === 'authenticated' && accountInTheWay(now.user, way))
      throw clientError(
        'cannot_link_more_of_type',
        `This user has such an account already.${entryOf(way.method).address === null ? '' : ' Call update() to change it.'}`,
      )
    return screens.show<'link'>({ kind: 'link', way, prefill })
  }
