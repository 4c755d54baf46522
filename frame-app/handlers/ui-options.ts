import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type * as z from 'zod/mini'

/** @throws VitrineError `invalid_data` with the option's name */
export function readUiOptions<T>(schema: z.ZodMiniType<T>, given: unknown): T {
  const parsed = schema.safeParse(given ?? {})
  if (parsed.success) return parsed.data
  const path = parsed.error.issues[0]?.path.join('.')
  throw clientError('invalid_data', path ? `uiOptions.${path} is not valid.` : 'uiOptions must be an object.')
}
