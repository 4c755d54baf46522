import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createInProcessVault } from '../../vault/testing/in-process-vault.ts'
import { MemoryShareStore, OWNER } from '../../vault/testing/set-fixtures.ts'
import { createDeviceWallets } from './device-wallets.ts'
import { passcode } from './testing/device.ts'
import { createSetServer, type SetServer } from './testing/set-server.ts'

/** What a browser does to the disk of a device: it loses things, in part or whole, and a later release writes to it. */

vi.mock('hash-wasm', async importOriginal => {
  const { rememberArgon2id } = await import('./testing/remembered.ts')
  return rememberArgon2id(importOriginal)
})

const FIRST = { chainType: 'ethereum', walletIndex: 0 } as const
const HELLO = { method: 'personal_sign', params: { message: 'hello', encoding: 'utf-8' } } as const
const owner = `${OWNER.appId}/${OWNER.userId}`

let server: SetServer
let disk: MemoryShareStore
beforeEach(() => {
  server = createSetServer()
  disk = new MemoryShareStore()
})

/** A page of the device, after a reload. */
const page = () =>
  createDeviceWallets({
    vault: createInProcessVault(disk),
    calls: server.api,
    exclusive: work => work(),
    owner: () => OWNER,
    knownAddress: () => server.stored?.wallets[0]?.address ?? null,
  })
const signs = (by = page()) =>
  by.perform<'personal_sign'>(
    {
      ...FIRST,
      custody: 'device',
      address: server.stored?.wallets[0]?.address as string,
      walletClientType: 'vitrine',
      connectorType: 'embedded',
      imported: false,
      delegated: false,
      recoveryMethod: 'privy',
    },
    HELLO,
    new AbortController().signal,
  )
const record = () => {
  const found = disk.records.get(owner)
  if (!found) throw new Error('No record')
  return found
}
const cut = () => {
  const { current } = record()
  disk.records.set(owner, { ...record(), current: { ...current, share: current.share.slice(0, -8) } })
}

describe.each([
  ['its share was cut', cut],
  ['its key is another one', () => disk.loseKey()],
  ['its record was lost', () => disk.records.clear()],
  ['its record is junk', () => disk.records.set(owner, { version: 1 } as never)],
  ['its record is no record', () => disk.records.set(owner, 'record' as never)],
])('%s', (_, damage) => {
  test('a wallet with automatic recovery opens by itself, and stays open', async () => {
    await page().create(FIRST, null)
    damage()
    await signs()
    server.calls.length = 0
    await signs()
    expect(server.calls).not.toContain('recoveryShares')
  })

  test('a wallet with a passcode asks for it', async () => {
    await page().create(FIRST, passcode('correct horse'))
    damage()
    await expect(signs()).rejects.toMatchObject({ code: 'embedded_wallet_needs_recovery' })
    await page().recover(passcode('correct horse'))
    await signs()
  })
})

test('what a newer release wrote is told of, and not written over', async () => {
  await page().create(FIRST, null)
  const newer = { ...record(), version: 3 }
  disk.records.set(owner, newer as never)
  const works = [
    () => signs(),
    () => page().open(),
    () => page().recover(null),
    () => page().setRecovery(passcode('correct horse')),
    () => page().create({ ...FIRST, walletIndex: 1 }, null),
  ]
  for (const work of works)
    await expect(work()).rejects.toMatchObject({
      code: 'unable_to_sign',
      message: expect.stringContaining('newer version'),
    })
  server.stored = null
  await expect(page().create(FIRST, null)).rejects.toMatchObject({ code: 'unable_to_sign' })
  expect(disk.records.get(owner)).toEqual(newer)
})

test('a share of a newer release is told of, and no recovery takes its place', async () => {
  await page().create(FIRST, null)
  const { current } = record()
  disk.records.set(owner, { ...record(), current: { ...current, share: current.share.replace('v1', 'v2') } })
  await expect(signs()).rejects.toMatchObject({ message: expect.stringContaining('newer version') })
})

test('a disk that became full keeps the wallet usable, and nothing new is announced', async () => {
  await page().create(FIRST, null)
  disk.refuses = true
  await signs()
  await expect(page().setRecovery(passcode('correct horse'))).rejects.toMatchObject({
    code: 'session_storage_unavailable',
  })
  expect(server.stored?.recovery.method).toBe('privy')
  await signs()
})
