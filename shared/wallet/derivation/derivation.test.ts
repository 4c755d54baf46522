import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { Keypair } from '@solana/web3.js'
import { HDNodeWallet } from 'ethers'
import { bytesToHex, hexToBytes } from 'viem'
import { describe, expect, test } from 'vitest'
import { ethereumAddressOf } from '../ethereum-address.ts'
import { deriveEthereumKey } from './ethereum.ts'
import { deriveEd25519Key, deriveSolanaKey } from './solana.ts'

const bytes = (hex: string) => hexToBytes(`0x${hex}`)
const hex = (of: Uint8Array | null | undefined) => bytesToHex(of ?? new Uint8Array()).slice(2)

/** BIP-32 test vectors 1 and 2: chains and private keys. */
describe('the vectors of BIP-32', () => {
  test.each([
    [
      '000102030405060708090a0b0c0d0e0f',
      'm',
      'e8f32e723decf4051aefac8e2c93c9c5b214313817cdb01a1494b917c8436b35',
    ],
    [
      '000102030405060708090a0b0c0d0e0f',
      "m/0'/1/2'/2/1000000000",
      '471b76e389e528d6de6d816857e012c5455051cad6660850e58372a6c3e6e7c8',
    ],
    [
      'fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a29f9c999693908d8a8784817e7b7875726f6c696663605d5a5754514e4b484542',
      "m/0/2147483647'/1/2147483646'/2",
      'bb7d39bdb83ecf58f2fd82b6d918341cbef428661ef01ab97c28a4842125ac23',
    ],
  ])('seed %s, chain %s', (seed, path, key) => {
    expect(hex(HDKey.fromMasterSeed(bytes(seed)).derive(path).privateKey)).toBe(key)
  })
})

/** SLIP-10, "Test vector 1 for ed25519" and "Test vector 2 for ed25519". */
describe('the ed25519 vectors of SLIP-10', () => {
  const one = '000102030405060708090a0b0c0d0e0f'
  const two =
    'fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a29f9c999693908d8a8784817e7b7875726f6c696663605d5a5754514e4b484542'
  test.each([
    [one, [], '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7'],
    [one, [0], '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3'],
    [one, [0, 1], 'b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2'],
    [one, [0, 1, 2], '92a5b23c0b8a99e37d07df3fb9966917f5d06e02ddbd909c7e184371463e9fc9'],
    [one, [0, 1, 2, 2], '30d1dc7e5fc04c31219ab25a27ae00b50f6fd66622f6e9c913253d6511d1e662'],
    [one, [0, 1, 2, 2, 1_000_000_000], '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793'],
    [two, [], '171cb88b1b3c1db25add599712e36245d75bc65a1a5c9e18d76f9f2b1eab4012'],
    [two, [0], '1559eb2bbec5790b0c65d8693e4d0875b1747f4970ae8b650486ed7470845635'],
    [two, [0, 2_147_483_647], 'ea4f5bfe8694d8bb74b7b59404632fd5968b774ed545e810de9c32a4fb4192f4'],
    [two, [0, 2_147_483_647, 1], '3757c7577170179c7868353ada796c839135b3d30554bbb74a4b1e4a5a58505c'],
    [
      two,
      [0, 2_147_483_647, 1, 2_147_483_646],
      '5837736c89570de861ebc173b1086da4f505d4adb387c6a1b1342d5e4ac9ec72',
    ],
    [
      two,
      [0, 2_147_483_647, 1, 2_147_483_646, 2],
      '551d333177df541ad876a60ea71f00447931c0a9da16f227c11ea080d7391b8d',
    ],
  ])('seed %s, path %j', (seed, path, key) => {
    expect(hex(deriveEd25519Key(bytes(seed), path))).toBe(key)
  })
})

const PHRASE = 'test test test test test test test test test test test junk'
const seed = () => mnemonicToSeedSync(PHRASE)

test('Ethereum keys are those that ethers derives from the same phrase', () => {
  expect(
    ethereumAddressOf(HDKey.fromMasterSeed(seed()).derive("m/44'/60'/0'/0/0").publicKey ?? bytes('')),
  ).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
  for (const index of [0, 1, 7, 1_000_000]) {
    const wallet = HDNodeWallet.fromPhrase(PHRASE, undefined, `m/44'/60'/0'/0/${index}`)
    expect(bytesToHex(deriveEthereumKey(seed(), index))).toBe(wallet.privateKey)
  }
})

test('the first Solana key is the one that Solana’s own tools give for this phrase', () => {
  // solana-keygen pubkey 'prompt://?key=0/0', as in the Solana Cookbook, "Restoring a keypair from a mnemonic".
  const cookbook = mnemonicToSeedSync(
    'neither lonely flavor argue grass remind eye tag avocado spot unusual intact',
  )
  const addresses = [0, 1].map(index =>
    Keypair.fromSeed(deriveSolanaKey(cookbook, index)).publicKey.toBase58(),
  )
  expect(addresses).toEqual([
    '5vftMkHL72JaJG6ExQfGAsT2uGVHpRR7oTNUPMs68Y2N',
    'GcXbfQ5yY3uxCyBNDPBbR5FjumHf89E7YHXuULfGDBBv',
  ])
})

test('a wipe of the caller’s seed is the caller’s, and the seed is left as it was', () => {
  const given = seed()
  deriveEthereumKey(given, 0)
  deriveSolanaKey(given, 0)
  expect(given).toEqual(seed())
})

test.each([-1, 0.5, 2 ** 31, Number.NaN])('%s is no index', index => {
  expect(() => deriveEthereumKey(seed(), index)).toThrow(RangeError)
  expect(() => deriveSolanaKey(seed(), index)).toThrow(RangeError)
})
