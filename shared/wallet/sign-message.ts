import * as z from 'zod/mini'
import { hexBytes } from '../encoding.ts'

/** Longest message that is shown and signed, in bytes: a screen cannot present more. */
export const MAX_MESSAGE_BYTES = 65_536
/** Two digits for each byte, after `0x`. */
const MAX_MESSAGE_LENGTH = 2 * MAX_MESSAGE_BYTES + 2

const params = z.strictObject({
  /** Text for `utf-8`, 0x-prefixed bytes for `hex`. */
  message: z.string().check(z.maxLength(MAX_MESSAGE_LENGTH)),
  encoding: z.enum(['utf-8', 'hex']),
})

/**
 * POST /wallets/:wallet_id/rpc with `personal_sign` (contract §6.1; EIP-191 version 0x45). The shape alone: whether the
 * message can be signed is for who signs it to say, see `messageBytes`.
 */
export const personalSignRequest = z.strictObject({ method: z.literal('personal_sign'), params })

export const personalSignResponse = z.object({
  method: z.literal('personal_sign'),
  data: z.object({ signature: z.string().check(z.regex(/^0x[0-9a-f]{130}$/)), encoding: z.literal('hex') }),
})

/**
 * POST /wallets/:wallet_id/rpc with Solana's `signMessage` (contract §6.1): Ed25519 over the bytes as they are. The shape
 * alone: the bytes are read by who signs them, see `solanaSigning`.
 */
export const solanaSignMessageRequest = z.strictObject({
  method: z.literal('signMessage'),
  params: z.strictObject({
    message: z.string().check(z.maxLength(4 * Math.ceil(MAX_MESSAGE_BYTES / 3))),
    encoding: z.literal('base64'),
  }),
})

export const solanaSignMessageResponse = z.object({
  method: z.literal('signMessage'),
  /** 64 bytes. */
  data: z.object({
    signature: z.string().check(z.regex(/^[A-Za-z0-9+/]{86}==$/)),
    encoding: z.literal('base64'),
  }),
})

/** A message as a page gives it: text, or 0x-prefixed bytes. */
export type GivenMessage = z.infer<typeof params>

/**
 * The bytes that are signed of a message: the one rule of what can be signed, for the frame that asks a person and for the
 * signer that does not believe it.
 * @throws RangeError when the message has no such bytes: broken hex, a lone surrogate, or more than 65,536 bytes
 */
export function messageBytes({ message, encoding }: GivenMessage): Uint8Array<ArrayBuffer> {
  // Before anything is read of it: a page may send any length.
  if (message.length > MAX_MESSAGE_LENGTH) throw unsignable(TOO_LONG)
  const bytes = encoding === 'hex' ? prefixedBytes(message) : utf8Bytes(message)
  if (bytes.length > MAX_MESSAGE_BYTES) throw unsignable(TOO_LONG)
  return bytes
}

const TOO_LONG = `it is longer than ${MAX_MESSAGE_BYTES} bytes`

const unsignable = (why: string) => new RangeError(`The message cannot be signed as it was shown: ${why}.`)

function prefixedBytes(message: string) {
  const bytes = message.startsWith('0x') ? hexBytes(message.slice(2)) : null
  if (bytes === null) throw unsignable('with encoding "hex" it is 0x followed by whole bytes')
  return bytes
}

function utf8Bytes(message: string) {
  // A lone surrogate has no UTF-8 form: the bytes signed would not be the text shown.
  if (/\p{Surrogate}/u.test(message)) throw unsignable('it has characters that cannot be written as UTF-8')
  return new TextEncoder().encode(message)
}
