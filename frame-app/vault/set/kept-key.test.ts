import { beforeEach, expect, test, vi } from 'vitest'
import { createKeySource, MemoryShareStore, OWNER } from '../testing/set-fixtures.ts'
import { createSetVault, type SetVault } from './set-vault.ts'

let vault: SetVault
beforeEach(() => {
  vault = createSetVault(new MemoryShareStore(), () => 0)
})

/** A wallet whose key is kept: it has signed once. */
async function used(chainType: 'ethereum' | 'solana', request: unknown) {
  const place = { chainType, walletIndex: 0 }
  const { handle } = await createKeySource().prepare(vault)
  const { wallets } = await vault.createSet(OWNER, handle, { places: [place] })
  const wallet = { ...place, address: wallets[0]?.address ?? '' }
  return { wallet, first: await vault.perform(OWNER, wallet, request) }
}

const HELLO = { method: 'personal_sign', params: { message: 'hello', encoding: 'utf-8' } }

test.each([
  ['a signature', HELLO],
  [
    'a request that cannot be signed',
    { method: 'personal_sign', params: { message: '0x0', encoding: 'hex' } },
  ],
])('a kept key is wiped after %s', async (_, asked) => {
  const { wallet } = await used('ethereum', HELLO)
  const opened: Promise<ArrayBuffer>[] = []
  const { decrypt } = crypto.subtle
  const watch = vi.spyOn(crypto.subtle, 'decrypt').mockImplementation((...args) => {
    const plain = decrypt.apply(crypto.subtle, args)
    opened.push(plain)
    return plain
  })
  await vault.perform(OWNER, wallet, asked).catch(() => {})
  watch.mockRestore()
  const bytes = (await Promise.all(opened)).map(buffer => new Uint8Array(buffer))
  expect(bytes.map(({ length }) => length)).toEqual([32])
  expect(bytes[0]?.every(byte => byte === 0)).toBe(true)
})

test('a kept key of Solana is the browser’s own, which cannot be exported', async () => {
  const message = { method: 'signMessage', params: { message: 'aGVsbG8=', encoding: 'base64' } }
  const { wallet, first } = await used('solana', message)
  const sign = vi.spyOn(crypto.subtle, 'sign')
  expect(await vault.perform(OWNER, wallet, message)).toEqual(first)
  const [, key] = sign.mock.calls[0] ?? []
  sign.mockRestore()
  expect(key).toMatchObject({ extractable: false, usages: ['sign'] })
})
