import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import type { HandlerContext } from '../context.ts'

export const login =
  ({ requestLogin }: Pick<HandlerContext, 'requestLogin'>): FrameHandlers['login'] =>
  options =>
    requestLogin(options ?? {})
