import { Keypair } from '@solana/web3.js'
import { base58Bytes } from '@vitrine/shared/encoding.ts'
import { readKitCode } from '@vitrine/shared/kit/read-kit-code.ts'
import { HDNodeWallet } from 'ethers'
import { expect, test } from 'vitest'
import { keygenJson, openKeyring, privateKeyText } from './keyring.ts'

const WORDS = 'test test test test test test test test test test test junk'

function open(text: string) {
  const secret = readKitCode(text)
  if (secret.kind !== 'words' && secret.kind !== 'key') throw new Error(secret.kind)
  return openKeyring(secret)
}

function walletOf(keyring: ReturnType<typeof open>, chainType: 'ethereum' | 'solana', index = 0) {
  const wallet = keyring.wallet(chainType, index)
  if (!wallet) throw new Error('no wallet')
  return wallet
}

test.each([0, 1, 9])('has the Ethereum wallet %i that ethers makes of the words', index => {
  const theirs = HDNodeWallet.fromPhrase(WORDS, '', `m/44'/60'/0'/0/${index}`)
  const keyring = open(WORDS)
  const wallet = walletOf(keyring, 'ethereum', index)
  expect(wallet).toEqual({
    chainType: 'ethereum',
    address: theirs.address,
    place: { index, path: theirs.path },
  })
  expect(keyring.withKey(wallet, key => privateKeyText('ethereum', key))).toBe(theirs.privateKey)
})

// As `solana-keygen pubkey 'prompt:?key=0/0'` and Phantom answer for these words.
test('has the Solana wallet that other wallets make of the words', () => {
  expect(walletOf(open(WORDS), 'solana')).toEqual({
    chainType: 'solana',
    address: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
    place: { index: 0, path: "m/44'/501'/0'/0'" },
  })
})

test('a Solana key goes as base58 and as the file of solana-keygen into other programs', () => {
  const keyring = open(WORDS)
  const wallet = walletOf(keyring, 'solana', 1)
  const text = keyring.withKey(wallet, key => privateKeyText('solana', key))
  const file = keyring.withKey(wallet, keygenJson)
  for (const secretKey of [base58Bytes(text), Uint8Array.from(JSON.parse(file))])
    expect(Keypair.fromSecretKey(secretKey ?? new Uint8Array()).publicKey.toBase58()).toBe(wallet.address)
})

test('an imported key is one wallet of its own chain', () => {
  const keyring = open('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
  expect(keyring.wallet('solana', 0)).toBe(null)
  expect(keyring.wallet('ethereum', 0)).toEqual({
    chainType: 'ethereum',
    address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    place: null,
  })
})

test('a key is wiped after its use, and none is made once all was forgotten', () => {
  const secret = readKitCode(
    JSON.stringify(JSON.parse(open(WORDS).withKey(walletOf(open(WORDS), 'solana'), keygenJson))),
  )
  if (secret.kind !== 'key') throw new Error(secret.kind)
  const keyring = openKeyring(secret)
  const wallet = walletOf(keyring, 'solana')
  const kept = keyring.withKey(wallet, key => key)
  expect(kept).toEqual(new Uint8Array(32))
  keyring.wipe()
  expect(secret.key).toEqual(new Uint8Array(64))
  expect(() => keyring.withKey(wallet, key => key)).toThrow('The keys were forgotten.')
})
