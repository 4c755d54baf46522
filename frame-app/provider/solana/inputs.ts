import { problemOf } from '@vitrine/shared/bridge/schema-problem.ts'
import { SOLANA_CHAINS } from '@vitrine/shared/chains/solana-clusters.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { MAX_SOLANA_TRANSACTION_BYTES } from '@vitrine/shared/wallet/sign-transaction.ts'
import { sendUiOptions } from '@vitrine/shared/wallet/ui-options.ts'
import { wholeNumber } from '@vitrine/shared/whole-number.ts'
import * as z from 'zod/mini'

/** Inputs of the Wallet Standard's features, with the account as its address. Unknown fields of an option are dropped. */

const address = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))
const bytes = (limit: number) =>
  z.instanceof(Uint8Array).check(z.refine(value => value.length > 0 && value.length <= limit))
const commitment = z.optional(z.enum(['processed', 'confirmed', 'finalized']))
const flag = z.optional(z.boolean())
/** One line: a line more in a field could pass for another field of the message. */
const line = z.optional(z.string().check(z.maxLength(1024), z.regex(/^\P{Cc}*$/u)))

export const connectInput = z.object({ silent: flag })

export const signMessageInput = z.object({
  address,
  // Whether it can be signed says `checkMessage`; an empty one can.
  message: z.instanceof(Uint8Array),
})

const sendOptions = z.object({
  commitment,
  preflightCommitment: commitment,
  skipPreflight: flag,
  maxRetries: z.optional(wholeNumber.check(z.nonnegative(), z.maximum(100))),
  minContextSlot: z.optional(wholeNumber.check(z.nonnegative())),
  optimisticBroadcast: flag,
  skipSimulation: flag,
  /** No one pays the fee in the user's place: asking for that is refused, not ignored. */
  sponsor: z.optional(z.literal(false)),
  mode: z.optional(z.enum(['serial', 'parallel'])),
  uiOptions: z.optional(sendUiOptions),
})

export const transactionInput = z.object({
  address,
  transaction: bytes(MAX_SOLANA_TRANSACTION_BYTES),
  chain: z.optional(z.enum(SOLANA_CHAINS)),
  options: z.optional(sendOptions),
})
export type TransactionInput = z.infer<typeof transactionInput>

/** `SolanaSignInInput`. */
export const signInInput = z.object({
  domain: line,
  address: z.optional(address),
  statement: line,
  uri: line,
  version: line,
  chainId: line,
  nonce: line,
  issuedAt: line,
  expirationTime: line,
  notBefore: line,
  requestId: line,
  resources: z.optional(
    z.array(z.string().check(z.maxLength(1024), z.regex(/^\P{Cc}*$/u))).check(z.maxLength(32)),
  ),
})
export type SignInInput = z.infer<typeof signInInput>

/** Messages and logins of one call, each of which has a screen of its own. */
const SCREENS_LIMIT = 16

/** As `readInputs`, of what a person is asked for one by one. */
export function readScreenInputs<T>(schema: z.ZodMiniType<T>, inputs: readonly unknown[]): T[] {
  if (inputs.length > SCREENS_LIMIT)
    throw clientError('invalid_data', `\`inputs\` has more than ${SCREENS_LIMIT} entries.`)
  return readInputs(schema, inputs)
}

/** @throws VitrineError `invalid_data` naming the input and the field */
export function readInputs<T>(schema: z.ZodMiniType<T>, inputs: readonly unknown[]): T[] {
  return inputs.map((input, index) => {
    const parsed = schema.safeParse(input)
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    const field = issue?.path.join('.')
    throw clientError(
      'invalid_data',
      `Input ${index + 1}: ${field ? `\`${field}\`` : 'it'} ${problemOf(issue)}`,
    )
  })
}
