import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import type { HandlerContext } from '../context.ts'

export const openAccount =
  ({ screens }: Pick<HandlerContext, 'screens'>): FrameHandlers['openAccount'] =>
  options =>
    screens.show<'account'>({ kind: 'account', part: options?.screen })
