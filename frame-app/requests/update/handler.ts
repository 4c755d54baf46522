import { enabledWays } from '@vitrine/shared/account/login-facts.ts'
import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { entryOf, wayName } from '@vitrine/shared/login/registry.ts'
import { updateWay } from '../../linked-accounts/linkable.ts'
import type { HandlerContext } from '../context.ts'

/** Refused before any screen when there is nothing to change. */
export const update =
  ({
    app,
    config,
    session,
    screens,
  }: Pick<HandlerContext, 'app' | 'config' | 'session' | 'screens'>): FrameHandlers['update'] =>
  async type => {
    await config.load()
    const asked = updateWay({ type })
    const name = asked ? wayName(asked) : type
    const way = enabledWays(app()).find(it => wayName(it) === name)
    if (!way) throw clientError('disallowed_login_method', `"${name}" is not a login method of this app.`)
    const now = session.get()
    if (now.status === 'authenticated' && !now.user.linkedAccounts.some(it => it.type === type))
      throw clientError(
        'linked_account_not_found',
        `This user has no ${entryOf(way.method).address} yet. Call link('${name}').`,
      )
    return screens.show<'update'>({ kind: 'update', way, prefill: '' })
  }
