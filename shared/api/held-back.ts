import * as z from 'zod/mini'
import { stepUpFields } from './step-up-fields.ts'

/**
 * `/account/held`: ways in and devices of the user that are held (`devices.held_until`), as another device of theirs, which is
 * not, shows them. It says of each whether it is the person's own.
 */

/** `device:` with the thumbprint of its key, or `way:` with the account's id; what a step-up for it is for. */
const id = z.string().check(z.maxLength(128), z.regex(/^(device|way):[\w-]+$/))

const heldItem = z.object({
  id,
  /** The way in, or the one that the device came in by; `null`: nobody knows that any more. */
  way: z.nullable(z.object({ type: z.string(), name: z.nullable(z.string()) })),
  /** Browser and system of a device. */
  made_with: z.nullable(z.string()),
  /** Since when it is there, and until when it is held; unix ms. */
  since: z.number(),
  held_until: z.number(),
})
export type HeldItem = z.infer<typeof heldItem>

/** Oldest first; empty on a device that is held itself. */
export const heldResponse = z.object({ held: z.array(heldItem) })

/** `/account/held/allow` and `/account/held/refuse`. Each answers with the user as it then is. */
export const answerHeldRequest = z.object({ id, ...stepUpFields })
