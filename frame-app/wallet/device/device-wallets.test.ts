import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { Wallet } from '@vitrine/shared/wallet/wallet.ts'
import { type Hex, verifyMessage } from 'viem'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createExclusive } from '../../session/exclusive.ts'
import { createInProcessVault } from '../../vault/testing/in-process-vault.ts'
import { MemoryShareStore, OWNER } from '../../vault/testing/set-fixtures.ts'
import { createDeviceWallets } from './device-wallets.ts'
import { createSetServer, type SetServer } from './testing/set-server.ts'

/** The real library at a hundredth of the cost: these tests stretch a passcode hundreds of times. */
vi.mock('hash-wasm', async importOriginal => {
  const { argon2id } = await importOriginal<typeof import('hash-wasm')>()
  return { argon2id: (options: Parameters<typeof argon2id>[0]) => argon2id({ ...options, memorySize: 64 }) }
})

const FIRST = { chainType: 'ethereum', walletIndex: 0 } as const
const SOLANA = { chainType: 'solana', walletIndex: 0 } as const
const signal = new AbortController().signal

let server: SetServer
let disk: MemoryShareStore
beforeEach(() => {
  server = createSetServer()
  disk = new MemoryShareStore()
})

/** A page of the wallet on a device: a new one is a reload, or another tab. */
function page(shares = disk) {
  const exclusive = createExclusive('test', undefined)
  return createDeviceWallets({
    vault: createInProcessVault(shares),
    calls: server.api,
    exclusive,
    owner: () => OWNER,
    knownAddress: () => server.stored?.wallets[0]?.address ?? null,
  })
}
type Page = ReturnType<typeof page>

const wallet = (index = 0): Wallet => ({
  address: server.stored?.wallets.find(it => it.chain_type === 'ethereum' && it.wallet_index === index)
    ?.address as string,
  chainType: 'ethereum',
  walletIndex: index,
  walletClientType: 'vitrine',
  connectorType: 'embedded',
  imported: false,
  delegated: false,
  recoveryMethod: 'privy',
})
async function signs(by: Page, index = 0) {
  const request = { method: 'personal_sign', params: { message: 'hello', encoding: 'utf-8' } } as const
  const { signature } = await by.perform<'personal_sign'>(wallet(index), request, signal)
  const address = wallet(index).address as Hex
  return verifyMessage({ address, message: 'hello', signature: signature as Hex })
}

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
    await page().create(FIRST, 'correct horse')
    const phone = page(new MemoryShareStore())
    await expect(signs(phone)).rejects.toMatchObject({ code: 'embedded_wallet_needs_recovery' })
    await expect(phone.recover('battery staple')).rejects.toMatchObject({ code: 'invalid_credentials' })
    await phone.recover('correct horse')
    expect(await signs(phone)).toBe(true)
  })

  test('takes the place of the automatic recovery, and of another passcode', async () => {
    const here = page()
    await here.create(FIRST, null)
    await here.setPasscode('correct horse')
    const set = await here.setPasscode('battery staple')
    expect(set.recovery_method).toBe('user-passcode')
    const phone = page(new MemoryShareStore())
    await expect(phone.recover('correct horse')).rejects.toMatchObject({ code: 'invalid_credentials' })
    await phone.recover('battery staple')
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
      await phone.setPasscode('correct horse')
      return seen
    }
    await expect(here.setPasscode('battery staple')).rejects.toMatchObject({
      code: 'embedded_wallet_recovery_already_exists',
    })
    expect(await signs(here)).toBe(true)
    expect(await signs(page())).toBe(true)
  })
})

describe('a fault at any step', () => {
  /** Runs the work with a fault at its nth call, for every n, and says what each came to. */
  async function atEveryStep(
    prepare: () => Promise<unknown>,
    work: () => Promise<unknown>,
    check: () => Promise<unknown>,
  ) {
    for (const when of ['before', 'after'] as const) {
      for (let call = 0; ; call++) {
        server = createSetServer()
        disk = new MemoryShareStore()
        await prepare()
        server.calls.length = 0
        server.fault = { call, when }
        const outcome = await work().then(
          () => 'done',
          error => error.code,
        )
        const wasReached = server.calls.length > call
        server.fault = null
        if (wasReached) expect([outcome, call, when]).toEqual(['client_request_timeout', call, when])
        await check()
        if (!wasReached) break
      }
    }
  }

  test('of a creation: what is registered signs, and a retry makes no second set', async () => {
    await atEveryStep(
      async () => {},
      () => page().create(FIRST, null),
      async () => {
        // What the person would be shown after the crash.
        const announced = server.stored?.id
        if (announced !== undefined) expect(await signs(page())).toBe(true)
        const set = await page().create(FIRST, null)
        expect(set.set_id).toBe(announced ?? set.set_id)
        expect(await signs(page())).toBe(true)
      },
    )
  })

  test('of a creation with a passcode: what is registered signs here without it', async () => {
    await atEveryStep(
      async () => {},
      () => page().create(FIRST, 'correct horse'),
      async () => {
        if (server.stored) expect(await signs(page())).toBe(true)
        await page().create(FIRST, 'correct horse')
        expect(await signs(page())).toBe(true)
      },
    )
  })

  test('of a second wallet', async () => {
    await atEveryStep(
      () => page().create(FIRST, null),
      () => page().create({ ...FIRST, walletIndex: 1 }, null),
      async () => {
        await page().create({ ...FIRST, walletIndex: 1 }, null)
        expect(server.stored?.wallets).toHaveLength(2)
        expect(await signs(page(), 1)).toBe(true)
      },
    )
  })

  test('of a change of the recovery: this device signs, and exactly one recovery opens a new one', async () => {
    await atEveryStep(
      () => page().create(FIRST, 'correct horse'),
      () => page().setPasscode('battery staple'),
      async () => {
        expect(await signs(page())).toBe(true)
        const opens = async (passcode: string) =>
          page(new MemoryShareStore())
            .recover(passcode)
            .then(
              () => true,
              () => false,
            )
        expect([await opens('correct horse'), await opens('battery staple')].filter(Boolean)).toEqual([true])
        await page().setPasscode('zebra crossing')
        expect(await opens('zebra crossing')).toBe(true)
        expect(await signs(page())).toBe(true)
      },
    )
  })

  test('of a recovery on a new device: it can be tried again, and the first device is as it was', async () => {
    const phone = () => page(phoneDisk)
    let phoneDisk = new MemoryShareStore()
    await atEveryStep(
      async () => {
        phoneDisk = new MemoryShareStore()
        await page().create(FIRST, 'correct horse')
      },
      () => phone().recover('correct horse'),
      async () => {
        const opened = phone()
        await opened.recover('correct horse')
        expect(await signs(opened)).toBe(true)
        expect(await signs(phone())).toBe(true)
        expect(await signs(page())).toBe(true)
      },
    )
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
    await page().create(FIRST, 'correct horse')
    const lost = server.stored
    server.stored = null
    await expect(page().create(FIRST, null)).rejects.toMatchObject({
      code: 'embedded_wallet_needs_recovery',
    })
    await expect(page().recover('battery staple')).rejects.toMatchObject({ code: 'invalid_credentials' })
    await page().recover('correct horse')
    expect(server.stored).toMatchObject({ id: lost?.id })
    expect(await signs(page())).toBe(true)
  })

  test('from before the recovery was changed: the device signs, by the share of before', async () => {
    await page().create(FIRST, null)
    const yesterday = server.stored
    await page().setPasscode('correct horse')
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
