import { ed25519 } from '@noble/curves/ed25519.js'
import { readTransaction } from '@vitrine/shared/chains/solana-message.ts'
import { base58Bytes, base58Text, base64Text } from '@vitrine/shared/encoding.ts'
import type { SignedTransfer } from './ethereum-transfer.ts'
import { readFields, refuse, sentAmountOf } from './field.ts'

export const SOLANA_FIELDS = ['to', 'amount', 'blockhash', 'nonceAccount'] as const
export type SolanaField = (typeof SOLANA_FIELDS)[number]

/** A transfer of SOL as it will be signed. */
export interface SolanaTransfer {
  /** Base58. */
  readonly from: string
  readonly to: string
  readonly lamports: bigint
  /** A recent blockhash or, with `nonceAccount`, the value that is stored there. */
  readonly blockhash: string
  /** A durable nonce, whose authority is the wallet itself. */
  readonly nonceAccount: string | null
}

export const SOL_DECIMALS = 9
/** Lamports for each signature. */
export const SIGNATURE_FEE = 5_000n
const MAX_UINT64 = (1n << 64n) - 1n
const KEY_BYTES = 32
const SYSTEM_PROGRAM = base58Text(new Uint8Array(KEY_BYTES))
const RECENT_BLOCKHASHES = 'SysvarRecentB1ockHashes11111111111111111111'
/** Instructions of the System Program. */
const TRANSFER = 2
const ADVANCE_NONCE = 4

/**
 * Reads the form of a transfer.
 *
 * @param from the wallet's address.
 * @throws FieldProblems when a field cannot be signed as it stands.
 */
export function readSolanaTransfer(
  from: string,
  texts: Readonly<Record<SolanaField, string>>,
): SolanaTransfer {
  const hasNonce = texts.nonceAccount.trim() !== ''
  const { to, amount, blockhash, nonceAccount } = readFields<
    SolanaField,
    { to: string; amount: bigint; blockhash: string; nonceAccount: string | null }
  >(texts, {
    to: text => (text === SYSTEM_PROGRAM ? refuse('nobody') : readKey(text, 'address')),
    amount: text => sentAmountOf(text, SOL_DECIMALS, MAX_UINT64),
    blockhash: text => readKey(text, 'blockhash'),
    nonceAccount: text => (hasNonce ? readKey(text, 'address') : null),
  })
  return { from, to, lamports: amount, blockhash, nonceAccount }
}

function readKey(text: string, problem: 'address' | 'blockhash'): string {
  if (text === '') refuse('missing')
  return base58Bytes(text)?.length === KEY_BYTES ? text : refuse(problem)
}

/** Whether somebody can have a key of the address: one off the curve is a program's account. */
export function isOnCurve(address: string): boolean {
  try {
    ed25519.Point.fromBytes(base58Bytes(address) ?? new Uint8Array())
    return true
  } catch {
    return false
  }
}

/**
 * Signs a legacy transaction.
 *
 * @param key 32 bytes, the Ed25519 seed; the caller wipes them.
 * @throws Error when the key is not the sender's, or what was built is not a transaction.
 */
export function signSolanaTransfer(key: Uint8Array, transfer: SolanaTransfer): SignedTransfer {
  if (base58Text(ed25519.getPublicKey(key)) !== transfer.from)
    throw new Error('The key is of another wallet.')
  const message = transferMessage(transfer)
  const signature = ed25519.sign(message, key)
  const transaction = Uint8Array.from([1, ...signature, ...message])
  if (readTransaction(transaction) === null) throw new Error('The transaction is malformed.')
  return { transaction: base64Text(transaction), id: base58Text(signature) }
}

/** The message of `SystemProgram.transfer`, led by `advanceNonceAccount` where the nonce is durable. */
function transferMessage({ from, to, lamports, blockhash, nonceAccount }: SolanaTransfer): Uint8Array {
  const writable = [...new Set([from, ...(nonceAccount ? [nonceAccount] : []), to])]
  const readonly = [SYSTEM_PROGRAM, ...(nonceAccount ? [RECENT_BLOCKHASHES] : [])]
  const keys = [...writable, ...readonly]
  const instruction = (accounts: readonly string[], data: readonly number[]) => [
    keys.indexOf(SYSTEM_PROGRAM),
    accounts.length,
    ...accounts.map(it => keys.indexOf(it)),
    data.length,
    ...data,
  ]
  const instructions = [
    ...(nonceAccount
      ? [instruction([nonceAccount, RECENT_BLOCKHASHES, from], littleEndian(BigInt(ADVANCE_NONCE), 4))]
      : []),
    instruction([from, to], [...littleEndian(BigInt(TRANSFER), 4), ...littleEndian(lamports, 8)]),
  ]
  // Fewer than 128 of each, so that every length is one byte.
  return Uint8Array.from([
    ...[1, 0, readonly.length],
    ...[keys.length, ...keys.flatMap(bytes)],
    ...bytes(blockhash),
    ...[instructions.length, ...instructions.flat()],
  ])
}

const bytes = (text: string): number[] => [...(base58Bytes(text) ?? [])]

const littleEndian = (value: bigint, length: number): number[] =>
  Array.from({ length }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn))
