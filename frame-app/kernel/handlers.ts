import type { FrameHandlers, FrameMethodName } from '@vitrine/shared/bridge/methods.ts'
import { METHOD_POLICIES } from '@vitrine/shared/bridge/policies.ts'
import { lazily } from '../core/lazy.ts'
import type { HandlerContext } from '../requests/context.ts'
import type { RequestHandlers, RequestMethod } from '../requests/handlers.ts'
import { hello } from './hello.ts'

/** Has a call that may lead to a screen read and done with a context of its own. */
export type Within = <Result>(
  method: FrameMethodName,
  argument: unknown,
  run: (context: HandlerContext) => Promise<Result>,
) => Promise<Result>

/**
 * Every method that a page can call, by its name on the bridge: the kernel's own, and those that the kinds of requests
 * serve. One that nobody serves, or that both do, does not compile. The code of what nobody calls before they log in comes
 * with the first call.
 */
export function createHandlers(context: HandlerContext, within: Within): FrameHandlers {
  const ethereum = lazily(async () =>
    (await import('../provider/ethereum/request.ts')).ethereumRequest(context),
  )
  const solana = lazily(async () => (await import('../provider/solana/solana-request.ts')).solanaRequest)
  const requests = lazily(async () => (await import('../requests/handlers.ts')).createRequestHandlers)
  const own: Pick<FrameHandlers, Exclude<FrameMethodName, RequestMethod>> = {
    hello: hello(context),
    login: options => context.requestLogin(options ?? {}),
    /** Nobody logged in: resolves, and no `logout` event comes. */
    logout(options) {
      const now = context.session.get()
      // What a page says ends here; elsewhere the person has sessions that are not this page's. Who has terms to accept is
      // nobody, as the page has it.
      if (options?.scope !== 'all-devices' || now.status === 'anonymous') return context.logout('device')
      return context.screens.show<'log-out-everywhere'>({
        kind: 'log-out-everywhere',
        userId: now.user.id,
      })
    },
    /** The rules of contract §5 are in `wallet/create/creation-rules.ts`. */
    createWallet: options => context.createWallet(options ?? {}),
    setActiveWallet: async ({ address }) => (await context.externalWallets()).setActive(address),
    walletEvent: async event => (await context.externalWallets()).onRelayEvent(event),
    syncCustomAuth: context.followSite,
    resumeLogin: context.resumeLogin,
    /** For the page's own backend unless it names another audience. */
    getLoginCode: options => context.createLoginCode(context.hostOrigin, options?.audience),
    fetch: context.fetchForPage,
    ethereumRequest: request =>
      within('ethereumRequest', request, async its => (await ethereum())(request, its)),
    solanaRequest: request => within('solanaRequest', request, async its => (await solana())(its)(request)),
  }
  const isRequest = (name: string): name is RequestMethod => !Object.hasOwn(own, name)
  const serve = (name: RequestMethod) => (argument: never) =>
    within(name, argument, async its => (await requests())(its)[name](argument))
  const asked = Object.keys(METHOD_POLICIES)
    .filter(isRequest)
    .map(name => [name, serve(name)])
  return { ...(Object.fromEntries(asked) as RequestHandlers), ...own }
}
