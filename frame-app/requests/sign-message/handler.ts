import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { lazily } from '../../core/lazy.ts'
import { chooseWallet, walletsOf } from '../../wallet/choose-wallet.ts'
import type { HandlerContext } from '../context.ts'
import { keepOwnImages } from '../input/ui-options.ts'
import { type AskContext, ask } from '../kind/ask.ts'
import { checkMessage } from './check-message.ts'

/** Once: an import of what is there already takes longer than a signature. */
const solanaCheck = lazily(() => import('./check-solana-message.ts'))

/** With the wallet of the address, of either chain family; by default the first Ethereum wallet. */
export const signMessage =
  (
    context: AskContext & Pick<HandlerContext, 'session' | 'notices' | 'hostOrigin'>,
  ): FrameHandlers['signMessage'] =>
  async ({ message, encoding = 'utf-8', address, uiOptions: given = {} }) => {
    checkMessage(message, encoding)
    const uiOptions = keepOwnImages(context, given)
    const snapshot = context.session.get()
    const solana = walletsOf(snapshot, 'solana').find(it => it.address === address)
    if (solana) {
      const { checkIsNoTransaction } = await solanaCheck()
      checkIsNoTransaction(message, encoding)
    }
    const wallet = solana ?? chooseWallet(snapshot, address)
    return ask<'sign-message'>(context, { kind: 'sign-message', wallet, message, encoding, uiOptions })
  }
