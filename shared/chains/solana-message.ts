import { base58Text } from '../encoding.ts'

/**
 * Solana's transaction format, legacy and version 0, read strictly: what a node would refuse as malformed is `null` here,
 * and every byte is accounted for. Two readers that disagree about one message are how a person is shown one thing and
 * signs another.
 *
 * Format: a transaction is a short vector of 64-byte signatures and the message. A message is, for version 0, the byte
 * 0x80; then three header bytes, account keys, a recent blockhash and instructions; and, for version 0, the address table
 * lookups. A short vector begins with its length as a 1 to 3 byte number, which has one valid spelling.
 */
export interface SolanaInstruction {
  /** Into the static keys: a program never comes from a lookup table. */
  readonly programIndex: number
  /** Into static keys, then looked-up writable ones, then looked-up readonly ones. */
  readonly accounts: readonly number[]
  readonly data: Uint8Array
}

export interface AddressTableLookup {
  /** Base58. */
  readonly table: string
  readonly writable: readonly number[]
  readonly readonly: readonly number[]
}

export interface SolanaMessage {
  readonly version: 'legacy' | 0
  /** The first so many keys must sign; the very first pays the fee. */
  readonly requiredSignatures: number
  readonly readonlySigned: number
  readonly readonlyUnsigned: number
  /** Static account keys, base58. */
  readonly keys: readonly string[]
  /** Base58; the stored nonce of a transaction with a durable nonce. */
  readonly blockhash: string
  readonly instructions: readonly SolanaInstruction[]
  readonly lookups: readonly AddressTableLookup[]
}

export interface SolanaTransaction {
  /** 64 bytes each, one for each required signer, all zero where one has not signed yet. */
  readonly signatures: readonly Uint8Array[]
  readonly message: SolanaMessage
  /** What is signed. */
  readonly messageBytes: Uint8Array
}

const SIGNATURE_BYTES = 64
const KEY_BYTES = 32
/** An index is one byte. */
const MAX_KEYS = 256

/** A whole transaction. @returns `null` when the bytes are not exactly one well-formed legacy or version 0 transaction */
export function readTransaction(bytes: Uint8Array): SolanaTransaction | null {
  return reading(() => {
    const at = cursor(bytes)
    const signatures = at.vector(() => at.take(SIGNATURE_BYTES))
    const messageBytes = at.rest()
    const message = readMessage(messageBytes)
    if (message === null || signatures.length !== message.requiredSignatures) throw new Malformed()
    return { signatures, message, messageBytes }
  })
}

/** What is signed of a transaction. @returns `null` when the bytes are not exactly one well-formed message */
export function readMessage(bytes: Uint8Array): SolanaMessage | null {
  return reading(() => {
    const at = cursor(bytes)
    const first = at.byte()
    const isLegacy = first < 0x80
    if (!isLegacy && first !== 0x80) throw new Malformed()
    const requiredSignatures = isLegacy ? first : at.byte()
    const message: SolanaMessage = {
      version: isLegacy ? 'legacy' : 0,
      requiredSignatures,
      readonlySigned: at.byte(),
      readonlyUnsigned: at.byte(),
      keys: at.vector(() => base58Text(at.take(KEY_BYTES))),
      blockhash: base58Text(at.take(KEY_BYTES)),
      instructions: at.vector(() => ({
        programIndex: at.byte(),
        accounts: at.vector(at.byte),
        data: at.take(at.length()),
      })),
      lookups: isLegacy
        ? []
        : at.vector(() => ({
            table: base58Text(at.take(KEY_BYTES)),
            writable: at.vector(at.byte),
            readonly: at.vector(at.byte),
          })),
    }
    if (at.rest().length > 0 || !isSane(message)) throw new Malformed()
    return message
  })
}

/** SIMD-0385: how the message of the next version begins, and its shortest form: one signer, one program, one call. */
const NEXT_VERSION = 0x81
const NEXT_VERSION_MIN_BYTES = 106

/**
 * Whether these bytes are a transaction, or what is signed of one, today or with the next version of the format. Nothing in
 * an Ed25519 signature tells a message from a transaction, so a "message" of this kind would move money unseen.
 */
export const isTransaction = (bytes: Uint8Array): boolean =>
  readTransaction(bytes) !== null ||
  readMessage(bytes) !== null ||
  (bytes[0] === NEXT_VERSION && bytes.length >= NEXT_VERSION_MIN_BYTES)

/** Whether the account at an index may be written to. @param lookedUpWritable how many writable keys the tables gave */
export function isWritable(message: SolanaMessage, index: number, lookedUpWritable: number): boolean {
  const { requiredSignatures, readonlySigned, readonlyUnsigned, keys } = message
  if (index < requiredSignatures) return index < requiredSignatures - readonlySigned
  if (index < keys.length) return index < keys.length - readonlyUnsigned
  return index < keys.length + lookedUpWritable
}

/** The transaction with a signature in the place of one signer, all else as it was. */
export function withSignature(
  transaction: Uint8Array,
  signerIndex: number,
  signature: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const signed = Uint8Array.from(transaction)
  // Fewer than 128 signers, so their number is one byte.
  signed.set(signature, 1 + signerIndex * SIGNATURE_BYTES)
  return signed
}

/** The rules that the runtime itself checks before it looks at any account. */
function isSane(message: SolanaMessage): boolean {
  const { requiredSignatures, readonlySigned, readonlyUnsigned, keys, instructions, lookups } = message
  const lookedUp = lookups.reduce((sum, it) => sum + it.writable.length + it.readonly.length, 0)
  const total = keys.length + lookedUp
  return (
    requiredSignatures > readonlySigned &&
    requiredSignatures + readonlyUnsigned <= keys.length &&
    total <= MAX_KEYS &&
    new Set(keys).size === keys.length &&
    lookups.every(({ writable, readonly }) => writable.length + readonly.length > 0) &&
    instructions.every(
      // The fee payer is no program.
      ({ programIndex, accounts }) =>
        programIndex > 0 && programIndex < keys.length && accounts.every(index => index < total),
    )
  )
}

class Malformed extends Error {}

function reading<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof Malformed) return null
    throw error
  }
}

function cursor(bytes: Uint8Array) {
  let offset = 0
  const take = (length: number): Uint8Array => {
    if (offset + length > bytes.length) throw new Malformed()
    offset += length
    return bytes.subarray(offset - length, offset)
  }
  const byte = (): number => take(1)[0] ?? 0
  /** 7 bits a byte, least significant first, at most 16 bits; a longer spelling of the same number is refused. */
  const length = (): number => {
    let value = 0
    for (let index = 0; index < 3; index++) {
      const next = byte()
      value |= (next & 0x7f) << (7 * index)
      if (next < 0x80) {
        if ((next === 0 && index > 0) || value > 0xffff) throw new Malformed()
        return value
      }
    }
    throw new Malformed()
  }
  return {
    take,
    byte,
    length,
    vector: <T>(read: () => T): T[] => Array.from({ length: length() }, read),
    rest: () => bytes.subarray(offset),
  }
}
