import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import type { HandlerContext } from '../requests/context.ts'

/** For the page's own backend unless it names another audience. */
export const getLoginCode =
  (context: Pick<HandlerContext, 'hostOrigin' | 'createLoginCode'>): FrameHandlers['getLoginCode'] =>
  options =>
    context.createLoginCode(options?.audience ?? context.hostOrigin)
