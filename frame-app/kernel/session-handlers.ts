import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { later } from '../core/lazy.ts'
import type { HandlerContext } from '../requests/context.ts'
import { link } from '../requests/link/handler.ts'
import { unlink } from '../requests/unlink/handler.ts'
import { update } from '../requests/update/handler.ts'
import { getLoginCode } from './get-login-code.ts'

/** What a page asks of somebody who is logged in. The code of keys and chains comes with the first call that needs it. */
export const createSessionHandlers = (context: HandlerContext) =>
  ({
    link: link(context),
    unlink: unlink(context),
    update: update(context),
    getLoginCode: getLoginCode(context),
    createWallet: later(async () => (await import('./create-wallet.ts')).createWallet(context)),
    setWalletRecovery: later(async () =>
      (await import('../requests/set-recovery/handler.ts')).setWalletRecovery(context),
    ),
    signMessage: later(async () =>
      (await import('../requests/sign-message/handler.ts')).signMessage(context),
    ),
    signTypedData: later(async () =>
      (await import('../requests/sign-typed-data/handler.ts')).signTypedData(context),
    ),
    signTransaction: later(async () =>
      (await import('../requests/sign-transaction/handler.ts')).signTransaction(context),
    ),
    sendTransaction: later(async () =>
      (await import('../requests/send-transaction/handler.ts')).sendTransaction(context),
    ),
  }) satisfies Partial<FrameHandlers>

export type SessionHandlers = ReturnType<typeof createSessionHandlers>
