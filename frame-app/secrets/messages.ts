import { EXPORTED_SECRETS } from '@vitrine/shared/wallet/embedded.ts'
import { hpkeSealed } from '@vitrine/shared/wallet/import-export.ts'
import { wholeNumber } from '@vitrine/shared/whole-number.ts'
import * as z from 'zod/mini'

/**
 * What the frame and the secrets document say to each other. The document is of no origin, so neither can name the other's: each
 * takes the first message from the window that it knows the other by, and all that follows comes over the port that is handed
 * over once. Keys cross encrypted for the one that opens them, and never otherwise.
 */

const chainType = z.enum(['ethereum', 'solana'])
const address = z.string().check(z.minLength(32), z.maxLength(64))
const walletIndex = z.nullable(wholeNumber.check(z.nonnegative(), z.maximum(2 ** 31 - 1)))
/** A P-256 public key, base64 SPKI. */
const recipient = z.string().check(z.maxLength(256), z.regex(/^[A-Za-z\d+/]+={0,2}$/))
const sentence = z.string().check(z.maxLength(1000))
const wallet = z.object({ chainType, address, walletIndex })
/** What tells a wallet from others, and where its key is in the words; `null`: it is of no words of ours. */
export type ToldWallet = z.infer<typeof wallet>

/**
 * Document → frame, from window to window, until it has the port. `load` is drawn anew with each load: it tells a document that says
 * again that it is there from one that was loaded in its place.
 */
export const ready = z.object({
  to: z.literal('vitrine:secrets-frame'),
  event: z.literal('ready'),
  load: z.uuid(),
})
export type Ready = z.infer<typeof ready>

/** Frame → document, with the port. */
export const start = z.object({
  to: z.literal('vitrine:secrets-document'),
  event: z.literal('start'),
  look: z.object({ colorScheme: z.enum(['light', 'dark']), tokens: z.record(z.string(), z.string()) }),
  language: z.string(),
  direction: z.enum(['ltr', 'rtl']),
  /** What is said, by key: those of `secret.`. */
  words: z.record(z.string(), z.string()),
})
export type Start = z.infer<typeof start>

const kitFacts = z.object({
  app: z.string(),
  /** The wallet origin. */
  origin: z.string(),
  /** Unix ms. */
  createdAt: z.number(),
  /** SHA-256 of the recovery page, hex; `null`: unknown. */
  pageHash: z.nullable(z.string().check(z.regex(/^[\da-f]{64}$/))),
  /** Of all that may be of this secret; the document finds out which are. */
  wallets: z.array(wallet).check(z.maxLength(64)),
})
export type KitFacts = z.infer<typeof kitFacts>

const shown = { sealed: hpkeSealed, secret: z.enum(EXPORTED_SECRETS), wallet }

export const toDocument = z.union([
  z.object({ event: z.literal('show'), ...shown }),
  /** `canPrint`: it is a window of its own. */
  z.object({ event: z.literal('kit'), ...shown, facts: kitFacts, canPrint: z.boolean() }),
  /** One more secret for the kit that stands there. */
  z.object({ event: z.literal('add'), ...shown }),
  z.object({ event: z.literal('enter'), chainType }),
  /** What was typed may go to this key. */
  z.object({ event: z.literal('seal-for'), recipient }),
  /** What was typed cannot be imported, in the frame's words. */
  z.object({ event: z.literal('refused'), message: sentence }),
  /** What became of a copy after its time. */
  z.object({ event: z.literal('clipboard'), status: z.enum(['cleared', 'kept']) }),
])
export type ToDocument = z.infer<typeof toDocument>

export const toFrame = z.union([
  /** Whom to encrypt for: a key of this document, made for this one time. */
  z.object({ event: z.literal('recipient'), recipient }),
  /** A key was typed that makes this address, and its person wants it imported. */
  z.object({
    event: z.literal('typed'),
    chainType,
    address,
    entropy: z.union([
      z.object({ type: z.literal('private-key') }),
      z.object({ type: z.literal('hd'), index: wholeNumber.check(z.nonnegative(), z.maximum(2 ** 31 - 1)) }),
    ]),
  }),
  z.object({ event: z.literal('sealed'), sealed: hpkeSealed }),
  /** The kit stands there now, without these wallets of the person's. */
  z.object({ event: z.literal('kit-shown'), missing: z.array(address).check(z.maxLength(64)) }),
  /** What came is not the key of this wallet: nothing is shown. */
  z.object({ event: z.literal('mismatch') }),
  /** CSS px of what stands in it. */
  z.object({ event: z.literal('height'), px: wholeNumber.check(z.nonnegative(), z.maximum(4000)) }),
  z.object({ event: z.literal('copied') }),
  /** Escape was pressed. */
  z.object({ event: z.literal('leave') }),
])
export type ToFrame = z.infer<typeof toFrame>
/** A key that was typed, without the key. */
export type Typed = Extract<ToFrame, { event: 'typed' }>
