import * as z from 'zod/mini'

/** What the frame's browser lets it do, for `vitrine.doctor`. Nothing of it tells who the person is or what they have. */
export const frameFacts = z.strictObject({
  /** Where sessions and keys are kept. `blocked`: they end with the page. */
  localStorage: z.boolean(),
  indexedDB: z.boolean(),
  /** `null`: the browser does not say. */
  isPartitioned: z.nullable(z.boolean()),
  hasPasskeys: z.boolean(),
  /** Whether this page hands the permission on; `null`: the browser does not say. */
  mayUsePasskeys: z.nullable(z.boolean()),
  /** The device's clock less the server's, in ms; near zero is right. */
  clockDifferenceMs: z.number(),
})
export type FrameFacts = z.infer<typeof frameFacts>
