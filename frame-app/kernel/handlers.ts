import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { later, lazily, lazyObject } from '../core/lazy.ts'
import type { HandlerContext } from '../requests/context.ts'
import { hello } from './hello.ts'

/** Every method that a page can call, by its name on the bridge. The code of what nobody calls before they log in comes with the first call. */
export function createHandlers(context: HandlerContext): FrameHandlers {
  const requests = lazily(async () =>
    (await import('../requests/handlers.ts')).createRequestHandlers(context),
  )
  return {
    hello: hello(context),
    login: options => context.requestLogin(options ?? {}),
    /** Nobody logged in: resolves, and no `logout` event comes. */
    logout: options => context.logout(options?.scope ?? 'device'),
    ...lazyObject(requests, [
      'openAccount',
      'link',
      'unlink',
      'update',
      'setWalletRecovery',
      'signMessage',
      'signTypedData',
      'signTransaction',
      'sendTransaction',
    ]),
    /** The rules of contract §5 are in `wallet/create/creation-rules.ts`. */
    createWallet: options => context.wallets.create(options ?? {}),
    syncCustomAuth: context.followSite,
    /** For the page's own backend unless it names another audience. */
    getLoginCode: options => context.createLoginCode(options?.audience ?? context.hostOrigin),
    ethereumRequest: later(async () =>
      (await import('../provider/ethereum/request.ts')).ethereumRequest(context),
    ),
    solanaRequest: later(async () =>
      (await import('../provider/solana/solana-request.ts')).solanaRequest(context),
    ),
  }
}
