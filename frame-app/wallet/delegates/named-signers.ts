import { MAX_DELEGATES } from '@vitrine/shared/wallet/policy.ts'
import * as z from 'zod/mini'

export const signerId = z.string().check(z.minLength(1), z.maxLength(64))

/** Keys of the app's, as a page names them. A key has one policy for a wallet. */
export const namedSigners = z
  .array(
    z.object({
      signerId,
      policyIds: z.optional(z.array(signerId).check(z.minLength(1), z.maxLength(1))),
    }),
  )
  .check(z.maxLength(MAX_DELEGATES))
export type NamedSigner = z.infer<typeof namedSigners>[number]
