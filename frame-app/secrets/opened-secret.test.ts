import { Keypair } from '@solana/web3.js'
import { HDNodeWallet, Wallet } from 'ethers'
import { expect, it } from 'vitest'
import { checkSecret, secretText } from './opened-secret.ts'

const PHRASE = 'test test test test test test test test test test test junk'
const wallet = new Wallet(HDNodeWallet.fromPhrase(PHRASE).privateKey)
const key = () => Uint8Array.from(Buffer.from(wallet.privateKey.slice(2), 'hex'))
const told = { chainType: 'ethereum', address: wallet.address, walletIndex: 0 } as const
const pair = Keypair.fromSeed(new Uint8Array(32).fill(3))
const solana = { chainType: 'solana', address: pair.publicKey.toBase58(), walletIndex: null } as const
const utf8 = (text: string) => new TextEncoder().encode(text)

it('a key that makes the wallet’s address is written as programs of its chain take it', async () => {
  const opened = await checkSecret('private-key', key(), { ...told, address: wallet.address.toLowerCase() })
  if (!opened) throw new Error('Not opened')
  expect(new Wallet(secretText(opened, 'hex')).address).toBe(wallet.address)
  const other = await checkSecret('private-key', Uint8Array.from(pair.secretKey), solana)
  if (!other) throw new Error('Not opened')
  const keygen = Uint8Array.from(JSON.parse(secretText(other, 'json')))
  expect(Keypair.fromSecretKey(keygen).publicKey.toBase58()).toBe(solana.address)
  expect(secretText(other, 'base58')).toMatch(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/)
})

it.each([
  ['another key', () => checkSecret('private-key', key().fill(9, 0, 4), told)],
  ['a key that is none', () => checkSecret('private-key', new Uint8Array(32), told)],
  ['a key of another length', () => checkSecret('private-key', key().subarray(1), told)],
  [
    'a pair whose halves are two keys’',
    () => checkSecret('private-key', Uint8Array.from(pair.secretKey).fill(1, 32), solana),
  ],
  ['words of another wallet', () => checkSecret('seed-phrase', utf8(`${'abandon '.repeat(11)}about`), told)],
  ['no words', () => checkSecret('seed-phrase', utf8('hello'), told)],
  ['words for an imported key', () => checkSecret('seed-phrase', utf8(PHRASE), solana)],
])('%s is not shown', async (_, check) => {
  expect(await check()).toBeNull()
})

it('words are found where the wallet’s key is in them, also under an index that is only shown', async () => {
  expect(await checkSecret('seed-phrase', utf8(PHRASE), { ...told, walletIndex: 5 })).toEqual({
    type: 'words',
    words: PHRASE.split(' '),
  })
})

it('what is refused is wiped', async () => {
  const plain = key().fill(9, 0, 4)
  await checkSecret('private-key', plain, told)
  expect(plain.every(byte => byte === 0)).toBe(true)
})
