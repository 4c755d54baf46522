import type { ErrorCode } from '@vitrine/shared/errors/codes.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'

/** Longest sentence and longest revert data of a node that are passed on, in characters. */
const MAX_MESSAGE_LENGTH = 500
const MAX_DATA_LENGTH = 65_538

const numbered = (code: ErrorCode, eipCode: number, message: string, cause?: unknown) =>
  new VitrineError({ type: 'client_error', code, message, data: { eipCode } }, { cause })

/** EIP-1193 4901: there is no way to the chain. */
export const chainDisconnected = (name: string, cause?: unknown) =>
  numbered(
    'service_unavailable',
    4901,
    `No node of ${name} answers. Check the connection and try again.`,
    cause,
  )

/** The app's config, or the page's, names a node of another chain for this one. */
export const foreignEndpoint = (name: string, cause?: unknown) =>
  numbered(
    'service_unavailable',
    4901,
    `The endpoint that is configured for ${name} is of another chain, so it is not used.`,
    cause,
  )

export const withoutRpc = (name: string) =>
  numbered(
    'unsupported_chain_id',
    4901,
    `This wallet has no RPC endpoint for ${name}: it can sign there, and neither read nor send.`,
  )

/** The same, for a transaction that could be signed if it lacked nothing. @param missing names of its fields */
export const incompleteWithoutRpc = (name: string, missing: readonly string[]) =>
  numbered(
    'unsupported_chain_id',
    4901,
    `This wallet has no RPC endpoint for ${name}, so it cannot fill in what the transaction lacks: ${missing.join(', ')}.`,
  )

/** EIP-3326: the dapp may offer the chain by `wallet_addEthereumChain`. */
export const unknownChain = (chainId: number | string) =>
  numbered('unsupported_chain_id', 4902, `This wallet does not have the chain ${chainId}.`)

export const otherChain = (name: string) =>
  numbered('unsupported_chain_id', 4902, `The endpoint that was given for ${name} is of another chain.`)

/** What a node says no with, as JSON-RPC 2.0 has it. */
export interface NodeError {
  readonly code: number
  readonly message: string
  /** The data that a contract reverted with. */
  readonly data: string | null
}

/**
 * The node's own error for the dapp, which reads its number and the data that a contract reverted with.
 * Its words are the node's: shortened and stripped of control characters, since a screen shows them.
 */
export function refusedByNode({ code, message, data }: NodeError, cause?: unknown): VitrineError {
  return new VitrineError(
    {
      type: 'client_error',
      code: isInsufficientFunds(message) ? 'insufficient_balance' : 'transaction_failure',
      message: readable(message),
      data: { eipCode: code, ...(data !== null && data.length <= MAX_DATA_LENGTH && { data }) },
    },
    { cause },
  )
}

export const isInsufficientFunds = (message: string) =>
  /insufficient funds|insufficient balance/i.test(message)

function readable(message: string): string {
  const plain = message.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim()
  return plain.length > MAX_MESSAGE_LENGTH ? `${plain.slice(0, MAX_MESSAGE_LENGTH)}…` : plain
}
