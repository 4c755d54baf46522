import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { signUiOptions } from '@vitrine/shared/wallet/ui-options.ts'
import { chooseWallet, solanaWallets } from '../../wallet/choose-wallet.ts'
import type { HandlerContext } from '../context.ts'
import { readUiOptions } from '../input/ui-options.ts'
import { checkMessage } from './check-message.ts'

/** With the wallet of the address, of either chain family; by default the first Ethereum wallet. */
export const signMessage =
  (
    context: Pick<HandlerContext, 'ask' | 'session' | 'connected' | 'notices' | 'hostOrigin'>,
  ): FrameHandlers['signMessage'] =>
  async ({ message, encoding = 'utf-8', address, uiOptions: given }) => {
    const uiOptions = readUiOptions(context, signUiOptions, given)
    const wallet = solanaWallets(context).find(it => it.address === address) ?? chooseWallet(context, address)
    await checkMessage({ message, encoding }, wallet)
    return context.ask<'sign-message'>({ kind: 'sign-message', wallet, message, encoding, uiOptions })
  }
