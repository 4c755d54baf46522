import { Keypair, Message } from '@solana/web3.js'
import { readTransaction } from '@vitrine/shared/chains/solana-message.ts'
import { MEMO_PROGRAMS } from '@vitrine/shared/wallet/solana-sign-in.ts'
import { expect, it } from 'vitest'
import { memoTransaction } from './memo-transaction.ts'

const wallet = Keypair.fromSeed(new Uint8Array(32).fill(5)).publicKey.toBase58()

it.each(['Sign in', 'é'.repeat(300)])('says %s, asks for one signature and can reach no block', text => {
  const read = readTransaction(memoTransaction(wallet, text))
  expect(read?.message).toMatchObject({
    version: 'legacy',
    requiredSignatures: 1,
    keys: [wallet, MEMO_PROGRAMS[0]],
    blockhash: '1'.repeat(32),
    instructions: [{ programIndex: 1, accounts: [0], data: Uint8Array.from(Buffer.from(text)) }],
  })
  // Hardware wallets read it by web3.js.
  expect(Message.from(read?.messageBytes ?? []).accountKeys.map(String)).toEqual([wallet, MEMO_PROGRAMS[0]])
})

it('refuses a wallet that is no address', () => {
  expect(() => memoTransaction('0x00', 'Sign in')).toThrow()
})
