import * as z from 'zod/mini'
import { base64Bytes, hexBytes } from '../encoding.ts'
import { MAX_MESSAGE_BYTES } from './message-limit.ts'

const params = z.strictObject({
  /** Text for `utf-8`, 0x-prefixed bytes for `hex`. */
  message: z.string().check(z.maxLength(2 * MAX_MESSAGE_BYTES + 2)),
  encoding: z.enum(['utf-8', 'hex']),
})

/** POST /wallets/:wallet_id/rpc with `personal_sign` (contract §6.1; EIP-191 version 0x45). */
export const personalSignRequest = z.strictObject({
  method: z.literal('personal_sign'),
  params: params.check(
    z.refine(value => messageBytes(value) !== null, {
      error: 'Write text, or 0x-prefixed hex of whole bytes, of 65,536 bytes at most',
      path: ['message'],
    }),
  ),
})

export const personalSignResponse = z.object({
  method: z.literal('personal_sign'),
  data: z.object({ signature: z.string().check(z.regex(/^0x[0-9a-f]{130}$/)), encoding: z.literal('hex') }),
})

/** POST /wallets/:wallet_id/rpc with Solana's `signMessage` (contract §6.1): Ed25519 over the bytes as they are. */
export const solanaSignMessageRequest = z.strictObject({
  method: z.literal('signMessage'),
  params: z.strictObject({
    message: z.string().check(
      z.maxLength(4 * Math.ceil(MAX_MESSAGE_BYTES / 3)),
      z.refine(text => base64Bytes(text) !== null, 'Write padded base64'),
    ),
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

/**
 * The bytes that `personal_sign` signs.
 * @returns `null` when the message has no such bytes: broken hex, a lone surrogate (it would be signed as another
 * character than was shown), or more than 65,536 bytes.
 */
export function messageBytes({ message, encoding }: z.infer<typeof params>): Uint8Array<ArrayBuffer> | null {
  const bytes = encoding === 'hex' ? prefixedBytes(message) : utf8Bytes(message)
  return bytes !== null && bytes.length <= MAX_MESSAGE_BYTES ? bytes : null
}

const prefixedBytes = (message: string) => (message.startsWith('0x') ? hexBytes(message.slice(2)) : null)

const utf8Bytes = (message: string) =>
  /\p{Surrogate}/u.test(message) ? null : new TextEncoder().encode(message)
