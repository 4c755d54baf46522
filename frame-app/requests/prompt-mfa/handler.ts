import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import type { HandlerContext } from '../context.ts'

/** It hears that a factor was proven, and nothing of the proof. */
export const promptMfa =
  ({ wallets }: Pick<HandlerContext, 'wallets'>): FrameHandlers['promptMfa'] =>
  async () =>
    (await wallets.mfa()).prompt()
