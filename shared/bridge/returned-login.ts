import * as z from 'zod/mini'

/** What a page comes back with from a login that took all of it away (contract §10.2), as it hands it to the frame. */
export const returnedLogin = z.object({
  provider: z.string().check(z.maxLength(80)),
  state: z.string().check(z.maxLength(64)),
  /** Sealed for the signer, and worth nothing without what the frame has kept. */
  code: z.string().check(z.maxLength(8192)),
})
export type ReturnedLogin = z.infer<typeof returnedLogin>
