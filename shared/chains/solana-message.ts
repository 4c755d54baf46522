import { base58Text } from '../encoding.ts'

/**
 * Reads Solana's transaction formats strictly: legacy, version 0 and version 1 (SIMD-0385). Bytes that a node refuses as
 * malformed are `null` here, and the reader accounts for every byte. If two readers disagree about one message, a user can
 * see one thing and sign another.
 *
 * Legacy and version 0: a transaction is a short vector of 64-byte signatures and the message. A message is, for version 0,
 * the byte 0x80; then three header bytes, account keys, a recent blockhash and instructions; and, for version 0, the address
 * table lookups. A short vector begins with its length as a 1 to 3 byte number, which has one valid spelling.
 *
 * Version 1: a transaction is the message and then its signatures, without a length. A message is the byte 0x81, three header
 * bytes, a mask of the configuration, a recent blockhash, the numbers of instructions and keys, the keys, the values of the
 * configuration, a header for each instruction, and then the accounts and data of each.
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

/** Limits and the fee that version 1 states in the message; `null` where the message does not set one. */
export interface SolanaConfig {
  /** Lamports for the whole transaction. */
  readonly priorityFee: bigint | null
  readonly computeUnitLimit: number | null
  /** Bytes. */
  readonly loadedAccountsDataSizeLimit: number | null
  /** Bytes. */
  readonly heapSize: number | null
}

export interface SolanaMessage {
  readonly version: 'legacy' | 0 | 1
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
  /** `null` before version 1, where instructions of the Compute Budget program have this meaning. Version 1 ignores those. */
  readonly config: SolanaConfig | null
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
const VERSION_0 = 0x80
const VERSION_1 = 0x81
/** An index is one byte. */
const MAX_KEYS = 256
/** The size of a whole transaction that a node accepts. */
const MAX_BYTES = 1_232
const VERSION_1_LIMITS = { bytes: 4_096, signatures: 12, keys: 64, instructions: 64 } as const
const HEAP = { least: 32_768, most: 262_144, step: 1_024 } as const

/** A whole transaction. @returns `null` when the bytes are not exactly one well-formed transaction that a node accepts */
export function readTransaction(bytes: Uint8Array): SolanaTransaction | null {
  return reading(() => {
    const isVersion1 = bytes[0] === VERSION_1
    if (bytes.length > (isVersion1 ? VERSION_1_LIMITS.bytes : MAX_BYTES)) throw new Malformed()
    const { signatures, messageBytes } = isVersion1 ? signaturesLast(bytes) : signaturesFirst(bytes)
    const message = readMessage(messageBytes)
    // The message of one version in the envelope of another has two meanings.
    if (message === null || (message.version === 1) !== isVersion1) throw new Malformed()
    if (signatures.length !== message.requiredSignatures) throw new Malformed()
    return { signatures, message, messageBytes }
  })
}

type Envelope = Pick<SolanaTransaction, 'signatures' | 'messageBytes'>

function signaturesFirst(bytes: Uint8Array): Envelope {
  const at = cursor(bytes)
  return { signatures: at.vector(() => at.take(SIGNATURE_BYTES)), messageBytes: at.rest() }
}

/** Only the message says how many signatures follow it. */
function signaturesLast(bytes: Uint8Array): Envelope {
  const at = cursor(bytes)
  const count = bytes[1] ?? 0
  const messageBytes = at.take(bytes.length - count * SIGNATURE_BYTES)
  return { signatures: at.list(count, () => at.take(SIGNATURE_BYTES)), messageBytes }
}

/** What is signed of a transaction. @returns `null` when the bytes are not exactly one well-formed message */
export function readMessage(bytes: Uint8Array): SolanaMessage | null {
  return reading(() => {
    const at = cursor(bytes)
    const message = bytes[0] === VERSION_1 ? readVersion1(at) : readEarlier(at)
    if (at.rest().length > 0 || !isSane(message)) throw new Malformed()
    return message
  })
}

/** Legacy and version 0. */
function readEarlier(at: Cursor): SolanaMessage {
  const first = at.byte()
  const isLegacy = first < VERSION_0
  if (!isLegacy && first !== VERSION_0) throw new Malformed()
  return {
    version: isLegacy ? 'legacy' : 0,
    requiredSignatures: isLegacy ? first : at.byte(),
    readonlySigned: at.byte(),
    readonlyUnsigned: at.byte(),
    keys: at.vector(at.key),
    blockhash: at.key(),
    instructions: at.vector(() => ({
      programIndex: at.byte(),
      accounts: at.vector(at.byte),
      data: at.take(at.length()),
    })),
    lookups: isLegacy
      ? []
      : at.vector(() => ({
          table: at.key(),
          writable: at.vector(at.byte),
          readonly: at.vector(at.byte),
        })),
    config: null,
  }
}

function readVersion1(at: Cursor): SolanaMessage {
  at.byte()
  const [requiredSignatures, readonlySigned, readonlyUnsigned] = [at.byte(), at.byte(), at.byte()]
  const mask = Number(at.number(4))
  const blockhash = at.key()
  const [instructionCount, keyCount] = [at.byte(), at.byte()]
  const keys = at.list(keyCount, at.key)
  const config = readConfig(at, mask)
  const headers = at.list(instructionCount, () => ({
    programIndex: at.byte(),
    accountCount: at.byte(),
    dataLength: Number(at.number(2)),
  }))
  return {
    version: 1,
    requiredSignatures,
    readonlySigned,
    readonlyUnsigned,
    keys,
    blockhash,
    instructions: headers.map(({ programIndex, accountCount, dataLength }) => ({
      programIndex,
      accounts: at.list(accountCount, at.byte),
      data: at.take(dataLength),
    })),
    lookups: [],
    config,
  }
}

/** One bit for each four bytes of values. A bit without a meaning today would move everything that follows. */
function readConfig(at: Cursor, mask: number): SolanaConfig {
  const feeBits = mask & 0b11
  if (mask > 0b11111 || feeBits === 0b01 || feeBits === 0b10) throw new Malformed()
  const priorityFee = feeBits === 0b11 ? at.number(8) : null
  const limit = (bit: number) => (mask & bit ? Number(at.number(4)) : null)
  const [computeUnitLimit, loadedAccountsDataSizeLimit, heapSize] = [
    limit(0b100),
    limit(0b1000),
    limit(0b10000),
  ]
  return { priorityFee, computeUnitLimit, loadedAccountsDataSizeLimit, heapSize }
}

/** The shortest message of version 1: one signer, who pays a fee for nothing. */
const VERSION_1_MIN_BYTES = 74

/**
 * Whether these bytes are a transaction, or what is signed of one. Nothing in an Ed25519 signature tells a message from a
 * transaction, so a "message" of this kind would move money unseen. Version 1 counts by its first byte, also with a
 * configuration that this reader does not know.
 */
export const isTransaction = (bytes: Uint8Array): boolean =>
  readTransaction(bytes) !== null ||
  readMessage(bytes) !== null ||
  (bytes[0] === VERSION_1 && bytes.length >= VERSION_1_MIN_BYTES)

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
  const [first = 0, signers = 0] = transaction
  // Before version 1 the signatures follow their number, which is one byte: there are fewer than 128.
  const begin = first === VERSION_1 ? transaction.length - signers * SIGNATURE_BYTES : 1
  signed.set(signature, begin + signerIndex * SIGNATURE_BYTES)
  return signed
}

/** The rules that the runtime itself checks before it looks at any account. */
function isSane(message: SolanaMessage): boolean {
  const { version, requiredSignatures, readonlySigned, readonlyUnsigned, keys, instructions, lookups } =
    message
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
    ) &&
    (version !== 1 || isWithinVersion1(message))
  )
}

function isWithinVersion1({ requiredSignatures, keys, instructions, config }: SolanaMessage): boolean {
  const heap = config?.heapSize ?? HEAP.least
  return (
    requiredSignatures <= VERSION_1_LIMITS.signatures &&
    keys.length <= VERSION_1_LIMITS.keys &&
    instructions.length <= VERSION_1_LIMITS.instructions &&
    heap >= HEAP.least &&
    heap <= HEAP.most &&
    heap % HEAP.step === 0
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

type Cursor = ReturnType<typeof cursor>

function cursor(bytes: Uint8Array) {
  let offset = 0
  const take = (length: number): Uint8Array => {
    if (length < 0 || offset + length > bytes.length) throw new Malformed()
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
  const list = <T>(count: number, read: () => T): T[] => Array.from({ length: count }, read)
  return {
    take,
    byte,
    length,
    list,
    vector: <T>(read: () => T): T[] => list(length(), read),
    /** 32 bytes, base58. */
    key: () => base58Text(take(KEY_BYTES)),
    /** Little-endian. */
    number: (width: number) => take(width).reduceRight((sum, next) => sum * 256n + BigInt(next), 0n),
    rest: () => bytes.subarray(offset),
  }
}
