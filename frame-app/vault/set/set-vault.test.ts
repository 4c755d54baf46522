import { ed25519 } from '@noble/curves/ed25519.js'
import type { RegisterSetRequest } from '@vitrine/shared/wallet/embedded.ts'
import { setStatement } from '@vitrine/shared/wallet/set-statement.ts'
import { verifyMessage } from 'viem'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createFakeIndexedDb } from '../testing/fake-indexed-db.ts'
import { createKeySource, MemoryShareStore, OWNER } from '../testing/set-fixtures.ts'
import type { WalletPlace } from './device-set.ts'
import { seal, shareKey } from './envelope.ts'
import { recoveryKey } from './recovery-key.ts'
import { createSetVault, type SetVault, UNLOCKED_MS } from './set-vault.ts'
import { createShareStore } from './share-store.ts'
import { splitEntropy } from './split.ts'

vi.mock('hash-wasm', async importOriginal =>
  (await import('../../wallet/device/testing/remembered.ts')).rememberArgon2id(importOriginal),
)

const FIRST = { chainType: 'ethereum', walletIndex: 0 } as const
const SOLANA = { chainType: 'solana', walletIndex: 0 } as const
const HELLO = { method: 'personal_sign', params: { message: 'hello', encoding: 'utf-8' } }
const id = `${OWNER.appId}/${OWNER.userId}`

let keys: ReturnType<typeof createKeySource>
let store: MemoryShareStore
let clock: number
let vault: SetVault

beforeEach(() => {
  keys = createKeySource()
  store = new MemoryShareStore()
  clock = 0
  vault = createSetVault(store, () => clock)
})

/** A device with a set that the server has confirmed. */
async function created(passcode?: string, places: readonly WalletPlace[] = [FIRST]) {
  const handle = (
    await keys.prepare(
      vault,
      passcode === undefined ? null : { method: 'user-passcode', text: passcode, salt: null },
    )
  ).handle
  const request = await vault.createSet(OWNER, handle, { places })
  await vault.confirm(OWNER, request.sharing.id, { wallets: places, imported: [] })
  return request
}
/** What the server answers to who recovers. */
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
const address = (request: RegisterSetRequest) => request.wallets[0]?.address as `0x${string}`
const signed = async (request: RegisterSetRequest, by = vault) => {
  const place = { ...FIRST, address: address(request) }
  const { signature } = (await by.perform(OWNER, place, HELLO)) as { signature: `0x${string}` }
  return verifyMessage({ address: address(request), message: 'hello', signature })
}
/** Another device of the same person. */
const another = (disk = new MemoryShareStore()) => createSetVault(disk, () => clock)

test('what leaves the vault at creation opens nothing, and every wallet and change is proven', async () => {
  const request = await created(undefined, [FIRST, SOLANA])
  expect(request.wallets.map(wallet => wallet.chain_type)).toEqual(['ethereum', 'solana'])
  const { proof, ...body } = request
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'))
  expect(ed25519.verify(bytes(proof), setStatement(OWNER, 'register', body), bytes(request.set_id))).toBe(
    true,
  )
  expect(request.sharing.auth_share).toMatch(/^v1\./)
  expect(request.recovery).toEqual({ method: 'privy', share: expect.stringMatching(/^v1\./) })
})

test('signs at once after creation, and after a reload with the auth share of the server', async () => {
  const request = await created()
  expect(await signed(request)).toBe(true)
  const reloaded = another(store)
  await expect(signed(request, reloaded)).rejects.toMatchObject({ problem: 'locked' })
  const { id: sharingId, auth_share: authShare } = request.sharing
  await keys.unlock(reloaded, { setId: request.set_id, sharingId, authShare })
  expect(await signed(request, reloaded)).toBe(true)
})

test('the auth share is forgotten after five minutes, and at logout at once', async () => {
  const request = await created()
  clock = UNLOCKED_MS - 1
  expect(await signed(request)).toBe(true)
  clock = UNLOCKED_MS
  await expect(signed(request)).rejects.toMatchObject({ problem: 'locked' })
  await keys.unlock(vault, {
    setId: request.set_id,
    sharingId: request.sharing.id,
    authShare: request.sharing.auth_share,
  })
  expect(await signed(request)).toBe(true)
  const other = await keys.prepare(vault)
  vault.lock()
  await expect(signed(request)).rejects.toMatchObject({ problem: 'locked' })
  await expect(vault.createSet(OWNER, other.handle, { places: [FIRST] })).rejects.toMatchObject({
    problem: 'locked',
  })
})

test('the device share alone signs nothing, nor does the auth share alone', async () => {
  const request = await created()
  await expect(signed(request, another(store))).rejects.toMatchObject({ problem: 'locked' })
  const { id: sharingId, auth_share: authShare } = request.sharing
  const stranger = another()
  await expect(keys.unlock(stranger, { setId: request.set_id, sharingId, authShare })).rejects.toMatchObject({
    problem: 'needs-recovery',
  })
})

test('the server’s keys of another user open nothing', async () => {
  const request = await created()
  const reloaded = another(store)
  const release = await keys.release(await reloaded.recipient(), ['auth-share'], 'user_2')
  const { id: sharingId, auth_share: authShare } = request.sharing
  await expect(
    reloaded.unlock(OWNER, release, { setId: request.set_id, sharingId, authShare }),
  ).rejects.toMatchObject({ problem: 'damaged' })
  await expect(signed(request, reloaded)).rejects.toMatchObject({ problem: 'locked' })
})

test('an answer of the server is opened once', async () => {
  const released = await keys.release(await vault.recipient(), ['auth-share', 'recovery'])
  await vault.prepareRecovery(OWNER, released, null)
  await expect(vault.prepareRecovery(OWNER, released, null)).rejects.toMatchObject({ problem: 'locked' })
})

describe('on a new device', () => {
  test('the automatic recovery opens the wallet, and leaves the first device as it was', async () => {
    const request = await created()
    const phone = another()
    const sharing = await phone.openSet(OWNER, (await keys.prepare(phone)).handle, released(request))
    expect(sharing.sharing.id).not.toBe(request.sharing.id)
    expect(await signed(request, phone)).toBe(true)
    expect(await signed(request)).toBe(true)
  })

  test('a passcode opens it, in either Unicode form; another one does not', async () => {
    const request = await created('Ünïcode 12')
    if (request.recovery.method !== 'user-passcode') throw new Error('No passcode')
    const { salt, verifier } = request.recovery
    const phone = another()
    const right = await keys.prepare(phone, { method: 'user-passcode', text: 'U\u0308ni\u0308code 12', salt })
    expect(right.verifier).toBe(verifier)
    await phone.openSet(OWNER, right.handle, released(request))
    expect(await signed(request, phone)).toBe(true)
    const wrong = await keys.prepare(phone, { method: 'user-passcode', text: 'unicode 12', salt })
    expect(wrong.verifier).not.toBe(verifier)
    await expect(phone.openSet(OWNER, wrong.handle, released(request))).rejects.toMatchObject({
      problem: 'wrong-recovery-key',
    })
  })

  test('a passcode without the provider’s part opens nothing: a stolen database cannot be searched', async () => {
    const request = await created('correct horse')
    if (request.recovery.method !== 'user-passcode') throw new Error('No passcode')
    const thief = createKeySource()
    const phone = another()
    const guess = await thief.prepare(phone, {
      method: 'user-passcode',
      text: 'correct horse',
      salt: request.recovery.salt,
    })
    expect(guess.verifier).not.toBe(request.recovery.verifier)
    await expect(phone.openSet(OWNER, guess.handle, released(request))).rejects.toMatchObject({
      problem: 'wrong-recovery-key',
    })
  })

  test('with blocked storage it opens for as long as the page lives', async () => {
    const request = await created()
    const disk = new MemoryShareStore()
    disk.refuses = true
    const phone = another(disk)
    await phone.openSet(OWNER, (await keys.prepare(phone)).handle, released(request))
    expect(await signed(request, phone)).toBe(true)
  })
})

test('a browser that stores nothing gets no wallet', async () => {
  store.refuses = true
  const { handle } = await keys.prepare(vault)
  await expect(vault.createSet(OWNER, handle, { places: [FIRST] })).rejects.toMatchObject({
    problem: 'storage',
  })
  expect(await vault.deviceSet(OWNER)).toBeNull()
})

test('a set that is made after the browser cleared the disk opens after a reload', async () => {
  const disk = createFakeIndexedDb()
  vi.stubGlobal('indexedDB', disk.factory)
  vault = createSetVault(createShareStore())
  await created()
  for (const entries of disk.stores.values()) entries.clear()
  const request = await created()
  const reloaded = createSetVault(createShareStore())
  const { id: sharingId, auth_share: authShare } = request.sharing
  await keys.unlock(reloaded, { setId: request.set_id, sharingId, authShare })
  expect(await signed(request, reloaded)).toBe(true)
  vi.unstubAllGlobals()
})

describe('shares that were tampered with', () => {
  const flip = (envelope: string) => {
    const [version, iv, sealed = ''] = envelope.split('.')
    return [version, iv, (sealed[0] === 'A' ? 'B' : 'A') + sealed.slice(1)].join('.')
  }
  test.each([
    ['changed', flip, 'damaged'],
    ['cut short', (text: string) => text.slice(0, -4), 'damaged'],
    ['cut to its head', (text: string) => text.slice(0, 25), 'damaged'],
    ['empty', () => '', 'damaged'],
    ['of a newer release', (text: string) => text.replace('v1', 'v2'), 'newer-version'],
    ['with a part too many', (text: string) => `${text}.AAAA`, 'damaged'],
    ['spelt in another way', (text: string) => `${text}=`, 'damaged'],
  ])('an auth share that is %s is refused', async (_, change, problem) => {
    const request = await created()
    const reloaded = another(store)
    const { id: sharingId, auth_share } = request.sharing
    const cut = { setId: request.set_id, sharingId, authShare: change(auth_share) }
    await expect(keys.unlock(reloaded, cut)).rejects.toMatchObject({ problem })
    await expect(signed(request, reloaded)).rejects.toMatchObject({ problem: 'locked' })
  })

  test('the auth share of another split, user or kind is refused', async () => {
    const request = await created()
    const phone = another()
    const other = await phone.openSet(OWNER, (await keys.prepare(phone)).handle, released(request))
    for (const authShare of [other.sharing.auth_share, request.recovery.share]) {
      const reloaded = another(store)
      const swapped = { setId: request.set_id, sharingId: request.sharing.id, authShare }
      await expect(keys.unlock(reloaded, swapped)).rejects.toMatchObject({ problem: 'damaged' })
    }
  })

  test('shares that open and do not belong together make no key', async () => {
    const request = await created()
    const { id: sharingId } = request.sharing
    // Whoever had the auth share's key could seal any share with it: Shamir's scheme would not notice.
    const key = await shareKey(Uint8Array.from(keys.keyOf('auth-share')))
    const context = { ...OWNER, setId: request.set_id, sharingId, kind: 'auth-share' } as const
    const authShare = await seal(key, context, crypto.getRandomValues(new Uint8Array(17)))
    const reloaded = another(store)
    await expect(
      keys.unlock(reloaded, { setId: request.set_id, sharingId, authShare }),
    ).rejects.toMatchObject({ problem: 'damaged' })
    for (const work of [reloaded.addWallet(OWNER, SOLANA), signed(request, reloaded)])
      await expect(work).rejects.toMatchObject({ problem: 'locked' })
  })

  test('a device share that was swapped on the disk is refused', async () => {
    const request = await created()
    const record = store.records.get(id)
    if (!record) throw new Error('No record')
    store.records.set(id, {
      ...record,
      current: { ...record.current, share: record.current.recovery.share },
    })
    await expect(signed(request)).rejects.toMatchObject({ problem: 'damaged' })
  })

  test('nothing is signed in the name of an address that the key does not make', async () => {
    await created()
    const place = { ...FIRST, address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }
    await expect(vault.perform(OWNER, place, HELLO)).rejects.toMatchObject({ problem: 'not-this-wallet' })
    const solana = { ...SOLANA, address: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk' }
    const message = { method: 'signMessage', params: { message: 'aGk=', encoding: 'base64' } }
    await expect(vault.perform(OWNER, solana, message)).rejects.toMatchObject({ problem: 'not-this-wallet' })
  })
})

test.each([
  ['no method', {}],
  ['a raw hash', { method: 'secp256k1_sign', params: { hash: `0x${'00'.repeat(32)}` } }],
  [
    'a method of the other family',
    { method: 'signMessage', params: { message: 'aGk=', encoding: 'base64' } },
  ],
  ['a field that nobody knows', { ...HELLO, raw: true }],
])('%s is not performed', async (_, request) => {
  const made = await created()
  await expect(vault.perform(OWNER, { ...FIRST, address: address(made) }, request)).rejects.toMatchObject({
    problem: 'unsupported-request',
  })
})

describe('a change of the recovery', () => {
  test('makes a new split; the old auth share still fits until the server has the new one', async () => {
    const request = await created()
    const { handle } = await keys.prepare(vault, { method: 'user-passcode', text: 'a passcode', salt: null })
    const change = await vault.changeRecovery(OWNER, handle, request.sharing.id)
    expect(change).toMatchObject({ replaces: request.sharing.id, retires: request.sharing.id })
    // The request never arrived: the page is loaded again.
    const reloaded = another(store)
    expect(await reloaded.deviceSet(OWNER)).toMatchObject({
      sharings: [
        { sharingId: change.sharing.id, isStored: false },
        { sharingId: request.sharing.id, isStored: true },
      ],
    })
    const { id: sharingId, auth_share: authShare } = request.sharing
    await keys.unlock(reloaded, { setId: request.set_id, sharingId, authShare })
    expect(await signed(request, reloaded)).toBe(true)
    // The server refused it.
    await reloaded.discard(OWNER, change.sharing.id)
    expect(await reloaded.deviceSet(OWNER)).toMatchObject({ sharings: [{ sharingId, isStored: true }] })
  })

  test('that a confirmed share discards nothing', async () => {
    const request = await created()
    await vault.discard(OWNER, request.sharing.id)
    expect(await signed(request)).toBe(true)
  })
})

describe('a server that went back to a database of yesterday', () => {
  test('gets the set again from the device share and the recovery share', async () => {
    const request = await created(undefined, [FIRST, SOLANA])
    const reloaded = another(store)
    const again = await reloaded.restoreSet(OWNER, (await keys.prepare(reloaded)).handle)
    expect(again.set_id).toBe(request.set_id)
    expect(again.wallets).toEqual(request.wallets)
    expect(await signed(request, reloaded)).toBe(true)
  })

  test('takes the passcode where there is one', async () => {
    const request = await created('correct horse')
    if (request.recovery.method !== 'user-passcode') throw new Error('No passcode')
    const { salt } = request.recovery
    const wrong = await keys.prepare(vault, { method: 'user-passcode', text: 'battery staple', salt })
    await expect(vault.restoreSet(OWNER, wrong.handle)).rejects.toMatchObject({
      problem: 'wrong-recovery-key',
    })
    const right = await keys.prepare(vault, { method: 'user-passcode', text: 'correct horse', salt })
    expect((await vault.restoreSet(OWNER, right.handle)).set_id).toBe(request.set_id)
  })

  test('a confirmed set is never written over by a new one', async () => {
    await created()
    const { handle } = await keys.prepare(vault)
    await expect(vault.createSet(OWNER, handle, { places: [FIRST] })).rejects.toMatchObject({
      problem: 'exists',
    })
  })
})

test('what becomes a key, the sentence of the entropy included, is wiped', async () => {
  const seen: Uint8Array[] = []
  const { importKey } = crypto.subtle
  const watch = vi.spyOn(crypto.subtle, 'importKey').mockImplementation(((
    ...args: Parameters<SubtleCrypto['importKey']>
  ) => {
    const usages = [...args[4]].join()
    // The library of the encrypted answers keeps their one-time keys to itself; they can do one thing only.
    const isOneTime = usages === 'decrypt' || usages === 'encrypt'
    if (args[1] instanceof Uint8Array && args[1].length > 0 && !isOneTime) seen.push(args[1])
    return importKey.apply(crypto.subtle, args)
  }) as typeof importKey)
  const request = await created('correct horse')
  await signed(request)
  watch.mockRestore()
  expect(seen.length).toBeGreaterThan(5)
  for (const bytes of seen) expect(bytes.every(byte => byte === 0)).toBe(true)
})

test('the vault of one user is not another’s', async () => {
  const request = await created()
  const mallory = { ...OWNER, userId: 'user_2' }
  expect(await vault.deviceSet(mallory)).toBeNull()
  const { handle } = await keys.prepare(vault)
  await expect(vault.createSet(mallory, handle, { places: [FIRST] })).rejects.toMatchObject({
    problem: 'locked',
  })
  await expect(vault.perform(mallory, { ...FIRST, address: address(request) }, HELLO)).rejects.toMatchObject({
    problem: 'locked',
  })
})

describe('a logout in the middle', () => {
  /** The vault as it is when a logout comes while the disk is asked for the device's key, or before. */
  const lockAtKey = () => {
    const { deviceKey } = store
    store.deviceKey = () => {
      vault.lock()
      return deviceKey.call(store)
    }
  }

  test('of opening leaves nothing in memory', async () => {
    const { set_id: setId, sharing, ...rest } = await created()
    const request = { set_id: setId, sharing, ...rest }
    vault.lock()
    lockAtKey()
    const share = { setId, sharingId: sharing.id, authShare: sharing.auth_share }
    await expect(keys.unlock(vault, share)).rejects.toMatchObject({ problem: 'locked' })
    await expect(signed(request)).rejects.toMatchObject({ problem: 'locked' })
  })

  test('of a creation leaves nothing that signs', async () => {
    const { handle } = await keys.prepare(vault)
    lockAtKey()
    await expect(vault.createSet(OWNER, handle, { places: [FIRST] })).rejects.toMatchObject({
      problem: 'locked',
    })
    expect(await vault.deviceSet(OWNER)).toMatchObject({ isUnlocked: false })
  })

  test('of an answer on its way opens it no more', async () => {
    const answer = await keys.release(await vault.recipient(), ['auth-share', 'recovery'])
    vault.lock()
    await expect(vault.prepareRecovery(OWNER, answer, null)).rejects.toMatchObject({ problem: 'locked' })
  })

  test('of a passcode that is being stretched leaves no key of it', async () => {
    const answer = await keys.release(await vault.recipient(), ['auth-share', 'recovery'])
    const preparing = vault.prepareRecovery(OWNER, answer, {
      method: 'user-passcode',
      text: 'correct horse',
      salt: null,
    })
    const { deriveBits } = crypto.subtle
    vi.spyOn(crypto.subtle, 'deriveBits').mockImplementationOnce((...args) => {
      vault.lock()
      return deriveBits.apply(crypto.subtle, args)
    })
    await expect(preparing).rejects.toMatchObject({ problem: 'locked' })
    vi.restoreAllMocks()
  })
})

describe('what was opened is wiped when the work fails', () => {
  /** Copies of 32 bytes and of shares are made by `Uint8Array.from` alone. */
  const watchCopies = () => {
    const copies: Uint8Array[] = []
    const from = Uint8Array.from.bind(Uint8Array) as (source: ArrayLike<number>) => Uint8Array<ArrayBuffer>
    vi.spyOn(Uint8Array, 'from').mockImplementation(((source: ArrayLike<number>) => {
      const copy = from(source)
      copies.push(copy)
      return copy
    }) as typeof Uint8Array.from)
    return copies
  }
  const isWiped = (copy: Uint8Array) => copy.every(byte => byte === 0)

  test('the server’s keys, at a salt that is none', async () => {
    const answer = await keys.release(await vault.recipient(), ['auth-share', 'recovery'])
    const copies = watchCopies()
    const passcode = { method: 'user-passcode', text: 'correct horse', salt: 'AAAA' } as const
    await expect(vault.prepareRecovery(OWNER, answer, passcode)).rejects.toMatchObject({ problem: 'damaged' })
    vi.restoreAllMocks()
    const released = copies.filter(copy => copy.length === 32)
    expect(released.length).toBeGreaterThanOrEqual(2)
    expect(released.every(isWiped)).toBe(true)
  })

  test('the provider’s part, when the passcode cannot be stretched', async () => {
    const provider = crypto.getRandomValues(new Uint8Array(32))
    const passcode = { method: 'user-passcode', text: 'correct horse', salt: new Uint8Array(1) } as const
    await expect(recoveryKey(provider, passcode)).rejects.toThrow()
    expect(isWiped(provider)).toBe(true)
  })

  test('every share, when one cannot be sealed', async () => {
    const device = await store.deviceKey()
    const unusable = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['decrypt'])
    const copies = watchCopies()
    const entropy = crypto.getRandomValues(new Uint8Array(16))
    const split = splitEntropy(
      entropy,
      { ...OWNER, setId: 'set' },
      { device, auth: unusable, recovery: device },
    )
    await expect(split).rejects.toThrow()
    vi.restoreAllMocks()
    const shares = copies.filter(copy => copy.length === 17)
    expect(shares).toHaveLength(3)
    expect(shares.every(isWiped)).toBe(true)
  })
})
