import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import type { HandlerContext } from './context.ts'
import { getLoginCode } from './get-login-code.ts'
import { later } from './lazily.ts'
import { link } from './link.ts'
import { unlink } from './unlink.ts'
import { update } from './update.ts'

/** What a page asks of somebody who is logged in. The code of keys and chains comes with the first call that needs it. */
export const createSessionHandlers = (context: HandlerContext) =>
  ({
    link: link(context),
    unlink: unlink(context),
    update: update(context),
    getLoginCode: getLoginCode(context),
    createWallet: later(async () => (await import('./create-wallet.ts')).createWallet(context)),
    setWalletRecovery: later(async () =>
      (await import('./set-wallet-recovery.ts')).setWalletRecovery(context),
    ),
    signMessage: later(async () => (await import('./sign-message.ts')).signMessage(context)),
    signTypedData: later(async () => (await import('./sign-typed-data.ts')).signTypedData(context)),
    signTransaction: later(async () => (await import('./sign-transaction.ts')).signTransaction(context)),
    sendTransaction: later(async () => (await import('./send-transaction.ts')).sendTransaction(context)),
  }) satisfies Partial<FrameHandlers>

export type SessionHandlers = ReturnType<typeof createSessionHandlers>
