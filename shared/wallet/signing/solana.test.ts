import { ed25519 } from '@noble/curves/ed25519.js'
import {
  createKeyPairFromBytes,
  getTransactionDecoder,
  getTransactionEncoder,
  signTransaction,
} from '@solana/kit'
import {
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { describe, expect, test } from 'vitest'
import { isTransaction, readMessage } from '../../chains/solana-message.ts'
import { kitInstruction, kitTransaction } from '../../chains/testing/kit-transaction.ts'
import { base64Text } from '../../encoding.ts'
import { solanaSignTransactionRequest } from '../sign-transaction.ts'
import { solanaSigning } from './solana.ts'

const [payer, second, stranger] = [7, 8, 9].map(byte => Keypair.fromSeed(new Uint8Array(32).fill(byte))) as [
  Keypair,
  Keypair,
  Keypair,
]
const blockhash = PublicKey.default.toBase58()
const transfer = (from: Keypair) =>
  SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: stranger.publicKey, lamports: 1 })

const legacy = () =>
  new Transaction({ feePayer: payer.publicKey, recentBlockhash: blockhash }).add(
    transfer(payer),
    transfer(second),
  )
const versioned = () =>
  new VersionedTransaction(
    new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: blockhash,
      instructions: [transfer(payer), transfer(second)],
    }).compileToV0Message(),
  )
const unsigned = {
  legacy: () => new Uint8Array(legacy().serialize({ requireAllSignatures: false })),
  'version 0': () => versioned().serialize(),
}

const sign = (transaction: Uint8Array, by: Keypair) => {
  const params = { transaction: base64Text(transaction), encoding: 'base64' } as const
  const { message, answer } = solanaSigning({ method: 'signTransaction', params }, by.publicKey.toBase58())
  const { signed_transaction } = answer(ed25519.sign(message, by.secretKey.slice(0, 32)))
  return new Uint8Array(Buffer.from(signed_transaction, 'base64'))
}
const signMessage = (message: Uint8Array) =>
  solanaSigning(
    { method: 'signMessage', params: { message: base64Text(message), encoding: 'base64' } },
    payer.publicKey.toBase58(),
  )

describe.each(Object.entries(unsigned))('a transaction, %s', (_, make) => {
  test('signed by both its signers, in either order, is the one that web3.js signs', () => {
    const expected = VersionedTransaction.deserialize(make())
    expected.sign([payer, second])
    expect(sign(sign(make(), payer), second)).toEqual(expected.serialize())
    expect(sign(sign(make(), second), payer)).toEqual(expected.serialize())
  })

  test('keeps what others signed, and every byte of its message', () => {
    const before = sign(make(), second)
    const after = sign(before, payer)
    const [read, readBefore] = [after, before].map(bytes => VersionedTransaction.deserialize(bytes))
    expect(read?.signatures[1]).toEqual(readBefore?.signatures[1])
    expect(read?.message.serialize()).toEqual(readBefore?.message.serialize())
  })

  test('that does not ask for this wallet’s signature is refused', () => {
    // It is named in the transaction, as the recipient.
    expect(() => sign(make(), stranger)).toThrow('does not ask for a signature by this wallet')
  })

  test('that is cut short or has bytes to spare is refused', () => {
    const bytes = make()
    for (let length = 0; length < bytes.length; length++) {
      expect(() => sign(bytes.slice(0, length), payer)).toThrow('not a Solana transaction')
    }
    expect(() => sign(Uint8Array.from([...bytes, 0]), payer)).toThrow('not a Solana transaction')
  })

  test('is not signed as a message', () => {
    const message = VersionedTransaction.deserialize(make()).message.serialize()
    for (const bytes of [message, make()]) {
      expect(isTransaction(bytes)).toBe(true)
      expect(() => signMessage(bytes)).toThrow('sign it as one')
    }
  })
})

describe('a transaction, version 1', () => {
  const make = () =>
    kitTransaction({
      payer: payer.publicKey.toBase58(),
      blockhash,
      instructions: [transfer(payer), transfer(second)].map(kitInstruction),
      config: { computeUnitLimit: 1_000, priorityFeeLamports: 5n },
    })

  test('signed by both its signers, in either order, is the one that kit signs', async () => {
    const pairs = await Promise.all([payer, second].map(it => createKeyPairFromBytes(it.secretKey)))
    const kits = await signTransaction(pairs, getTransactionDecoder().decode(make()))
    const expected = new Uint8Array(getTransactionEncoder().encode(kits))
    expect(sign(sign(make(), payer), second)).toEqual(expected)
    expect(sign(sign(make(), second), payer)).toEqual(expected)
  })

  test('that does not ask for this wallet’s signature, or is cut short, is refused', () => {
    const bytes = make()
    expect(() => sign(bytes, stranger)).toThrow('does not ask for a signature by this wallet')
    for (let length = 0; length < bytes.length; length++)
      expect(() => sign(bytes.slice(0, length), payer)).toThrow('not a Solana transaction')
    expect(() => sign(Uint8Array.from([...bytes, 0]), payer)).toThrow('not a Solana transaction')
  })

  test('is not signed as a message, nor is one with a configuration that is not known', () => {
    const bytes = make()
    const message = bytes.slice(0, -128)
    for (const unseen of [message, bytes, message.with(5, 0x80)])
      expect(() => signMessage(unseen)).toThrow('sign it as one')
    expect(readMessage(message.with(5, 0x80))).toBeNull()
  })
})

test('a message that begins as version 1 does is not signed as a message either', () => {
  const next = new Uint8Array(106)
  next[0] = 0x81
  expect(() => signMessage(next)).toThrow('sign it as one')
  expect(signMessage(next.slice(1)).message).toHaveLength(105)
})

test.each([
  ['text', 'hello'],
  ['nothing', ''],
  ['text beyond ASCII', 'Grüße 👋'],
  ['an off-chain message', '\u{ff}solana offchain\0hello'],
  ['the longest message', 'a'.repeat(65_536)],
])('%s is signed as it is', (_, text) => {
  const bytes = new TextEncoder().encode(text)
  expect(signMessage(bytes).message).toEqual(bytes)
})

test('a statement of the product itself is signed for no site', () => {
  expect(() => signMessage(new TextEncoder().encode('\x19Vitrine Embedded Wallet:\n{}'))).toThrow(
    'own statements',
  )
})

test('a message that is too long is refused', () => {
  expect(() => signMessage(new Uint8Array(65_537))).toThrow('at most')
})

test.each(['aGVsbG8', 'aGVsbG9=', ' aGVsbG8=', 'aGVs\nbG8=', '-_-_', 'aGVsbG8=='])(
  'the base64 %j has another spelling, or none, and is refused',
  text => {
    const message = { method: 'signMessage', params: { message: text, encoding: 'base64' } } as const
    expect(() => solanaSigning(message, payer.publicKey.toBase58())).toThrow('not base64')
    const request = { method: 'signTransaction', params: { transaction: text, encoding: 'base64' } }
    expect(solanaSignTransactionRequest.safeParse(request).success).toBe(false)
  },
)
