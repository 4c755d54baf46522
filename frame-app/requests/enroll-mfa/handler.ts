import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { HandlerContext } from '../context.ts'

export const enrollMfa =
  ({ app, screens }: Pick<HandlerContext, 'app' | 'screens'>): FrameHandlers['enrollMfa'] =>
  async () => {
    if (app().mfa_methods.length === 0)
      throw clientError('not_supported', 'This app has no second factors. Its operator sets `mfa_methods`.')
    return screens.show<'enroll-mfa'>({ kind: 'enroll-mfa' })
  }
