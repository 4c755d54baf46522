import type { FrameMethodName } from '@vitrine/shared/bridge/methods.ts'
import { FRAME_METHODS } from '@vitrine/shared/bridge/schemas.ts'
import * as z from 'zod/mini'
import { shapeOf, unknownOptions } from './unknown-options.ts'

interface Notices {
  emit(name: 'configWarning', payload: { readonly message: string }): void
}

/**
 * Warns the page of each option that there is not, with the one that was probably meant: that code comes with the first. The call
 * goes on without it.
 * @param at what the options are of, e.g. `fundWallet` or `uiOptions`
 */
export function tellUnknown(notices: Notices, at: string, schema: z.ZodMiniType, given: unknown): void {
  const unknown = unknownOptions(schema, given)
  if (unknown[0] === undefined) return
  void import('./nearest-option.ts')
    .catch(() => null)
    .then(code => {
      for (const path of unknown)
        notices.emit('configWarning', {
          message: `${at}: there is no option ${path.join('.')}.${code?.meantOption(schema, path) ?? ''}`,
        })
    })
}

/** What a page may hand over as it has it, with more than is read: an account, a wallet. */
const WHOLE: readonly FrameMethodName[] = ['unlink', 'setActiveWallet']

/** The same of a method's options. The bridge lets those that there are not pass. */
export function tellUnknownArgument(notices: Notices, method: FrameMethodName, given: unknown): void {
  const shape = shapeOf(FRAME_METHODS[method].argument, true)
  if (shape && !WHOLE.includes(method)) tellUnknown(notices, method, z.object(shape), given)
}
