import { Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { readTransaction, withSignature } from '@vitrine/shared/chains/solana-message.ts'
import { describe, expect, test, vi } from 'vitest'
import type { WalletConnection, WalletVerb } from './ports.ts'
import { planFor, sendSolanaElsewhere, signSolanaElsewhere } from './solana-transactions.ts'

const [key, other] = [5, 6].map(seed => Keypair.fromSeed(new Uint8Array(32).fill(seed))) as [Keypair, Keypair]
const { signal } = new AbortController()
const mark = new Uint8Array(64).fill(9)

/** Not signed yet. @param from who pays and signs */
const unsigned = (from = key, lamports = 1) =>
  new Uint8Array(
    new Transaction({ feePayer: from.publicKey, recentBlockhash: PublicKey.default.toBase58() })
      .add(SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: other.publicKey, lamports }))
      .serialize({ requireAllSignatures: false }),
  )
const task = {
  wallet: { address: key.publicKey.toBase58(), walletClientType: 'phantom' },
  chain: 'solana:devnet',
  transactions: [unsigned(key, 1), unsigned(key, 2)],
}
function open(
  verbs: readonly WalletVerb[],
  answer: (asked: { transaction: Uint8Array }) => unknown = () => null,
) {
  const ask = vi.fn(async (_verb: WalletVerb, asked: { transaction: Uint8Array }) => answer(asked))
  const line = { ask, can: (verb: WalletVerb) => verbs.includes(verb), meta: { name: 'Phantom' } }
  return { ask, line: line as unknown as WalletConnection }
}

describe('who sends', () => {
  const plan = (line: WalletConnection | null, mode: 'sign' | 'send') =>
    planFor({ connectionOf: () => line }, task, mode).plan

  test('the frame, wherever the app can sign', () => {
    const { line } = open(['solana:signTransaction', 'solana:signAndSendTransaction'])
    expect([plan(line, 'sign'), plan(line, 'send')]).toEqual(['sign', 'sign'])
  })

  test('an app that can do nothing else sends, and is not asked to where a signature was asked for', () => {
    const { line } = open(['solana:signAndSendTransaction'])
    expect(plan(line, 'send')).toBe('send')
    expect(() => plan(line, 'sign')).toThrow(expect.objectContaining({ code: 'unsupported_wallet_type' }))
  })

  test('nobody, where the app is not connected', () => {
    expect(() => plan(null, 'send')).toThrow(
      expect.objectContaining({ data: expect.objectContaining({ eipCode: 4900 }) }),
    )
  })
})

describe('signing', () => {
  test('each in order, for the account and the cluster that were approved', async () => {
    const { line, ask } = open(['solana:signTransaction'], ({ transaction }) => ({
      signedTransaction: withSignature(transaction, 0, mark),
    }))
    const signed = await signSolanaElsewhere(line, task, signal)
    expect(signed.map(bytes => readTransaction(bytes)?.signatures[0])).toEqual([mark, mark])
    expect(ask.mock.calls.map(([verb, asked]) => [verb, asked])).toEqual(
      task.transactions.map(transaction => [
        'solana:signTransaction',
        { address: task.wallet.address, transaction, chain: 'solana:devnet' },
      ]),
    )
  })

  test.each([
    ['unsigned', ({ transaction }: { transaction: Uint8Array }) => transaction],
    ['signed by another account', () => withSignature(unsigned(other), 0, mark)],
    ['as no transaction', () => new Uint8Array([1, 2, 3])],
  ])('refuses what comes back %s, and asks for no other', async (_, answer) => {
    const { line, ask } = open(['solana:signTransaction'], asked => ({ signedTransaction: answer(asked) }))
    await expect(signSolanaElsewhere(line, task, signal)).rejects.toMatchObject({ code: 'unable_to_sign' })
    expect(ask).toHaveBeenCalledTimes(1)
  })
})

describe('sending by the app', () => {
  test('each has the signature that the app names', async () => {
    const { line } = open(['solana:signAndSendTransaction'], () => ({ signature: mark }))
    const sent = await sendSolanaElsewhere(line, task, signal)
    expect(sent).toEqual(task.transactions.map(bytes => withSignature(bytes, 0, mark)))
  })

  test('what is no signature says so, and the rest is not sent', async () => {
    const { line, ask } = open(['solana:signAndSendTransaction'], () => ({ signature: mark.subarray(1) }))
    await expect(sendSolanaElsewhere(line, task, signal)).rejects.toMatchObject({ code: 'unable_to_sign' })
    expect(ask).toHaveBeenCalledTimes(1)
  })
})
