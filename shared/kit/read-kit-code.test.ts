import { ed25519 } from '@noble/curves/ed25519.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { base58Text } from '@vitrine/shared/encoding.ts'
import { expect, test } from 'vitest'
import { keyText, kitCode, pathOf } from './kit.ts'
import { readKitCode } from './read-kit-code.ts'

/** BIP-39's own vectors. */
const TWELVE = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const TWENTY_FOUR = `${'abandon '.repeat(23)}art`
const words = (text: string) => ({ kind: 'words', words: text.split(' ') })

const KEY = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const SEED = new Uint8Array(32).fill(7)
const SOLANA_KEY = Uint8Array.from([...SEED, ...ed25519.getPublicKey(SEED)])
const ethereum = { kind: 'key', chainType: 'ethereum', key: hexToBytes(KEY) }
const solana = { kind: 'key', chainType: 'solana', key: SOLANA_KEY }

test.each([TWELVE, TWENTY_FOUR])('what a kit’s code holds is read back: %s', text => {
  expect(readKitCode(kitCode(text.split(' ')))).toEqual(words(text))
})

test('the paths are those that other wallets derive at', () => {
  expect([pathOf('ethereum', 3), pathOf('solana', 3)]).toEqual(["m/44'/60'/0'/0/3", "m/44'/501'/3'/0'"])
})

const numbered = (order: readonly number[], mark = ' ') =>
  order.map(at => `${at}${mark}${TWELVE.split(' ')[at - 1]}`).join('\n')

test.each([
  ['in capitals, with line ends and tabs', TWELVE.toUpperCase().replaceAll(' ', '\r\n\t')],
  [
    'in letters of full width',
    TWELVE.replaceAll(/[a-z]/g, it => String.fromCharCode(it.charCodeAt(0) + 0xfee0)),
  ],
  ['with the numbers of the grid', numbered([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], '. ')],
  ['column by column, by the numbers', numbered([1, 4, 7, 10, 2, 5, 8, 11, 3, 6, 9, 12])],
  ['with commas', TWELVE.replaceAll(' ', ', ')],
])('words are read %s', (_, text) => {
  expect(readKitCode(text)).toEqual(words(TWELVE))
})

test.each([
  ['', { kind: 'empty' }],
  [' \n', { kind: 'empty' }],
  [TWELVE.replace('wave', 'weve'), { kind: 'unknown-word', word: 'weve', at: 5 }],
  ['legal', { kind: 'word-count', count: 1 }],
  [TWELVE.replace(' yellow', ''), { kind: 'word-count', count: 11 }],
  [`${TWELVE} zoo`, { kind: 'word-count', count: 13 }],
  [TWELVE.replace('legal winner', 'winner legal'), { kind: 'checksum' }],
  // Of no order, two words for one number, and numbers that stand apart.
  [TWELVE.replace('legal', '1 legal'), { kind: 'numbers' }],
  [numbered([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11]), { kind: 'numbers' }],
  [`1 2 3 4 5 6 7 8 9 10 11 12 ${TWELVE}`, { kind: 'numbers' }],
])('says what is wrong with %j', (text, problem) => {
  expect(readKitCode(text)).toEqual(problem)
})

test.each([
  ['hex', keyText('ethereum', hexToBytes(KEY)), ethereum],
  [
    'hex without 0x, in capitals, on two lines',
    `${KEY.slice(0, 32)}\n${KEY.slice(32)}`.toUpperCase(),
    ethereum,
  ],
  ['base58', keyText('solana', SOLANA_KEY), solana],
  ['the file of solana-keygen', JSON.stringify([...SOLANA_KEY]), solana],
])('a private key is read as %s', (_, text, key) => {
  expect(readKitCode(kitCode(text))).toEqual(key)
})

test.each([
  ['a Solana address', base58Text(ed25519.getPublicKey(SEED))],
  ['a Solana seed alone', base58Text(SEED)],
  [
    'halves of two keys',
    base58Text(Uint8Array.from([...SEED, ...ed25519.getPublicKey(SEED.map(it => it + 1))])),
  ],
  ['zero', `0x${'0'.repeat(64)}`],
  ['the order of secp256k1', 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'],
  ['a digit too few', KEY.slice(1)],
  ['a list with a number over 255', JSON.stringify([...SOLANA_KEY.slice(0, 63), 256])],
  ['a list of another length', JSON.stringify([...SEED])],
  ['JSON that is no list', '[{"a":1}]'],
  ['more than any code', 'a'.repeat(5000)],
])('no key is read from %s', (_, text) => {
  expect(readKitCode(text)).toEqual({ kind: 'no-key' })
})
