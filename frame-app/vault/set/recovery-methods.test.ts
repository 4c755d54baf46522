import { hkdfSync } from 'node:crypto'
import type { RegisterSetRequest } from '@vitrine/shared/wallet/embedded.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createKeySource, MemoryShareStore, OWNER, sealFor } from '../testing/set-fixtures.ts'
import type { GivenSecret } from './given-secret.ts'
import { recoveryKey } from './recovery-key.ts'
import { createSetVault, type SetVault } from './set-vault.ts'

/** Recoveries by a secret that another party keeps. */

const FIRST = { chainType: 'ethereum', walletIndex: 0 } as const
const SECRET = Buffer.alloc(32, 7)
const secret = SECRET.toString('base64url')
const other = Buffer.alloc(32, 8).toString('base64url')
const salt = Buffer.alloc(32, 9).toString('base64url')

let keys: ReturnType<typeof createKeySource>
let vault: SetVault
beforeEach(() => {
  keys = createKeySource()
  vault = createSetVault(new MemoryShareStore())
})

type Of<M extends GivenSecret['method']> = Extract<GivenSecret, { method: M }>
const DRIVE: Of<'google-drive'> = { method: 'google-drive', secret, fileId: 'file-1' }
const ICLOUD: Of<'icloud'> = { method: 'icloud', secret, recordName: 'record-1' }
const PASSKEY: Of<'passkey'> = { method: 'passkey', secret, credentialId: 'cred-1', salt }
/** The site's own key, as the server seals it for a vault. */
const siteKey = async (by: SetVault, key: Uint8Array = SECRET): Promise<GivenSecret> => {
  const recipient = await by.siteKeyRecipient()
  return { method: 'recovery-encryption-key', recipient, sealed: await sealFor(recipient, key) }
}
const released = (request: RegisterSetRequest) => ({
  set: {
    set_id: request.set_id,
    recovery_method: request.recovery.method,
    recovery_sharing_id: request.sharing.id,
    wallets: [],
    imported: [],
  },
  sharing_id: request.sharing.id,
  auth_share: request.sharing.auth_share,
  recovery_share: request.recovery.share,
})

describe.each([
  ['google-drive', async () => DRIVE, { file_id: 'file-1' }, async () => ({ ...DRIVE, secret: other })],
  [
    'icloud',
    async () => ICLOUD,
    { icloud_record_name: 'record-1' },
    async () => ({ ...ICLOUD, secret: other }),
  ],
  [
    'passkey',
    async () => PASSKEY,
    { credential_id: 'cred-1', salt },
    async () => ({ ...PASSKEY, secret: other }),
  ],
  ['recovery-encryption-key', siteKey, {}, (by: SetVault) => siteKey(by, Buffer.alloc(64, 8))],
] as const)('a set whose recovery is %s', (method, right, facts, wrong) => {
  const created = async () => {
    const prepared = await keys.prepare(vault, await right(vault))
    const request = await vault.createSet(OWNER, prepared.handle, [FIRST])
    await vault.confirm(OWNER, request.sharing.id, { wallets: [FIRST], imported: [] })
    return { request, prepared }
  }

  test('is registered with where the secret is, and never with the secret', async () => {
    const { request, prepared } = await created()
    expect(request.recovery).toEqual({
      ...{ method, ...facts },
      share: expect.stringMatching(/^v1\./),
      verifier: prepared.verifier,
    })
    for (const form of [secret, SECRET.toString('hex'), SECRET.toString('base64')])
      expect(JSON.stringify(request)).not.toContain(form)
  })

  test('opens on a new device by the secret, and by no other', async () => {
    const { request, prepared } = await created()
    const phone = createSetVault(new MemoryShareStore())
    const again = await keys.prepare(phone, await right(phone))
    expect(again.verifier).toBe(prepared.verifier)
    expect((await phone.openSet(OWNER, again.handle, released(request))).set_id).toBe(request.set_id)
    const guess = await keys.prepare(phone, await wrong(phone))
    expect(guess.verifier).not.toBe(prepared.verifier)
    await expect(phone.openSet(OWNER, guess.handle, released(request))).rejects.toMatchObject({
      problem: 'wrong-recovery-key',
    })
  })

  test('opens for nobody who has the secret and not the provider’s part', async () => {
    const { request } = await created()
    const thief = await createKeySource().prepare(vault, await right(vault))
    await expect(vault.openSet(OWNER, thief.handle, released(request))).rejects.toMatchObject({
      problem: 'wrong-recovery-key',
    })
  })

  test('is given again from this device, which knows how it is opened', async () => {
    const { request } = await created()
    const names = {
      fileId: 'file_id' in facts ? facts.file_id : null,
      recordName: 'icloud_record_name' in facts ? facts.icloud_record_name : null,
      credentialId: 'credential_id' in facts ? facts.credential_id : null,
      salt: 'salt' in facts ? facts.salt : null,
    }
    expect((await vault.deviceSet(OWNER))?.restorable).toEqual({ method, ...names })
    const { handle } = await keys.prepare(vault, await right(vault))
    const again = await vault.restoreSet(OWNER, handle, true)
    expect([again.set_id, again.wallets]).toEqual([request.set_id, request.wallets])
    expect(again.recovery).toMatchObject({ method, ...facts })
  })
})

test('one secret makes another key for each method: what one party has opens nothing of another’s', async () => {
  const verifiers = []
  for (const given of [DRIVE, ICLOUD, PASSKEY, await siteKey(vault), null])
    verifiers.push((await keys.prepare(vault, given)).verifier)
  expect(new Set(verifiers).size).toBe(5)
})

test('the key of a cloud is HKDF of its secret, with the provider’s part as salt', async () => {
  const provider = Buffer.alloc(32, 3)
  const source = { method: 'google-drive', secret: Uint8Array.from(SECRET) } as const
  const { verifier } = await recoveryKey(Uint8Array.from(provider), source)
  const info = 'vitrine/recovery-verifier/v1/google-drive'
  expect(verifier).toBe(Buffer.from(hkdfSync('sha256', SECRET, provider, info, 32)).toString('base64url'))
  expect(source.secret.every(byte => byte === 0)).toBe(true)
})

test.each([
  ['too short', { ...DRIVE, secret: 'AAAA' }, 'damaged'],
  ['too long', { ...PASSKEY, secret: Buffer.alloc(33).toString('base64url') }, 'damaged'],
  ['no text', { ...ICLOUD, secret: '!' }, 'damaged'],
  ['of no method', { method: 'constructor' } as never, 'unsupported-request'],
])('a secret that is %s is refused', async (_, given, problem) => {
  await expect(keys.prepare(vault, given)).rejects.toMatchObject({ problem })
})

describe('the site’s own key', () => {
  const sealed = async (recipient: string, bytes: number): Promise<GivenSecret> => ({
    ...{ method: 'recovery-encryption-key', recipient },
    sealed: await sealFor(recipient, Buffer.alloc(bytes, 5)),
  })

  test.each([16, 31, 65])('of %i bytes is refused', async bytes => {
    const given = await sealed(await vault.siteKeyRecipient(), bytes)
    await expect(keys.prepare(vault, given)).rejects.toMatchObject({ problem: 'damaged' })
  })

  test('that was sealed for the keys of shares, or for a vault of before, is not opened', async () => {
    for (const recipient of [
      await vault.recipient(),
      await createSetVault(new MemoryShareStore()).siteKeyRecipient(),
    ])
      await expect(keys.prepare(vault, await sealed(recipient, 32))).rejects.toMatchObject({
        problem: 'locked',
      })
    const recipient = await vault.siteKeyRecipient()
    vault.lock()
    await expect(keys.prepare(vault, await sealed(recipient, 32))).rejects.toMatchObject({
      problem: 'locked',
    })
  })

  test('serves all that one change needs: the server gives it once', async () => {
    const given = await siteKey(vault)
    const first = await keys.prepare(vault, given)
    expect((await keys.prepare(vault, given)).verifier).toBe(first.verifier)
  })

  test('does not stay in the clear where its keys are made', async () => {
    const seen: Uint8Array[] = []
    const { importKey } = crypto.subtle
    const watch = vi.spyOn(crypto.subtle, 'importKey').mockImplementation(((
      ...args: Parameters<SubtleCrypto['importKey']>
    ) => {
      if (args[2] === 'HKDF' && args[1] instanceof Uint8Array) seen.push(args[1])
      return importKey.apply(crypto.subtle, args)
    }) as typeof importKey)
    await keys.prepare(vault, await siteKey(vault))
    watch.mockRestore()
    expect(seen.length).toBe(1)
    expect(seen[0]?.every(byte => byte === 0)).toBe(true)
  })
})
