import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { signUiOptions } from '@vitrine/shared/wallet/ui-options.ts'
import { chooseWallet } from '../../wallet/choose-wallet.ts'
import type { HandlerContext } from '../context.ts'
import { plainData } from '../input/plain-data.ts'
import { readTypedData } from '../input/typed-data.ts'
import { readUiOptions } from '../input/ui-options.ts'

/** EIP-712 for the page itself. A domain of another chain than the provider's is the screen's to point out. */
export const signTypedData =
  (
    context: Pick<HandlerContext, 'ask' | 'session' | 'connected' | 'notices' | 'hostOrigin'>,
  ): FrameHandlers['signTypedData'] =>
  async ({ request, address, uiOptions }) => {
    const typedData = readTypedData(plainData(request, String))
    const options = readUiOptions(context, signUiOptions, uiOptions)
    const wallet = chooseWallet(context, address)
    return context.ask<'sign-typed-data'>({ kind: 'sign-typed-data', wallet, typedData, uiOptions: options })
  }
