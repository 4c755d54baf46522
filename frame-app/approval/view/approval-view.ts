import * as z from 'zod/mini'
import { explanation } from '../explain/explanation.ts'

const text = z.string()

/** An amount as the app's `priceDisplay` wants it first, and the other way of counting beside it. */
const amount = { first: text, beside: z.nullable(text) }

/** What a key of the app's may do with the wallet from now on, without asking again. */
const offer = z.object({
  /** Whose key it is, where there are several; `null`: the title says it. */
  name: z.nullable(text),
  /** At most how much, in how long; none: it may spend nothing. */
  limits: z.array(
    z.object({
      figure: text,
      beside: z.nullable(text),
      per: text,
      /** How much of it is used, of what was given already. */
      used: z.nullable(text),
      /** The contract of a token whose name nobody vouches for. */
      token: z.nullable(text),
    }),
  ),
  /** What it may do, to whom, until when. All addresses: one that is left out could be the one that matters. */
  rows: z.array(z.object({ label: text, texts: z.array(text), addresses: z.array(text) })),
})
export type Offer = z.infer<typeof offer>

/**
 * All that an approval shows: plain data with its words in it, so that the frame and the window show the same. The
 * window takes it from the frame that opened it and checks it against this schema.
 */
export const approvalView = z.object({
  title: text,
  /** Who asks; `null`: the person themself, in their wallet. */
  site: z.nullable(
    z.object({
      /** The pinned origin. */
      origin: text,
      /** The app's, as its operator named it: its letter stands in where there is no picture. */
      name: text,
      icon: z.nullable(text),
      /** What the site says about the request, a stranger's words: each by itself, with what it gives it as. */
      says: z.array(z.object({ label: text, words: text })),
      /** A picture of the site's, beside its words; `src` is of its pinned origin or `data:`. */
      picture: z.nullable(z.object({ src: text, alt: text, size: z.enum(['sm', 'lg']) })),
      /** Where the site says more about the contract. */
      link: z.nullable(text),
    }),
  ),
  asks: text,
  wallet: text,
  network: z.nullable(text),
  explanation,
  offers: z.array(offer),
  /** A message that is signed as it is; `null`: what is signed is explained instead. */
  message: z.nullable(
    z.object({
      /** `null` when its bytes are no text. */
      text: z.nullable(text),
      /** All of its bytes, 0x-prefixed. */
      hex: text,
      /** The site gave bytes, not text. */
      isData: z.boolean(),
    }),
  ),
  fee: z.nullable(
    z.object({
      fee: z.object(amount),
      /** The most that it may come to, where that is something else. */
      atMost: z.nullable(text),
      /** What else is to be said of it, e.g. that somebody else pays. */
      note: z.nullable(text),
      /** That it has gone up since it was first shown, where that has to be seen. */
      risen: z.nullable(text),
      /** All that leaves, the fee among it; `null`: nothing but the fee does, or it cannot be counted. */
      total: z.nullable(z.object({ ...amount, atMost: z.nullable(text) })),
      /** What the wallet then has of what leaves it. */
      after: z.array(text),
    }),
  ),
  /** Why this cannot be approved, whoever approves it: too small a balance. */
  shortage: z.nullable(text),
  /** What a press approves, in words of ours alone; it stands on the button. */
  act: text,
})
export type ApprovalView = z.infer<typeof approvalView>

/** What a transaction costs, and `shortage`: why the wallet cannot pay it. */
export interface Cost {
  readonly fee: NonNullable<ApprovalView['fee']>
  readonly shortage: string | null
  /** Of a token there is too little. Its contract decides that, so it can be approved all the same. */
  readonly lacking?: { readonly token: `0x${string}`; readonly sentence: string } | null | undefined
}
