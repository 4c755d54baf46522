import { base64Bytes } from '@vitrine/shared/encoding.ts'
import * as z from 'zod/mini'
import type { ChainAccount } from './ports.ts'

/**
 * Answers of the node, as far as they are read. A node is an operator's choice and still not believed in shape. Only parts
 * of the schema library that the login needs too: what is used here would else be loaded there.
 */
const lamports = z.number().check(z.nonnegative())
const account = z.nullable(
  z.object({
    lamports,
    owner: z.string().check(z.maxLength(64)),
    /** The bytes and the name of their encoding. */
    data: z.array(z.string()).check(
      z.minLength(2),
      z.maxLength(2),
      z.refine(([text, encoding]) => encoding === 'base64' && base64Bytes(text ?? '') !== null),
    ),
  }),
)
const reason = z.optional(z.unknown())
const logs = z.optional(z.nullable(z.array(z.string())))

export const accountsAnswer = z.object({ value: z.array(account) })
export const blockhashAnswer = z.object({
  value: z.object({ blockhash: z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)) }),
})
export const feeAnswer = z.object({ value: z.nullable(lamports) })
export const simulationAnswer = z.object({
  value: z.object({ err: reason, logs, accounts: z.optional(z.nullable(z.array(account))) }),
})
export const signatureAnswer = z.string().check(z.maxLength(96))
export const heightAnswer = z.number().check(z.nonnegative())
export const validityAnswer = z.object({ value: z.boolean() })
export const statusesAnswer = z.object({
  value: z.array(
    z.nullable(
      z.object({
        err: reason,
        confirmationStatus: z.optional(z.nullable(z.enum(['processed', 'confirmed', 'finalized']))),
      }),
    ),
  ),
})
export const listAnswer = z.array(
  z.object({
    signature: z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/)),
    err: reason,
    blockTime: z.optional(z.nullable(z.number())),
  }),
)
/** `data` of the error -32002, "Transaction simulation failed". */
export const preflightData = z.object({ err: reason, logs })

/** JSON has no integers beyond 2^53: a larger balance loses its last digits, and none is made up. */
export const toLamports = (value: number): bigint => BigInt(Math.trunc(value))

export const toAccount = (answer: z.infer<typeof account>): ChainAccount | null =>
  answer && {
    lamports: toLamports(answer.lamports),
    owner: answer.owner,
    data: base64Bytes(answer.data[0] ?? '') ?? new Uint8Array(),
  }
