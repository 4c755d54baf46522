import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { LoginMethod } from '@vitrine/shared/login/registry.ts'
import { enabledMethods } from '../../linked-accounts/linkable.ts'
import type { HandlerContext } from '../context.ts'

const METHOD = { email: 'email', phone: 'sms' } as const satisfies Record<'email' | 'phone', LoginMethod>

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
    const method = METHOD[type]
    if (!enabledMethods(app()).includes(method))
      throw clientError('disallowed_login_method', `"${method}" is not a login method of this app.`)
    const now = session.get()
    if (now.status === 'authenticated' && !now.user[type])
      throw clientError(
        'linked_account_not_found',
        `This user has no ${type === 'email' ? 'e-mail address' : 'phone number'} yet. Call link('${method}').`,
      )
    return screens.show<'update'>({ kind: 'update', method, prefill: '' })
  }
