import type * as z from 'zod/mini'
import { unknownOptions } from './unknown-options.ts'

export interface Notices {
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
