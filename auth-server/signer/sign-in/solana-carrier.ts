import { readTransaction } from '@vitrine/shared/chains/solana-message.ts'
import { base64Bytes } from '@vitrine/shared/encoding.ts'
import {
  COMPUTE_BUDGET_PROGRAM,
  MEMO_PROGRAMS,
  OFFCHAIN_MESSAGE_OFFSET,
  offchainMessage,
} from '@vitrine/shared/wallet/solana-sign-in.ts'
import type { LoginProof } from '../operations.ts'

export type Carriage = Extract<LoginProof, { type: 'message' }>['carriage']

/** A sign-in message as a Solana wallet signed it. */
export interface CarriedMessage {
  readonly text: string
  /** What the signature is of. */
  readonly signed: Uint8Array
  /** Whether what carries it is this wallet's, for this site, and nothing besides. */
  isOf(origin: string, address: string): boolean
}

/** @returns `null` for what carries no message, or could do anything else */
export function readCarried(carriage: Carriage, written: string): CarriedMessage | null {
  if (carriage === 'plain')
    return { text: written, signed: new TextEncoder().encode(written), isOf: () => true }
  const bytes = base64Bytes(written)
  if (bytes === null) return null
  return carriage === 'transaction' ? inTransaction(bytes) : inEnvelope(bytes)
}

/** The message as the memo of a transaction that has one signer, and does nothing but say it and limit its own cost. */
function inTransaction(bytes: Uint8Array): CarriedMessage | null {
  const transaction = readTransaction(bytes)
  if (!transaction) return null
  const { message, messageBytes } = transaction
  const { keys, instructions, requiredSignatures, lookups } = message
  const programOf = (index: number) => keys[index] ?? ''
  const memos = instructions.filter(it => isMemo(programOf(it.programIndex)))
  const others = instructions.filter(it => !memos.includes(it))
  const text = memos[0] && readText(memos[0].data)
  const isIdle =
    memos.length === 1 &&
    others.every(it => programOf(it.programIndex) === COMPUTE_BUDGET_PROGRAM) &&
    requiredSignatures === 1 &&
    lookups.length === 0
  if (!isIdle || text === undefined || text === null) return null
  return { text, signed: messageBytes, isOf: (_origin, address) => keys[0] === address }
}

/** Solana's off-chain envelope: made anew of what it says, it must be the same. */
function inEnvelope(bytes: Uint8Array): CarriedMessage | null {
  const text = readText(bytes.subarray(OFFCHAIN_MESSAGE_OFFSET))
  if (text === null) return null
  return {
    text,
    signed: bytes,
    isOf: (origin, address) => Buffer.from(bytes).equals(offchainMessage(origin, address, text)),
  }
}

const isMemo = (program: string): boolean => MEMO_PROGRAMS.some(it => it === program)

function readText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
