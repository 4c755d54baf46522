import { HDNodeWallet, Wallet } from 'ethers'
import { expect, it } from 'vitest'
import { emptyKit, withSecret } from './kit-view.ts'

const OWN = 'test test test test test test test test test test test junk'.split(' ')
const OTHER = `${'abandon '.repeat(11)}about`.split(' ')
const at = (words: readonly string[], index: number) =>
  HDNodeWallet.fromPhrase(words.join(' '), '', `m/44'/60'/0'/0/${index}`).address
const told = (address: string, walletIndex: number | null) =>
  ({ chainType: 'ethereum', address, walletIndex }) as const
const imported = new Wallet(`0x${'07'.repeat(32)}`)

/** Of a person who took another account in: its first wallet is shown after theirs. */
const wallets = [told(at(OWN, 0), 0), told(at(OTHER, 0), 1), told(imported.address, null)]
const facts = { app: 'Shop', origin: 'https://wallet.example', createdAt: 0, pageHash: null, wallets }

it('knows which wallets its words do not bring back, until their own secrets are on it', async () => {
  const own = { type: 'words', words: OWN } as const
  const first = await withSecret(emptyKit(facts), own, told(at(OWN, 0), 0))
  expect(first.elsewhere.map(it => it.address)).toEqual([at(OTHER, 0), imported.address])

  const other = { type: 'words', words: OTHER } as const
  const second = await withSecret(first, other, told(at(OTHER, 0), 1))
  const [, brought] = second.kit.phrases
  expect(brought).toMatchObject({ words: OTHER, wallets: [{ address: at(OTHER, 0), walletIndex: 0 }] })
  expect(second.elsewhere.map(it => it.address)).toEqual([imported.address])

  const bytes = new Uint8Array(32).fill(7)
  const key = { type: 'key', chainType: 'ethereum', bytes } as const
  const whole = await withSecret(second, key, told(imported.address, null))
  expect(whole.elsewhere).toEqual([])
  expect(whole.kit.imported).toMatchObject([{ address: imported.address, key: imported.privateKey }])
})
