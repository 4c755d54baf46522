import * as z from 'zod/mini'

/** Longest text that is kept, in UTF-16 units. */
const MAX_TEXT = 300

const text = z.nullable(z.string().check(z.maxLength(MAX_TEXT)))

/** What was approved when something was sent, in the words of that time. */
export const sentAbout = z.object({
  /** E.g. "Send 89 TUSD"; `null`: nobody saw it. */
  headline: text,
  /** Signed with the way, e.g. "−89 TUSD"; `null`: several, or none. */
  amount: text,
  /** The other side's address; `null`: several, or none. */
  party: text,
  /** Origin of the site that asked; `null`: the person did. */
  askedBy: text,
})
export type SentAbout = z.infer<typeof sentAbout>

/** What is longer would not be read again. */
export const keptText = (text: string): string => text.slice(0, MAX_TEXT)
