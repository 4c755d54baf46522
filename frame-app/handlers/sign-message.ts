import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { chooseWallet } from './choose-wallet.ts'
import type { HandlerContext } from './context.ts'
import { checkMessage } from './message-content.ts'

export const signMessage =
  ({ session, screens }: Pick<HandlerContext, 'session' | 'screens'>): FrameHandlers['signMessage'] =>
  ({ message, encoding = 'utf-8', address, uiOptions = {} }) => {
    checkMessage(message, encoding)
    const wallet = chooseWallet(session.get(), address)
    return screens.show<'sign-message'>({ kind: 'sign-message', wallet, message, encoding, uiOptions })
  }
