import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import type { HandlerContext } from './context.ts'
import { createWallet } from './create-wallet.ts'
import { ethereumRequest } from './ethereum-request.ts'
import { getLoginCode } from './get-login-code.ts'
import { hello } from './hello.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { openAccount } from './open-account.ts'
import { signMessage } from './sign-message.ts'

/** Every method that a page can call, by its name on the bridge. */
export const createHandlers = (context: HandlerContext) =>
  ({
    hello: hello(context),
    login: login(context),
    logout: logout(context),
    openAccount: openAccount(context),
    createWallet: createWallet(context),
    signMessage: signMessage(context),
    getLoginCode: getLoginCode(context),
    ethereumRequest: ethereumRequest(context),
  }) satisfies FrameHandlers
