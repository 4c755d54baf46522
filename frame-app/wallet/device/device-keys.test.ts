import { openKey } from '@vitrine/shared/hpke/key-transport.ts'
import { privateKeyToAddress } from 'viem/accounts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { MemoryShareStore } from '../../vault/testing/set-fixtures.ts'
import type { RecoverySecret } from '../recovery-secret.ts'
import {
  broughtKey,
  createDevice,
  type Device,
  FIRST,
  KNOWN_ADDRESS,
  PROOF,
  passcode,
  secretsDocument,
} from './testing/device.ts'

vi.mock('hash-wasm', async () => (await import('./testing/remembered.ts')).withoutStretching())

type Of<M extends RecoverySecret['method']> = Extract<RecoverySecret, { method: M }>
const { signal } = new AbortController()
const refused = (code: string) => expect.objectContaining({ code })
let device: Device
let server: Device['server']
let page: Device['page']
beforeEach(() => {
  device = createDevice()
  ;({ server, page } = device)
})

describe('a key that is brought', () => {
  test('joins the person’s set, and signs here and on their other devices', async () => {
    await page().create(FIRST, null)
    const phone = new MemoryShareStore()
    // It knows the set, and has never heard of the key.
    expect(await device.signs(page(phone))).toBe(true)
    const here = page()
    const set = await here.importKey(await broughtKey(here), null, PROOF)
    expect(set.imported).toMatchObject([{ address: KNOWN_ADDRESS }])
    for (const by of [here, page(), page(phone), page(new MemoryShareStore())])
      expect(await device.signsImported(by)).toBe(true)
    server.calls.length = 0
    expect(await device.signsImported(here)).toBe(true)
    expect(server.calls).toEqual([])
  })

  test('is refused without a proof, and the same ciphertext goes with one', async () => {
    for (const prepare of [() => {}, () => page().create(FIRST, null)]) {
      await prepare()
      const here = page()
      const key = await broughtKey(here)
      await expect(here.importKey(key, null, {})).rejects.toEqual(refused('step_up_required'))
      expect(server.stored?.imported ?? []).toEqual([])
      await here.importKey(key, null, PROOF)
      expect(await device.signsImported(page())).toBe(true)
      server.stored = null
      device.disk.records.clear()
    }
  })

  test('begins a set, with the recovery that was given for it, all in one request', async () => {
    const here = page()
    const set = await here.importKey(await broughtKey(here), passcode('correct horse'), PROOF)
    expect(server.calls).toEqual(['keys', 'register'])
    expect([set.wallets, set.imported.length, set.recovery_method]).toEqual([[], 1, 'user-passcode'])
    const phone = page(new MemoryShareStore())
    await expect(device.signsImported(phone)).rejects.toEqual(refused('embedded_wallet_needs_recovery'))
    await phone.recover(passcode('correct horse'))
    expect(await device.signsImported(phone)).toBe(true)
  })

  test('goes to the set of a device that was faster, if it has no such key yet', async () => {
    await page(new MemoryShareStore()).create(FIRST, null)
    const here = device.stale()
    const set = await here.importKey(await broughtKey(here), null, PROOF)
    expect([set.set_id, set.imported.length]).toEqual([server.stored?.id, 1])
    expect(await device.signsImported(here)).toBe(true)
  })

  test('is given to a server that lost the set, where that takes no proof; else it stays on this device', async () => {
    await page().create(FIRST, null)
    const here = page()
    await here.importKey(await broughtKey(here), null, PROOF)
    server.stored = null
    await page().create(FIRST, null)
    // The set is there again; the key waits for a proof.
    expect(server.stored).toMatchObject({ wallets: [{ wallet_index: 0 }], imported: [] })
    expect(await device.signsImported(page())).toBe(true)
    const kept = structuredClone([...device.disk.records.values()])
    expect(kept[0]?.imported).toMatchObject([{ address: KNOWN_ADDRESS }])

    server.stored = null
    const { register } = server.api
    server.api.register = (request, ...rest) => register({ ...request, ...PROOF }, ...rest)
    await page().create(FIRST, null)
    expect(server.stored).toMatchObject({ imported: [{ address: KNOWN_ADDRESS }] })
  })
})

describe('an export', () => {
  const open = async (sealed: Promise<Parameters<typeof openKey>[1]>) =>
    Buffer.from((await openKey(await secretsDocument, await sealed)) ?? [])

  test('gives the key of a wallet to the document that shows it, once the server gave leave', async () => {
    await page().create(FIRST, null)
    const by = page()
    server.calls.length = 0
    const key = await open(device.exports(by))
    expect(privateKeyToAddress(`0x${key.toString('hex')}`)).toBe(device.wallet(0).address)
    // Nothing of the key is asked for before the proof is.
    expect(server.calls[0]).toBe('exportKey')
  })

  test('without a proof is refused before anything of the key is opened', async () => {
    await page().create(FIRST, null)
    const by = page()
    server.calls.length = 0
    const { spki } = await secretsDocument
    await expect(by.exportKey(device.wallet(0), 'private-key', spki, {}, signal)).rejects.toEqual(
      refused('step_up_required'),
    )
    expect(server.calls).toEqual(['exportKey'])
  })

  test('of a brought key gives it, and no words, which nobody is asked for', async () => {
    await page().create(FIRST, null)
    const here = page()
    await here.importKey(await broughtKey(here), null, PROOF)
    const { spki } = await secretsDocument
    const key = await open(here.exportKey(device.imported(), 'private-key', spki, PROOF, signal))
    expect(key.toString('hex')).toBe('01'.repeat(32))
    server.calls.length = 0
    await expect(here.exportKey(device.imported(), 'seed-phrase', spki, PROOF, signal)).rejects.toEqual(
      refused('not_supported'),
    )
    expect(server.calls).toEqual([])
  })

  test('that the person stopped while the server was asked opens nothing', async () => {
    await page().create(FIRST, null)
    const stop = new AbortController()
    const { exportKey } = server.api
    server.api.exportKey = async (...given) => {
      await exportKey(...given)
      stop.abort()
    }
    const by = page()
    server.calls.length = 0
    const { spki } = await secretsDocument
    await expect(by.exportKey(device.wallet(0), 'private-key', spki, PROOF, stop.signal)).rejects.toThrow()
    expect(server.calls).toEqual(['exportKey'])
  })
})

describe('a recovery by', () => {
  const drive: Of<'google-drive'> = { method: 'google-drive', secret: 'A'.repeat(43), fileId: 'file-1' }
  const icloud: Of<'icloud'> = { method: 'icloud', secret: 'A'.repeat(43), recordName: 'record-1' }
  const passkey: Of<'passkey'> = {
    method: 'passkey',
    secret: 'A'.repeat(43),
    credentialId: 'cred-1',
    salt: `${'B'.repeat(42)}A`,
  }
  const site: Of<'recovery-encryption-key'> = { method: 'recovery-encryption-key' }
  const none = { fileId: null, recordName: null, credentialId: null, salt: null }
  const enter = () => {
    server.siteKey = Uint8Array.from({ length: 32 }, () => 6)
  }

  test.each([
    [drive, { ...none, fileId: 'file-1' }],
    [icloud, { ...none, recordName: 'record-1' }],
    [passkey, { ...none, credentialId: 'cred-1', salt: passkey.salt }],
    [site, none],
  ] as const)('$method is told where it is, set, changed and recovered', async (secret, facts) => {
    enter()
    await page().create(FIRST, secret)
    expect(await page().recoveryFacts()).toEqual({ method: secret.method, ...facts })
    const phone = page(new MemoryShareStore())
    await expect(phone.open()).rejects.toEqual(refused('embedded_wallet_needs_recovery'))
    await expect(phone.recover(passcode('correct horse'))).rejects.toEqual(
      refused('embedded_wallet_needs_recovery'),
    )
    enter()
    await phone.recover(secret)
    expect(await device.signs(phone)).toBe(true)
    await page().setRecovery(passcode('correct horse'))
    const other = page(new MemoryShareStore())
    enter()
    await expect(other.recover(secret)).rejects.toEqual(refused('embedded_wallet_needs_recovery'))
    await other.recover(passcode('correct horse'))
    expect(await device.signs(other)).toBe(true)
  })

  test.each([drive, icloud])('$method that is there already is not set again', async secret => {
    await page().create(FIRST, secret)
    server.calls.length = 0
    await expect(page().setRecovery({ ...secret, secret: `${'B'.repeat(42)}A` })).rejects.toEqual(
      refused('embedded_wallet_recovery_already_exists'),
    )
    expect(server.calls).not.toContain('changeRecovery')
    await page(new MemoryShareStore()).recover(secret)
  })

  test('a passcode is not set as the first one where there is one by now', async () => {
    await page().create(FIRST, null)
    await page().setRecovery(passcode('correct horse'), { seen: 'privy' })
    await expect(page().setRecovery(passcode('other'), { seen: 'privy' })).rejects.toEqual(
      refused('embedded_wallet_password_already_exists'),
    )
    // Who saw it may change it.
    await page().setRecovery(passcode('other'), { seen: 'user-passcode' })
    await page(new MemoryShareStore()).recover(passcode('other'))
  })

  test('the site’s own key is asked for once for a change, also where another device was faster', async () => {
    enter()
    await page(new MemoryShareStore()).create(FIRST, site)
    enter()
    server.calls.length = 0
    const here = device.stale()
    await here.create(FIRST, site)
    expect(server.calls.filter(name => name === 'claimSiteKey')).toHaveLength(1)
    expect(await device.signs(here)).toBe(true)
  })

  test('where the server lost the set this device knows how it is recovered', async () => {
    await page().create(FIRST, drive)
    server.stored = null
    expect(await page().recoveryFacts()).toMatchObject({ method: 'google-drive', fileId: 'file-1' })
    device.disk.records.clear()
    await expect(page().recoveryFacts()).rejects.toEqual(refused('embedded_wallet_needs_recovery'))
  })
})
