import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import type { HandlerContext } from '../requests/context.ts'

/** Nobody logged in: resolves, and no `logout` event comes. */
export const logout =
  (context: Pick<HandlerContext, 'logout'>): FrameHandlers['logout'] =>
  options =>
    context.logout(options?.scope ?? 'device')
