import * as z from 'zod/mini'
import { danger, distinct } from './danger.ts'

const text = z.string()
const address = z.nullable(text)

/** Something of value that leaves or arrives. */
const line = z.object({
  /** As the app's `priceDisplay` wants it first, e.g. `1.5 ETH` or `$4,200.00`. */
  amount: text,
  /** The same in the other way of counting, where there is one. */
  beside: z.nullable(text),
  /** The token's contract; `null` for native currency. */
  token: address,
  /** Whom it goes to or comes from; `null` when only the simulation shows it. */
  party: address,
  /** Whether it is an own wallet, or one to which something was sent from this browser; `null`: it cannot be told. */
  standing: z.nullable(z.enum(['own', 'known', 'new'])),
  /** The account that pays or receives; absent: the wallet that signs. */
  account: z.optional(text),
})
export type Line = z.infer<typeof line>

/** Somebody may take something later, without asking again. */
const permission = z.object({
  what: text,
  token: address,
  who: text,
  /** Until when, in words; `null` when it ends by itself at once. */
  until: z.nullable(text),
  /** Of an unlimited amount, or of everything: drawn in the colour of a danger. */
  isUnlimited: z.boolean(),
})
export type Permission = z.infer<typeof permission>

const detail = z.object({
  label: text,
  value: text,
  kind: z.enum(['text', 'address', 'code']),
  /** How deep inside of other details it stands, from 0. */
  depth: z.number(),
})
export type Detail = z.infer<typeof detail>

/**
 * What a request does, in words that are ready to show: plain data, so that the frame and a window of the wallet origin
 * show the very same receipt.
 */
export const explanation = z.object({
  headline: text,
  outgoing: z.array(line),
  incoming: z.array(line),
  permissions: z.array(permission),
  /** What a person should know before approving, most severe first. */
  dangers: z.array(danger),
  notes: z.array(text),
  details: z.array(detail),
  /** Exactly what is signed or sent, one press away. */
  raw: z.array(z.object({ label: text, value: text })),
})
export type Explanation = z.infer<typeof explanation>

/** An explanation that says nothing. */
export const NO_EXPLANATION: Explanation = {
  headline: '',
  outgoing: [],
  incoming: [],
  permissions: [],
  dangers: [],
  notes: [],
  details: [],
  raw: [],
}

/** An explanation of a part of a request; see `mergeParts`. */
export type Part = Partial<Omit<Explanation, 'headline'>> & { readonly headline: string }

/** Puts parts together, in the order of what they explain. A danger or note of two parts stands once. */
export function mergeParts(parts: readonly Part[]): Omit<Explanation, 'headline'> {
  const all = <T>(pick: (part: Part) => readonly T[] | undefined) => parts.flatMap(part => pick(part) ?? [])
  return {
    outgoing: all(part => part.outgoing),
    incoming: all(part => part.incoming),
    permissions: all(part => part.permissions),
    dangers: distinct(all(part => part.dangers)),
    notes: [...new Set(all(part => part.notes))],
    details: all(part => part.details),
    raw: all(part => part.raw),
  }
}
