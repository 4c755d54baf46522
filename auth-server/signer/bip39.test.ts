import { randomBytes } from 'node:crypto'
import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { expect, test } from 'vitest'
import { bip39Seed, recoveryPhrase } from './bip39.ts'

/** BIP-39's reference vectors (trezor/python-mnemonic, `vectors.json`) of 256 bits: entropy and phrase. */
test.each([
  ['00'.repeat(32), `${'abandon '.repeat(23)}art`],
  [
    '7f'.repeat(32),
    'legal winner thank year wave sausage worth useful legal winner thank year wave sausage worth useful legal winner thank year wave sausage worth title',
  ],
  [
    '80'.repeat(32),
    'letter advice cage absurd amount doctor acoustic avoid letter advice cage absurd amount doctor acoustic avoid letter advice cage absurd amount doctor acoustic bless',
  ],
  ['ff'.repeat(32), `${'zoo '.repeat(23)}vote`],
  [
    '68a79eaca2324873eacc50cb9c6eca8cc68ea5d936f98787c60c7ebc74e6ce7c',
    'hamster diagram private dutch cause delay private meat slide toddler razor book happy fancy gospel tennis maple dilemma loan word shrug inflict delay length',
  ],
  [
    '066dca1a2bb7e8a1db2832148ce9933eea0f3ac9548d793112d9a95c9407efad',
    'all hour make first leader extend hole alien behind guard gospel lava path output census museum junior mass reopen famous sing advance salt reform',
  ],
  [
    'f585c11aec520db57dd353c69554b21a89b20fb0650966fa0a9d6f74fd989d8f',
    'void come effort suffer camp survey warrior heavy shoot primary clutch crush open amazing screen patrol group space point ten exist slush involve unfold',
  ],
])('entropy %s', (entropy, phrase) => {
  expect(recoveryPhrase(Buffer.from(entropy, 'hex')).toString()).toBe(phrase)
})

test('phrase and seed are those of the library, for any entropy', () => {
  for (let round = 0; round < 20; round++) {
    const entropy = randomBytes(32)
    const phrase = entropyToMnemonic(entropy, wordlist)
    expect(recoveryPhrase(entropy).toString()).toBe(phrase)
    expect(bip39Seed(entropy)).toEqual(Buffer.from(mnemonicToSeedSync(phrase)))
  }
})
