import { toErrorBody } from '@vitrine/shared/bridge/frame.ts'
import { METHOD_POLICIES } from '@vitrine/shared/bridge/policies.ts'
import { returnedLogin } from '@vitrine/shared/bridge/returned-login.ts'
import { readWay } from '@vitrine/shared/login/registry.ts'
import type { LoginMethodView } from '../login-method/login-method.ts'
import type { BridgeParts } from './bridge.ts'

/**
 * Goes on with the login or link for which the whole page was away. What this browser did not begin is nobody's: it is
 * dropped without a word. The call of the page that began it is gone, so a failure is an event.
 */
export async function resumeLogin(
  {
    server,
    user,
    screens,
    logins,
    notices,
  }: Pick<BridgeParts, 'server' | 'user' | 'screens' | 'logins' | 'notices'>,
  given: unknown,
): Promise<void> {
  const returned = returnedLogin.safeParse(given).data
  const way = returned && readWay(returned.provider)
  if (!way) return
  // By itself: the screens come with it, and nothing that a page's start needs.
  const { bringViews } = await import('../login/landing-registry.ts')
  const views: Readonly<Record<string, LoginMethodView>> = await bringViews()
  const { storage, appId } = server
  const to = views[way.method]?.returns?.(
    {
      app: server.config.app(),
      keptBy: name => ({
        read: () => storage.recall(name, appId),
        write: text => storage.remember(name, appId, text),
      }),
    },
    returned,
  )
  const isAnonymous = user.session.current.get().status === 'anonymous'
  if (!to || (to.purpose === 'login') !== isAnonymous) return
  try {
    await (to.purpose === 'login'
      ? logins.request(to.options, returned)
      : screens.show<'link'>({ kind: 'link', way, prefill: '', returned }))
  } catch (error) {
    const { unknown } = METHOD_POLICIES[to.purpose]
    const { code, message } = toErrorBody(error, unknown)
    notices.emit('error', { code, message, during: to.purpose })
  }
}
