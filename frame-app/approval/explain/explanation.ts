import * as z from 'zod/mini'
import type { Asset } from '../reads/simulation.ts'

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
  /** Whom it goes to or comes from; `null` when only a trial tells of it. */
  party: address,
})
export type Line = z.infer<typeof line>

/** Somebody may take something later, without asking again. */
const permission = z.object({
  what: text,
  token: address,
  who: text,
  /** Until when, in words; `null` when it ends by itself at once. */
  until: z.nullable(text),
  /** Unlimited, or everything: marked. */
  isGrave: z.boolean(),
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
  leaves: z.array(line),
  arrives: z.array(line),
  permissions: z.array(permission),
  /** What a person should know before approving, gravest first. */
  dangers: z.array(text),
  notes: z.array(text),
  details: z.array(detail),
  /** Exactly what is signed or sent, one press away. */
  raw: z.array(z.object({ label: text, value: text })),
})
export type Explanation = z.infer<typeof explanation>

/** What an action itself says that it takes: a trial that takes more is told apart by it. */
export interface Taking {
  readonly asset: Asset
  readonly amount: bigint
}

/** A part of it; parts are put together in the order of what they explain. */
export type Part = Partial<Omit<Explanation, 'headline'>> & {
  readonly headline: string
  readonly takes?: readonly Taking[]
  /** What it takes is not all in its words: a trial tells the rest, and that alone is no alarm. */
  readonly isOpen?: boolean
  /** It is done to get something: a trial that brings nothing belies it. */
  readonly brings?: boolean
}
