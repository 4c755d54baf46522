import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { later, lazily } from '../core/lazy.ts'
import { openAccount } from '../requests/account/handler.ts'
import type { HandlerContext } from '../requests/context.ts'
import { login } from '../requests/login/handler.ts'
import { hello } from './hello.ts'
import { logout } from './logout.ts'
import type { SessionHandlers } from './session-handlers.ts'

/** Every method that a page can call, by its name on the bridge. The code of what nobody calls before they log in comes with the first call. */
export function createHandlers(context: HandlerContext): FrameHandlers {
  const load = lazily(async () => (await import('./session-handlers.ts')).createSessionHandlers(context))
  const inSession = <M extends keyof SessionHandlers>(method: M) =>
    (async (argument: never) => (await load())[method](argument)) as FrameHandlers[M]
  return {
    hello: hello(context),
    login: login(context),
    logout: logout(context),
    openAccount: openAccount(context),
    link: inSession('link'),
    unlink: inSession('unlink'),
    update: inSession('update'),
    createWallet: inSession('createWallet'),
    setWalletRecovery: inSession('setWalletRecovery'),
    signMessage: inSession('signMessage'),
    signTypedData: inSession('signTypedData'),
    signTransaction: inSession('signTransaction'),
    sendTransaction: inSession('sendTransaction'),
    syncCustomAuth: context.followSite,
    getLoginCode: inSession('getLoginCode'),
    ethereumRequest: later(async () =>
      (await import('../provider/ethereum/request.ts')).ethereumRequest(context),
    ),
    solanaRequest: later(async () =>
      (await import('../provider/solana/solana-request.ts')).solanaRequest(context),
    ),
  }
}
