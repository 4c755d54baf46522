import * as z from 'zod/mini'

/** Goes with every call that adds, changes or removes a way in. */
export const stepUpFields = {
  /** The proof of an existing way in, of `/step_up/verify`. */
  step_up: z.optional(z.string().check(z.regex(/^[\w-]{43}$/))),
  /** The frame's word that the person pressed the button on the account screen, and no page asked. */
  from_account: z.optional(z.boolean()),
}
