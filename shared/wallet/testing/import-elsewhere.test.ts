import { base58 } from '@scure/base'
import { mnemonicToSeedSync } from '@scure/bip39'
import { Keypair } from '@solana/web3.js'
import { bytesToHex } from 'viem'
import { expect, test } from 'vitest'
import { deriveEthereumKey } from '../derivation/ethereum.ts'
import { deriveSolanaKey } from '../derivation/solana.ts'
import {
  jsonIntoSolanaKeygen,
  keyIntoEthers,
  keyIntoMetaMask,
  keyIntoPhantom,
  wordsIntoEthers,
  wordsIntoMetaMask,
} from './import-elsewhere.ts'

/** Of Hardhat and Anvil, whose first accounts everybody knows. */
const WORDS = 'test test test test test test test test test test test junk'
const ETHEREUM = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
]
/** "Restoring a keypair from a mnemonic" of the Solana Cookbook, by the paths that Phantom takes. */
const SOLANA_WORDS = 'neither lonely flavor argue grass remind eye tag avocado spot unusual intact'
const SOLANA = [
  '5vftMkHL72JaJG6ExQfGAsT2uGVHpRR7oTNUPMs68Y2N',
  'GcXbfQ5yY3uxCyBNDPBbR5FjumHf89E7YHXuULfGDBBv',
  '7QPgyQwNLqnoSwHEuK8wKy2Y3Ani6EHoZRihTuWkwxbc',
]

const ethereumKey = (index: number) => bytesToHex(deriveEthereumKey(mnemonicToSeedSync(WORDS), index))
const solanaSecret = (index: number) =>
  Keypair.fromSeed(deriveSolanaKey(mnemonicToSeedSync(SOLANA_WORDS), index)).secretKey

test('our words are MetaMask’s and ethers’: they find the first three addresses', async () => {
  expect(wordsIntoEthers(WORDS, 3)).toEqual(ETHEREUM)
  expect(await wordsIntoMetaMask(WORDS, 3)).toEqual(ETHEREUM)
})

test.each([0, 1, 2])(
  'our Ethereum key %d is the one of that address, in ethers and in MetaMask',
  async index => {
    const key = ethereumKey(index)
    expect(keyIntoEthers(key)).toBe(ETHEREUM[index])
    expect(await keyIntoMetaMask(key)).toBe(ETHEREUM[index])
    expect(await keyIntoMetaMask(key.slice(2))).toBe(ETHEREUM[index])
  },
)

test.each([0, 1, 2])(
  'our Solana key %d is the one of that address, for Phantom and solana-keygen',
  async index => {
    const secret = solanaSecret(index)
    expect(await keyIntoPhantom(base58.encode(secret))).toBe(SOLANA[index])
    expect(await jsonIntoSolanaKeygen(JSON.stringify([...secret]))).toBe(SOLANA[index])
  },
)

test('words with a wrong checksum come in nowhere', async () => {
  const wrong = WORDS.replace(/junk$/, 'test')
  expect(() => wordsIntoEthers(wrong)).toThrow()
  await expect(wordsIntoMetaMask(wrong)).rejects.toThrow()
})

test('a Solana key whose second half is not its public key comes in nowhere', async () => {
  const secret = Uint8Array.of(...solanaSecret(0).subarray(0, 32), ...solanaSecret(1).subarray(32))
  await expect(keyIntoPhantom(base58.encode(secret))).rejects.toThrow()
  await expect(jsonIntoSolanaKeygen(JSON.stringify([...secret]))).rejects.toThrow()
  await expect(jsonIntoSolanaKeygen(JSON.stringify([...secret, 0]))).rejects.toThrow()
})

test.each([
  ['nothing', ''],
  ['zero', '0'.repeat(64)],
  ['the order of the curve', 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'],
])('%s is no Ethereum key', async (_, key) => {
  expect(() => keyIntoEthers(key)).toThrow()
  await expect(keyIntoMetaMask(key)).rejects.toThrow()
})
