import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { signUiOptions } from '@vitrine/shared/wallet/ui-options.ts'
import type { HandlerContext } from '../context.ts'
import { readTransactionRequest } from '../input/transaction-request.ts'
import { readUiOptions } from '../input/ui-options.ts'

export const signTransaction =
  (
    context: Pick<HandlerContext, 'ask' | 'session' | 'connected' | 'notices' | 'hostOrigin' | 'ethereum'>,
  ): FrameHandlers['signTransaction'] =>
  async ({ request, address, uiOptions: given }) => {
    const uiOptions = readUiOptions(context, signUiOptions, given)
    const asked = await readTransactionRequest(context, request, address, 'sign')
    const { signedTransaction } = await context.ask<'sign-transaction'>({
      kind: 'sign-transaction',
      ...asked,
      uiOptions,
    })
    return { signature: signedTransaction, signedTransaction }
  }
