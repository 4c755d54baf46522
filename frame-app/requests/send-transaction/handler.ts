import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { sendUiOptions } from '@vitrine/shared/wallet/ui-options.ts'
import type { HandlerContext } from '../context.ts'
import { readTransactionRequest } from '../input/transaction-request.ts'
import { readUiOptions } from '../input/ui-options.ts'

export const sendTransaction =
  (
    context: Pick<HandlerContext, 'ask' | 'session' | 'connected' | 'notices' | 'hostOrigin' | 'ethereum'>,
  ): FrameHandlers['sendTransaction'] =>
  async ({ request, address, uiOptions: given }) => {
    const uiOptions = readUiOptions(context, sendUiOptions, given)
    const asked = await readTransactionRequest(context, request, address, 'send')
    return context.ask<'send-transaction'>({ kind: 'send-transaction', ...asked, uiOptions })
  }
