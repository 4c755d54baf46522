import { address, createNoopSigner, type V1TransactionConfig } from '@solana/kit'
import {
  AddressLookupTableAccount,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { getTransferSolInstruction } from '@solana-program/system'
import { describe, expect, it } from 'vitest'
import { base58Bytes, base58Text } from '../encoding.ts'
import { isWritable, readMessage, readTransaction, withSignature } from './solana-message.ts'
import { kitTransaction } from './testing/kit-transaction.ts'

const payer = Keypair.fromSeed(new Uint8Array(32).fill(7))
const to = Keypair.fromSeed(new Uint8Array(32).fill(8)).publicKey
const blockhash = base58Text(new Uint8Array(32).fill(9))
const transfer = SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: to, lamports: 5 })

const legacy = () => {
  const transaction = new Transaction({ feePayer: payer.publicKey, recentBlockhash: blockhash }).add(transfer)
  transaction.sign(payer)
  return new Uint8Array(transaction.serialize())
}
const table = new AddressLookupTableAccount({
  key: PublicKey.unique(),
  state: {
    addresses: [PublicKey.unique(), to],
    authority: PublicKey.unique(),
    deactivationSlot: 2n ** 64n - 1n,
    lastExtendedSlot: 0,
    lastExtendedSlotStartIndex: 0,
  },
})
const versioned = () => {
  const message = new TransactionMessage({
    payerKey: payer.publicKey,
    recentBlockhash: blockhash,
    instructions: [transfer],
  }).compileToV0Message([table])
  return new VersionedTransaction(message).serialize()
}

/** By kit, which writes version 1; web3.js does not. */
const version1 = (config: V1TransactionConfig = {}) =>
  kitTransaction({
    payer: payer.publicKey.toBase58(),
    blockhash,
    config,
    instructions: [
      getTransferSolInstruction({
        source: createNoopSigner(address(payer.publicKey.toBase58())),
        destination: address(to.toBase58()),
        amount: 5n,
      }),
    ],
  })

describe('base58', () => {
  it.each([
    ['', ''],
    ['00', '1'],
    ['0000ff', '115Q'],
    ['68656c6c6f', 'Cn8eVZg'],
  ])('writes %s as %s and reads it back', (hex, text) => {
    const bytes = new Uint8Array(Buffer.from(hex, 'hex'))
    expect(base58Text(bytes)).toBe(text)
    expect(base58Bytes(text)).toEqual(bytes)
  })

  it('agrees with web3.js on keys', () => {
    expect(base58Text(payer.publicKey.toBytes())).toBe(payer.publicKey.toBase58())
    expect(base58Bytes(to.toBase58())).toEqual(to.toBytes())
    expect(base58Text(new Uint8Array(32))).toBe(SystemProgram.programId.toBase58())
  })

  it.each(['0', 'O', 'l', 'I', ' ', '1'.repeat(129)])('refuses %j', text =>
    expect(base58Bytes(text)).toBeNull(),
  )
})

describe('reading a transaction', () => {
  it('reads a legacy one as web3.js wrote it', () => {
    const read = readTransaction(legacy())
    expect(read?.message).toMatchObject({
      version: 'legacy',
      requiredSignatures: 1,
      keys: [payer.publicKey.toBase58(), to.toBase58(), SystemProgram.programId.toBase58()],
      blockhash,
      lookups: [],
    })
    expect(read?.message.instructions).toEqual([
      { programIndex: 2, accounts: [0, 1], data: new Uint8Array(transfer.data) },
    ])
    expect([0, 1, 2].map(index => read && isWritable(read.message, index, 0))).toEqual([true, true, false])
  })

  it('reads a version 0 one with a lookup table', () => {
    const read = readTransaction(versioned())
    expect(read?.message).toMatchObject({
      version: 0,
      lookups: [{ table: table.key.toBase58(), writable: [1], readonly: [] }],
    })
    expect(read && isWritable(read.message, 2, 1)).toBe(true)
    expect(read && isWritable(read.message, 3, 1)).toBe(false)
  })

  it('reads a version 1 one with its configuration, as kit wrote it', () => {
    const config = { priorityFeeLamports: 2n ** 60n, computeUnitLimit: 1_400_000, heapSize: 65_536 }
    const read = readTransaction(version1(config))
    expect(read?.message).toEqual({
      version: 1,
      requiredSignatures: 1,
      readonlySigned: 0,
      readonlyUnsigned: 1,
      keys: [payer.publicKey.toBase58(), to.toBase58(), SystemProgram.programId.toBase58()],
      blockhash,
      instructions: [{ programIndex: 2, accounts: [0, 1], data: new Uint8Array(transfer.data) }],
      lookups: [],
      config: {
        priorityFee: 2n ** 60n,
        computeUnitLimit: 1_400_000,
        loadedAccountsDataSizeLimit: null,
        heapSize: 65_536,
      },
    })
    expect(read?.signatures).toEqual([new Uint8Array(64)])
    expect([0, 1, 2].map(index => read && isWritable(read.message, index, 0))).toEqual([true, true, false])
  })

  it('refuses a configuration of version 1 that a node refuses, or that nobody knows', () => {
    const mask = 4
    const heap = 42 + 3 * 32
    const bytes = version1({ heapSize: 65_536 })
    expect(bytes[mask]).toBe(0b10000)
    for (const unknown of [0b110000, 0b10001, 0b10010])
      expect(readTransaction(bytes.with(mask, unknown))).toBeNull()
    for (const size of [0, 1_024, 31 * 1_024, 65_537, 257 * 1_024]) {
      const changed = Uint8Array.from(bytes)
      new DataView(changed.buffer).setUint32(heap, size, true)
      expect(readTransaction(changed)).toBeNull()
    }
    // A bit that has no meaning yet, with four bytes of a value that nobody would have read.
    const later = Uint8Array.from([
      ...bytes.subarray(0, heap + 4),
      ...[1, 2, 3, 4],
      ...bytes.subarray(heap + 4),
    ])
    expect(readTransaction(later.with(mask, 0b110000))).toBeNull()
  })

  it.each([
    ['legacy', 1_232],
    [0, 1_232],
    [1, 4_096],
  ] as const)('reads no more bytes of version %s than a node accepts', (version, most) => {
    const withData = (length: number) =>
      kitTransaction({
        version,
        payer: payer.publicKey.toBase58(),
        blockhash,
        instructions: [{ programAddress: address(to.toBase58()), data: new Uint8Array(length) }],
      })
    // With 500 bytes of data its length is as wide as at the limit.
    const rest = most - (withData(500).length - 500)
    expect(withData(rest)).toHaveLength(most)
    expect(readTransaction(withData(rest))?.message.version).toBe(version)
    expect(readTransaction(withData(rest + 1))).toBeNull()
  })

  it.each([
    ['legacy', legacy],
    ['version 0', versioned],
    ['version 1', version1],
  ] as const)('refuses every truncation of a %s transaction, and a byte more', (_name, make) => {
    const bytes = make()
    for (let length = 0; length < bytes.length; length++)
      expect(readTransaction(bytes.subarray(0, length))).toBeNull()
    expect(readTransaction(Uint8Array.from([...bytes, 0]))).toBeNull()
  })

  it('refuses another version, a program that pays, and a number of signatures that does not fit', () => {
    const bytes = versioned()
    const message = 65
    expect(readTransaction(bytes.with(message, 0x81))).toBeNull()
    expect(readMessage(bytes.subarray(message).with(1, 0))).toBeNull()
    expect(readTransaction(Uint8Array.from([0, ...bytes.subarray(65)]))).toBeNull()
    const plain = legacy()
    const program = plain.length - transfer.data.length - 5
    expect(plain[program + 1]).toBe(2)
    expect(readTransaction(plain.with(program + 1, 0))).toBeNull()
    expect(readTransaction(plain.with(program + 1, 3))).toBeNull()
    expect(readTransaction(plain.with(program + 3, 9))).toBeNull()
  })

  it('refuses the same key twice: what happens to one would be shown for the other', () => {
    const bytes = legacy()
    const keys = 65 + 4
    bytes.copyWithin(keys + 32, keys, keys + 32)
    expect(readTransaction(bytes)).toBeNull()
  })

  it('refuses a length in more bytes than it needs', () => {
    const bytes = legacy()
    expect(readTransaction(Uint8Array.from([0x81, 0x00, ...bytes.subarray(1)]))).toBeNull()
  })

  it('puts a signature in its place and touches nothing else', () => {
    const bytes = versioned()
    const signed = withSignature(bytes, 0, new Uint8Array(64).fill(3))
    expect(readTransaction(signed)?.signatures).toEqual([new Uint8Array(64).fill(3)])
    expect(signed.subarray(65)).toEqual(bytes.subarray(65))
  })

  it('puts a signature behind the message of version 1', () => {
    const bytes = version1({ computeUnitLimit: 1 })
    const signed = withSignature(bytes, 0, new Uint8Array(64).fill(3))
    expect(readTransaction(signed)?.signatures).toEqual([new Uint8Array(64).fill(3)])
    expect(signed.subarray(0, -64)).toEqual(bytes.subarray(0, -64))
  })

  it.each(['', 'Sign in to shop.example', 'x'.repeat(2000), '\u0001\u0000\u0000'])(
    'does not take the text %j for a message',
    text => expect(readMessage(new TextEncoder().encode(text))).toBeNull(),
  )
})
