import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import type { HandlerContext } from '../context.ts'

/** The person is asked first: a page that was taken over could else take the factor away that guards their wallet. */
export const unenrollMfa =
  ({ screens }: Pick<HandlerContext, 'screens'>): FrameHandlers['unenrollMfa'] =>
  method =>
    screens.show<'unenroll-mfa'>({ kind: 'unenroll-mfa', method })
