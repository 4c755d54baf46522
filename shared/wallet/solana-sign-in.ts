import { base58Bytes } from '../encoding.ts'

/**
 * What a Solana wallet that signs no plain text signs in its place (contract §10.1): the message as the memo of a transaction,
 * as hardware wallets take it, or Solana's off-chain envelope.
 */

/** What carries the message: itself, as text; or one of these. */
export const MESSAGE_TYPES = ['plain', 'transaction', 'offchain-message'] as const

/** Programs that write a text and do nothing: the present one, and the first. */
export const MEMO_PROGRAMS = [
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
] as const
/** Says what the transaction may cost at most; wallets put it beside what they are given. */
export const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111'

const utf8 = new TextEncoder()
const KEY_BYTES = 32

/** How every off-chain message begins: no transaction does. */
const OFFCHAIN_MARK = joined([0xff], utf8.encode('solana offchain'))
const OFFCHAIN_VERSION = 0
/** UTF-8, with lines, which format 0 has none of. */
const OFFCHAIN_UTF8 = 1

/**
 * The envelope (Solana's "Off-Chain Message Signing", version 0): mark, version, application domain of 32 bytes, format, number
 * of signers, signers, length (little-endian), message. The application domain is the origin in UTF-8, filled up with zeros; of
 * one that is longer its first 32 bytes. The message itself names it in full.
 * @throws TypeError when `address` is none
 */
export function offchainMessage(origin: string, address: string, message: string): Uint8Array<ArrayBuffer> {
  const text = utf8.encode(message)
  const domain = new Uint8Array(KEY_BYTES)
  domain.set(utf8.encode(origin).subarray(0, KEY_BYTES))
  return joined(
    OFFCHAIN_MARK,
    [OFFCHAIN_VERSION],
    domain,
    [OFFCHAIN_UTF8, 1],
    keyOf(address),
    [text.length & 0xff, text.length >> 8],
    text,
  )
}

/** Where the message begins in an envelope with one signer. */
export const OFFCHAIN_MESSAGE_OFFSET = OFFCHAIN_MARK.length + 1 + KEY_BYTES + 2 + KEY_BYTES + 2

function keyOf(address: string): Uint8Array {
  const bytes = base58Bytes(address)
  if (bytes?.length !== KEY_BYTES) throw new TypeError(`${address} is no Solana address`)
  return bytes
}

function joined(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap(part => [...part]))
}
