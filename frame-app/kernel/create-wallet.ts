import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import type { HandlerContext } from '../requests/context.ts'

/** The rules of contract §5 are in `wallet/create/creation-rules.ts`. */
export const createWallet =
  ({ wallets }: Pick<HandlerContext, 'wallets'>): FrameHandlers['createWallet'] =>
  options =>
    wallets.create(options ?? {})
