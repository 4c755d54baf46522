import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import type { HandlerContext } from './context.ts'
import { hello } from './hello.ts'
import { later } from './lazily.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { openAccount } from './open-account.ts'

/** Every method that a page can call, by its name on the bridge. The code of what nobody calls before they log in comes with the first call. */
export const createHandlers = (context: HandlerContext) =>
  ({
    hello: hello(context),
    login: login(context),
    logout: logout(context),
    openAccount: openAccount(context),
    link: later(async () => (await import('./link.ts')).link(context)),
    unlink: later(async () => (await import('./unlink.ts')).unlink(context)),
    update: later(async () => (await import('./update.ts')).update(context)),
    createWallet: later(async () => (await import('./create-wallet.ts')).createWallet(context)),
    signMessage: later(async () => (await import('./sign-message.ts')).signMessage(context)),
    syncCustomAuth: context.followSite,
    getLoginCode: later(async () => (await import('./get-login-code.ts')).getLoginCode(context)),
    ethereumRequest: later(async () => (await import('./ethereum-request.ts')).ethereumRequest(context)),
  }) satisfies FrameHandlers
