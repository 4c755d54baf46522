import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { SendUiOptions, SignUiOptions } from '@vitrine/shared/wallet/ui-options.ts'
import type * as z from 'zod/mini'
import { withOwnImages } from '../../approval/site-image.ts'
import { tellUnknown } from '../../config/tell-unknown.ts'
import type { HandlerContext } from '../context.ts'

export type UiOptionsContext = Pick<HandlerContext, 'hostOrigin' | 'notices'>

/**
 * The options of a call. A picture from elsewhere and an option that there is not are left out and the page told: its request is
 * good without.
 * @throws VitrineError `invalid_data` with the option's name
 */
export function readUiOptions<T extends SignUiOptions | SendUiOptions>(
  context: UiOptionsContext,
  schema: z.ZodMiniType<T>,
  given: unknown,
): T {
  const parsed = schema.safeParse(given ?? {})
  if (parsed.success) {
    tellUnknown(context.notices, 'uiOptions', schema, given)
    return keepOwnImages(context, parsed.data)
  }
  const path = parsed.error.issues[0]?.path.join('.')
  throw clientError('invalid_data', path ? `uiOptions.${path} is not valid.` : 'uiOptions must be an object.')
}

export function keepOwnImages<T extends SignUiOptions | SendUiOptions>(
  { hostOrigin, notices }: UiOptionsContext,
  given: T,
): T {
  const { options, dropped } = withOwnImages(given, hostOrigin)
  for (const name of dropped)
    notices.emit('configWarning', {
      message: `uiOptions.${name}: shown are pictures of ${hostOrigin} and data: URLs, so this one is left out.`,
    })
  return options
}
