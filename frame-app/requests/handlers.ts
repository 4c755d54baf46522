import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { later } from '../core/lazy.ts'
import { openAccount } from './account/handler.ts'
import type { HandlerContext } from './context.ts'
import { link } from './link/handler.ts'
import { unlink } from './unlink/handler.ts'
import { update } from './update/handler.ts'

/** What a page asks of somebody who is logged in. The code of keys and chains comes with the first call that needs it. */
export const createRequestHandlers = (context: HandlerContext) =>
  ({
    openAccount: async () => openAccount(context)(),
    link: async argument => link(context)(argument),
    unlink: async argument => unlink(context)(argument),
    update: async argument => update(context)(argument),
    setWalletRecovery: later(async () =>
      (await import('./set-recovery/handler.ts')).setWalletRecovery(context),
    ),
    signMessage: later(async () => (await import('./sign-message/handler.ts')).signMessage(context)),
    signTypedData: later(async () => (await import('./sign-typed-data/handler.ts')).signTypedData(context)),
    signTransaction: later(async () =>
      (await import('./sign-transaction/handler.ts')).signTransaction(context),
    ),
    sendTransaction: later(async () =>
      (await import('./send-transaction/handler.ts')).sendTransaction(context),
    ),
  }) satisfies Partial<FrameHandlers>
