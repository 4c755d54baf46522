import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { deriveEthereumKey } from '@vitrine/shared/wallet/derivation/ethereum.ts'
import { deriveEd25519Key } from '@vitrine/shared/wallet/derivation/solana.ts'
import { expect, test } from 'vitest'
import { ethereumFamily } from './ethereum-family.ts'
import { mnemonicBytes, seedOf } from './seed.ts'
import { solanaFamily } from './solana-family.ts'

const addressAt = (seed: Uint8Array, index: number) =>
  ethereumFamily.describe(ethereumFamily.derive(seed, index)).address
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/** The published vectors of BIP-39 (passphrase "TREZOR"). */
test.each([
  [
    '00000000000000000000000000000000',
    'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
    'c55257c360c07c72029aebc1b53c05ed0362ada38ead3e3e9efa3708e53495531f09a6987599d18264c1e1c92f2cf141630c7a3c4ab7c81b2f001698e7463b04',
  ],
  [
    '7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f',
    'legal winner thank year wave sausage worth useful legal winner thank yellow',
    '2e8905819b8723fe2c1d161860e5ee1830318dbf49a83bd451cfb8440c28bd6fa457fe1296106559a3c80937a1c1069be3a3a5bd381ee6260e8d9739fce1f607',
  ],
  [
    '80808080808080808080808080808080',
    'letter advice cage absurd amount doctor acoustic avoid letter advice cage above',
    'd71de856f81a8acc65e6fc851a38d4d7ec216fd0796d0a6827a3ad6ed5511a30fa280f12eb2e47ed2ac03b5c462a0358d18d69fe4f985ec81778c1b370b652a8',
  ],
  [
    'ffffffffffffffffffffffffffffffff',
    'zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong',
    'ac27495480225222079d7be181583751e86f571027b0497b5b5d11218e0a8a13332572917f0f8e5a589620c6f15b11c61dee327651a14c34e18231052e48c069',
  ],
  [
    '68a79eaca2324873eacc50cb9c6eca8cc68ea5d936f98787c60c7ebc74e6ce7c',
    'hamster diagram private dutch cause delay private meat slide toddler razor book happy fancy gospel tennis maple dilemma loan word shrug inflict delay length',
    '64c87cde7e12ecf6704ab95bb1408bef047c22db4cc7491c4271d170a1b213d20b385bc1588d9c7b38f1b39d415665b8a9030c9ec653d75e65f847d8fc1fc440',
  ],
])('BIP-39: the words and the seed of %s', async (entropy, words, seed) => {
  expect(text(mnemonicBytes(hexToBytes(entropy)))).toBe(words)
  expect(bytesToHex(await seedOf(hexToBytes(entropy), 'TREZOR'))).toBe(seed)
})

test('the words are those of the library for any entropy', () => {
  for (let count = 0; count < 200; count++) {
    const entropy = crypto.getRandomValues(new Uint8Array(16))
    expect(text(mnemonicBytes(entropy))).toBe(entropyToMnemonic(entropy, wordlist))
  }
})

/** SLIP-10, "Test vector 1 for ed25519". */
test.each([
  [[], '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7'],
  [[0], '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3'],
  [[0, 1], 'b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2'],
  [[0, 1, 2, 2, 1000000000], '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793'],
])('SLIP-10: the Ed25519 key at %j', (path, key) => {
  const seed = hexToBytes('000102030405060708090a0b0c0d0e0f')
  expect(bytesToHex(deriveEd25519Key(seed, path))).toBe(key)
})

test('the first accounts of a well-known sentence', async () => {
  // "test test … junk": the accounts that every Ethereum development node starts with.
  const seed = await seedOf(hexToBytes('df9bf37e6fcdf9bf37e6fcdf9bf37e3c'))
  expect(addressAt(seed, 0)).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
  expect(addressAt(seed, 1)).toBe('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
  expect(bytesToHex(deriveEthereumKey(seed, 0))).toBe(
    'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  )
})

test('Solana: the address that solana-keygen makes of the all-zero sentence', async () => {
  const seed = await seedOf(new Uint8Array(16))
  expect(solanaFamily.describe(solanaFamily.derive(seed, 0))).toEqual({
    address: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
    publicKey: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
  })
})
