import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { deferred } from '../../session/testing/session-fixtures.ts'
import { createInProcessVault } from '../../vault/testing/in-process-vault.ts'
import { MemoryShareStore, OWNER } from '../../vault/testing/set-fixtures.ts'
import { createDeviceWallets } from './device-wallets.ts'
import { createDevice, type Device, FIRST, passcode, SOLANA } from './testing/device.ts'
import { createSetServer } from './testing/set-server.ts'

vi.mock('hash-wasm', async importOriginal => {
  const { rememberArgon2id } = await import('./testing/remembered.ts')
  return rememberArgon2id(importOriginal)
})

let server: Device['server']
let disk: Device['disk']
let page: Device['page']
let stale: Device['stale']
let signs: Device['signs']
beforeEach(() => {
  ;({ server, disk, page, stale, signs } = createDevice())
})

type Stored = NonNullable<Device['server']['stored']>
/** Another text of the same length and alphabet, spoilt where a ciphertext has its tag. */
const spoilt = (text: string) => text.slice(0, -6) + (text.at(-6) === 'A' ? 'B' : 'A') + text.slice(-5)
const brokenValues = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, spoilt(text)]))
const broken = (recovery: Stored['recovery'], part: string) =>
  Object.fromEntries(
    Object.entries(recovery).map(([key, value]) => [key, key === part ? spoilt(value) : value]),
  )

test('makes a wallet, signs with it, and signs again without asking the server', async () => {
  const here = page()
  const set = await here.create(FIRST, null)
  expect(set.wallets).toMatchObject([{ chain_type: 'ethereum', wallet_index: 0 }])
  server.calls.length = 0
  expect(await signs(here)).toBe(true)
  expect(server.calls).toEqual([])
})

test('the second chain is made of the same entropy', async () => {
  const here = page()
  const { set_id: setId } = await here.create(FIRST, null)
  const set = await here.create(SOLANA, null)
  expect(set.set_id).toBe(setId)
  expect(set.wallets.map(it => it.chain_type)).toEqual(['ethereum', 'solana'])
  expect(await here.create(SOLANA, null)).toEqual(set)
})

test('after a reload the auth share is fetched once', async () => {
  await page().create(FIRST, null)
  const here = page()
  server.calls.length = 0
  expect(await signs(here)).toBe(true)
  expect(await signs(here)).toBe(true)
  expect(server.calls.sort()).toEqual(['keys', 'share'])
})

test('a new device opens the wallet by itself, and both devices go on', async () => {
  const first = page()
  await first.create(FIRST, null)
  const phone = page(new MemoryShareStore())
  expect(await signs(phone)).toBe(true)
  expect(Object.keys(server.stored?.sharings ?? {})).toHaveLength(2)
  expect(await signs(page())).toBe(true)
})

test('two devices that create at once get one wallet, and both sign', async () => {
  const devices = [page(), page(new MemoryShareStore())]
  const sets = await Promise.all(devices.map(it => it.create(FIRST, null)))
  expect(sets[0]?.set_id).toBe(sets[1]?.set_id)
  for (const device of devices) expect(await signs(device)).toBe(true)
})

test('ten calls of one page at once make one set', async () => {
  const here = page()
  const sets = await Promise.all(Array.from({ length: 10 }, () => here.create(FIRST, null)))
  expect(new Set(sets.map(it => it.set_id)).size).toBe(1)
  expect(server.calls.filter(name => name === 'register')).toHaveLength(1)
})

describe('a passcode', () => {
  test('is asked for on a new device, and opens it', async () => {
    await page().create(FIRST, passcode('correct horse'))
    const phone = page(new MemoryShareStore())
    await expect(signs(phone)).rejects.toMatchObject({ code: 'embedded_wallet_needs_recovery' })
    await expect(phone.recover(passcode('battery staple'))).rejects.toMatchObject({
      code: 'invalid_credentials',
    })
    await phone.recover(passcode('correct horse'))
    expect(await signs(phone)).toBe(true)
  })

  test.each([
    ['none', (set: Stored) => set],
    [
      'the server’s share of the recovery',
      (set: Stored) => ({ ...set, recovery: broken(set.recovery, 'share') }),
    ],
    ['the salt of the passcode', (set: Stored) => ({ ...set, recovery: broken(set.recovery, 'salt') })],
    ['what proves it', (set: Stored) => ({ ...set, recovery: broken(set.recovery, 'verifier') })],
    ['the auth share', (set: Stored) => ({ ...set, sharings: brokenValues(set.sharings) })],
  ] as const)('that is wrong is told in the same words, with a broken share: %s', async (_, breaks) => {
    await page().create(FIRST, passcode('correct horse'))
    server.stored = breaks(server.stored as Stored) as Stored
    const told: unknown[] = []
    const guess = () =>
      page(new MemoryShareStore())
        .recover(passcode('battery staple'))
        .catch(({ code, message }) => told.push({ code, message }))
    await guess()
    expect(told).toEqual([{ code: 'invalid_credentials', message: 'invalid_credentials' }])
    // Of a server that lets every guess pass: here it fails at the share itself.
    const { recoveryShares } = server.api
    const { recovery } = server.stored
    server.api.recoveryShares = (address, _guess, signal) =>
      recoveryShares(address, 'verifier' in recovery ? recovery.verifier : undefined, signal)
    await guess()
    expect(told[1]).toEqual({
      code: 'invalid_credentials',
      message: 'This does not open the recovery of this wallet.',
    })
  })

  test('takes the place of the automatic recovery, and of another passcode', async () => {
    const here = page()
    await here.create(FIRST, null)
    await here.setRecovery(passcode('correct horse'))
    const set = await here.setRecovery(passcode('battery staple'))
    expect(set.recovery_method).toBe('user-passcode')
    const phone = page(new MemoryShareStore())
    await expect(phone.recover(passcode('correct horse'))).rejects.toMatchObject({
      code: 'invalid_credentials',
    })
    await phone.recover(passcode('battery staple'))
    expect(await signs(phone)).toBe(true)
    expect(await signs(page())).toBe(true)
  })

  test('that was changed elsewhere meanwhile is not written over', async () => {
    const here = page()
    await here.create(FIRST, null)
    const phone = page(new MemoryShareStore())
    await phone.open()
    const { keyMaterial } = server.api
    server.api.keyMaterial = async (...args) => {
      const seen = await keyMaterial(...args)
      server.api.keyMaterial = keyMaterial
      await phone.setRecovery(passcode('correct horse'))
      return seen
    }
    await expect(here.setRecovery(passcode('battery staple'))).rejects.toMatchObject({
      code: 'embedded_wallet_password_already_exists',
    })
    expect(await signs(here)).toBe(true)
    expect(await signs(page())).toBe(true)
  })
})

describe('a server with the database of yesterday', () => {
  test('that has no set: the device gives it again', async () => {
    await page().create(FIRST, null)
    await page().create(SOLANA, null)
    const lost = server.stored
    server.stored = null
    const set = await page().create(FIRST, null)
    expect(set.set_id).toBe(lost?.id)
    expect(server.stored).toMatchObject({ wallets: lost?.wallets })
    expect(await signs(page())).toBe(true)
    expect(await signs(page(new MemoryShareStore()))).toBe(true)
  })

  test('that has no set of a passcode: the device asks for it, and gives the set again', async () => {
    await page().create(FIRST, passcode('correct horse'))
    const lost = server.stored
    server.stored = null
    await expect(page().create(FIRST, null)).rejects.toMatchObject({
      code: 'embedded_wallet_needs_recovery',
    })
    await expect(page().recover(passcode('battery staple'))).rejects.toMatchObject({
      code: 'invalid_credentials',
    })
    await page().recover(passcode('correct horse'))
    expect(server.stored).toMatchObject({ id: lost?.id })
    expect(await signs(page())).toBe(true)
  })

  test('that this page has not heard of: signing gives the set again', async () => {
    await page().create(FIRST, null)
    const lost = server.stored
    const knownAddress = () => lost?.wallets[0]?.address ?? null
    server.stored = null
    await page(disk, { knownAddress }).open()
    expect(server.stored).toMatchObject({ id: lost?.id })
    expect(await signs(page())).toBe(true)
    // Nor does one whose recovery was being changed get stuck.
    await page().setRecovery(passcode('correct horse'))
    server.stored = null
    await page(disk, { knownAddress }).recover(passcode('correct horse'))
    expect(server.stored).toMatchObject({ id: lost?.id })
  })

  test('in which another device’s set took the place of this one’s: neither key is lost', async () => {
    await page().create(FIRST, null)
    await page().create(SOLANA, null)
    const mine = server.stored
    server.stored = null
    await page(new MemoryShareStore()).create(FIRST, null)
    const theirs = server.stored
    expect(await signs(page())).toBe(true)
    await page().setRecovery(passcode('correct horse'))
    await page().setRecovery(passcode('battery staple'))
    // The database of today comes back.
    server.stored = mine
    server.calls.length = 0
    expect(await signs(page())).toBe(true)
    expect(server.calls).not.toContain('recoveryShares')
    // And gets lost for good: this device gives one of the two again.
    server.stored = null
    await page().recover(passcode('battery staple'))
    const ids = [mine, theirs].map(set => (set as typeof mine)?.id)
    expect(ids).toContain((server.stored as typeof mine)?.id)
  })

  test('from before the recovery was changed: the device signs, by the share of before', async () => {
    await page().create(FIRST, null)
    const yesterday = server.stored
    await page().setRecovery(passcode('correct horse'))
    server.stored = yesterday
    server.calls.length = 0
    expect(await signs(page())).toBe(true)
    expect(server.calls).not.toContain('recoveryShares')
  })

  test('from before this device was there: it recovers by itself', async () => {
    await page().create(FIRST, null)
    const yesterday = server.stored
    const phone = new MemoryShareStore()
    await page(phone).open()
    server.stored = yesterday
    expect(await signs(page(phone))).toBe(true)
  })
})

describe('a session that has not heard of the wallet', () => {
  test('asks for no passcode where this device has the wallet by now', async () => {
    await page().create(FIRST, passcode('correct horse'))
    const set = await stale().create(FIRST, null)
    expect([set.set_id, set.wallets.length]).toEqual([server.stored?.id, 1])
  })

  test.each([
    ['this device', () => disk],
    ['another device', () => new MemoryShareStore()],
  ])('takes no other passcode than the one that %s has set', async (_, its) => {
    await page(its()).create(FIRST, passcode('correct horse'))
    await expect(stale().create(FIRST, passcode('battery staple'))).rejects.toMatchObject({
      code: 'embedded_wallet_password_already_exists',
    })
    const set = await stale().create(FIRST, passcode('correct horse'))
    expect(set.set_id).toBe(server.stored?.id)
    const phone = page(new MemoryShareStore())
    await phone.recover(passcode('correct horse'))
    expect(await signs(phone)).toBe(true)
  })

  test('does not let a passcode seem to be set where the recovery is automatic', async () => {
    await page().create(FIRST, null)
    for (const device of [stale(), page()])
      await expect(device.create(FIRST, passcode('correct horse'))).rejects.toMatchObject({
        code: 'embedded_wallet_already_exists',
      })
  })

  test('adds what it asked for to the set of a device that was faster', async () => {
    await page(new MemoryShareStore()).create(FIRST, null)
    const here = stale()
    const set = await here.create(SOLANA, null)
    expect(set.wallets.map(it => it.chain_type)).toEqual(['ethereum', 'solana'])
    expect(await signs(here)).toBe(true)
  })
})

test('who logged in while a call waited for its turn gets nothing of it', async () => {
  let userId = 'user_2'
  const held = deferred<void>()
  const here = page(disk, {
    owner: () => ({ ...OWNER, userId }),
    exclusive: async work => {
      await held.promise
      return work()
    },
  })
  const creation = here.create(FIRST, null)
  userId = OWNER.userId
  held.resolve()
  await expect(creation).rejects.toMatchObject({ code: 'must_be_authenticated' })
  expect([server.stored, server.calls, disk.records.size]).toEqual([null, [], 0])
})

test('a set that the server swapped for another one signs nothing here', async () => {
  await page().create(FIRST, null)
  const mine = server.stored
  const other = createSetServer()
  const theirs = createDeviceWallets({
    vault: createInProcessVault(),
    calls: other.api,
    exclusive: work => work(),
    owner: () => OWNER,
    knownAddress: () => null,
  })
  await theirs.create(FIRST, null)
  if (!mine || !other.stored) throw new Error('No set')
  // Another entropy's shares under my set's name and address.
  server.stored = { ...other.stored, id: mine.id, wallets: mine.wallets }
  await expect(signs(page())).rejects.toMatchObject({ code: 'unable_to_sign' })
})

test('a registration that the server refuses leaves nothing on the device', async () => {
  const status = 403
  server.api.register = async () => {
    throw new VitrineError({ type: 'api_error', code: 'disallowed_recovery_method', message: 'No.', status })
  }
  await expect(page().create(FIRST, null)).rejects.toMatchObject({ code: 'disallowed_recovery_method' })
  expect(disk.records.size).toBe(0)
})

test('a browser that stores nothing gets no wallet, and the server is not told of one', async () => {
  disk.refuses = true
  await expect(page().create(FIRST, null)).rejects.toMatchObject({ code: 'session_storage_unavailable' })
  expect(server.stored).toBeNull()
})
