import { Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { withSignature } from '@vitrine/shared/chains/solana-message.ts'
import { base64Bytes, base64Text } from '@vitrine/shared/encoding.ts'
import { describe, expect, it } from 'vitest'
import type { HeldWallet } from '../../session/held-wallet.ts'
import { wallet as ethereumWallet } from '../../ui/testing/fake-kernel.ts'
import { signAll } from './perform.ts'

const bytesOf = (text: string) => base64Bytes(text) ?? new Uint8Array()

const [key, other] = [5, 6].map(seed => Keypair.fromSeed(new Uint8Array(32).fill(seed))) as [Keypair, Keypair]
const wallet: HeldWallet = { ...ethereumWallet, chainType: 'solana', address: key.publicKey.toBase58() }
const { signal } = new AbortController()

/** Two signers: the other pays and has signed. */
function half(lamports = 1): Uint8Array {
  const transaction = new Transaction({
    feePayer: other.publicKey,
    recentBlockhash: PublicKey.default.toBase58(),
  }).add(SystemProgram.transfer({ fromPubkey: key.publicKey, toPubkey: other.publicKey, lamports }))
  transaction.partialSign(other)
  return new Uint8Array(transaction.serialize({ requireAllSignatures: false }))
}
const signer = (answer: (asked: Uint8Array) => Uint8Array | string) => ({
  perform: async (_wallet: HeldWallet, request: { params: { transaction: string } }) => {
    const signed = answer(bytesOf(request.params.transaction))
    return {
      signed_transaction: typeof signed === 'string' ? signed : base64Text(signed),
      encoding: 'base64',
    }
  },
})
const attempt = (answer: (asked: Uint8Array) => Uint8Array | string) =>
  signAll(signer(answer) as never, { wallet, transactions: [half()] }, signal)
const mark = new Uint8Array(64).fill(9)

describe('signing', () => {
  it('takes back the approved transaction with this wallet’s signature in its place', async () => {
    await expect(attempt(asked => withSignature(asked, 1, mark))).resolves.toEqual([
      withSignature(half(), 1, mark),
    ])
  })

  it.each<[string, (asked: Uint8Array) => Uint8Array | string]>([
    ['unsigned', asked => asked],
    ['another transaction', () => withSignature(half(2), 1, mark)],
    ['another’s signature changed', asked => withSignature(withSignature(asked, 1, mark), 0, mark)],
    ['with another amount', asked => withSignature(asked, 1, mark).with(asked.length - 1, 1)],
    ['cut short', asked => asked.subarray(0, 100)],
    ['no base64', () => '%%%'],
    ['nothing', () => ''],
  ])('refuses what comes back %s', async (_name, answer) => {
    await expect(attempt(answer)).rejects.toMatchObject({ code: 'unable_to_sign' })
  })
})
