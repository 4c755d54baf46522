import type { WireUser } from '@vitrine/shared/api/user.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { createTestSigner } from '@vitrine/shared/signer/testing/test-signer.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createStore } from '../../core/store.ts'
import { toClientUser, toClientWallets } from '../../session/client-user.ts'
import type { SessionSnapshot } from '../../session/session.ts'
import { createSignerIdentity } from '../../session/signer-identity.ts'
import { wireUserOf, wireWallet } from '../../session/testing/session-fixtures.ts'
import { fakeMfa } from '../../ui/testing/fake-kernel.ts'
import { createAnnouncer } from '../create/announce.ts'
import { refusalOf } from '../device/vault-problem.ts'
import type { SignedRequest } from '../signed-request.ts'
import type { BegunImport } from '../wallet-keys.ts'
import { createWalletKeys, IMPORT_TIMEOUT_MS, type WalletKeysParts } from './wallet-keys.ts'

const ORIGIN = 'https://wallet.example'
const ON_DEVICE = 'legacy-embedded-wallets-only'
const AT_SERVER = 'user-controlled-server-wallets-only'
const ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const KEY = { chainType: 'ethereum', address: ADDRESS, entropy: { type: 'hd', index: 2 } } as const
const SEALED = { ciphertext: 'AAAA', encapsulated_key: 'BBBB' }
const PROOF = { step_up: 'S'.repeat(43) }
const identity = createTestSigner()
const { signal } = new AbortController()
const refused = (code: string) => expect.objectContaining({ code })
const failed = expect.objectContaining({
  code: 'unknown_embedded_wallet_error',
  message: 'Failed to import wallet',
})

afterEach(() => {
  vi.useRealTimers()
})

type Posted = Omit<SignedRequest<never>, 'answer'>
function setUp(
  mode: typeof ON_DEVICE | typeof AT_SERVER,
  {
    wallets = [] as Parameters<typeof wireUserOf>[1],
    requiresRecovery = false,
    statement = {} as object,
  } = {},
) {
  let wire: WireUser | null = wireUserOf('user_1', wallets)
  const current = createStore<SessionSnapshot>({ status: 'anonymous' })
  const publish = (next: WireUser | null) => {
    wire = next
    current.set(
      next
        ? { status: 'authenticated', user: toClientUser(next), wallets: toClientWallets(next) }
        : { status: 'anonymous' },
    )
  }
  publish(wire)
  const recipient = 'RECIPIENT'
  const said = {
    kind: 'import-key',
    origin: ORIGIN,
    appId: 'app_test',
    userId: 'user_1',
    importId: 'imp',
  } as const
  const signed = { ...said, chainType: 'ethereum', address: ADDRESS, recipient, ...statement } as const
  const answers: Record<string, () => unknown> = {
    '/wallets/import/init': () => ({
      encryption_type: 'HPKE',
      encryption_public_key: recipient,
      import_id: 'imp',
      signature: identity.sign(signed),
    }),
    '/wallets/import/submit': () => ({
      ...{ id: 'wal_1', address: ADDRESS, chain_type: 'ethereum', wallet_index: null, owner_id: null },
      ...{ additional_signers: [], policy_ids: [], created_at: 1, exported_at: null, imported_at: 1 },
    }),
    '/wallets/wal_1/export': () => ({ encryption_type: 'HPKE', ...SEALED }),
  }
  const post = vi.fn(async ({ path }: Posted) => answers[path]?.())
  const emit = vi.fn()
  const session = { current, wireUser: () => wire, updateUser: (user: WireUser) => publish(user) }
  const told = { address: ADDRESS, chain_type: 'ethereum', public_key: 'key', created_at: 1 }
  const own = {
    importRecipient: vi.fn(async () => 'VAULT'),
    importKey: vi.fn(async () => ({ imported: [told], recovery_method: 'privy' })),
    exportKey: vi.fn(async () => SEALED),
  }
  const announcer = createAnnouncer({
    session,
    notices: { emit },
    refreshUser: async () => {},
  } as unknown as WalletKeysParts['announcer'] & Parameters<typeof createAnnouncer>[0])
  const keys = createWalletKeys({
    mfa: fakeMfa(),
    appId: 'app_test',
    requests: { post },
    signer: createSignerIdentity(ORIGIN, identity.keys(ORIGIN, '')),
    sets: { own, of: () => own },
    session,
    announcer,
    config: () => ({ mode, requireUserOwnedRecoveryOnCreate: requiresRecovery }),
  } as unknown as WalletKeysParts)
  return { keys, post, own, emit, answers, publish }
}
const begun: BegunImport = { ...KEY, recipient: 'RECIPIENT' }

describe('an import to the server', () => {
  test('is begun with a key of the signer, and sent with its proof in what the device signs', async () => {
    const { keys, post, own, emit } = setUp(AT_SERVER)
    expect(await keys.beginImport(KEY, signal)).toEqual(begun)
    const named = { chain_type: 'ethereum', address: ADDRESS, entropy_type: 'hd', index: 2 }
    expect(post.mock.lastCall?.[0]).toMatchObject({ body: { ...named, encryption_type: 'HPKE' } })
    const wallet = await keys.importKey(begun, SEALED, { proof: PROOF }, signal)
    expect(post.mock.lastCall?.[0].body).toEqual({
      wallet: { ...named, encryption_type: 'HPKE', ...SEALED },
      ...PROOF,
    })
    expect(wallet).toMatchObject({ custody: 'server', id: 'wal_1', imported: true, walletIndex: null })
    expect(emit.mock.calls).toEqual([['walletCreated', { wallet }]])
    expect([own.importRecipient.mock.calls, own.importKey.mock.calls]).toEqual([[], []])
  })

  test.each([
    ['an import of another id', { importId: 'imp_2' }],
    ['another key', { recipient: 'OTHER' }],
    ['another address', { address: '0x1' }],
    ['another chain', { chainType: 'solana' }],
    ['another user', { userId: 'user_2' }],
    ['another app', { appId: 'app_2' }],
    ['another wallet origin', { origin: 'https://other.example' }],
  ])('is not encrypted to what the signer said of %s', async (_, statement) => {
    const { keys } = setUp(AT_SERVER, { statement })
    await expect(keys.beginImport(KEY, signal)).rejects.toMatchObject({
      message: expect.stringContaining('not from the wallet’s signer'),
    })
  })
})

describe('an import to the person’s devices', () => {
  test('is begun with the vault’s key and asks the server’s signer for none', async () => {
    const { keys, post, own, emit } = setUp(ON_DEVICE)
    expect(await keys.beginImport(KEY, signal)).toEqual({ ...KEY, recipient: 'VAULT' })
    const recovery = { method: 'user-passcode', text: 'correct horse' } as const
    const wallet = await keys.importKey(begun, SEALED, { proof: PROOF, recovery }, signal)
    const [brought, ...rest] = own.importKey.mock.lastCall as unknown as [object, ...unknown[]]
    expect([brought, ...rest.slice(0, 2)]).toEqual([{ ...begun, sealed: SEALED }, recovery, PROOF])
    expect(wallet).toMatchObject({ custody: 'device', imported: true, walletIndex: null })
    expect(emit.mock.calls).toEqual([['walletCreated', { wallet }]])
    expect(post).not.toHaveBeenCalled()
  })

  test('takes a recovery of the person’s own where the app wants one and there is no set', async () => {
    const { keys, own } = setUp(ON_DEVICE, { requiresRecovery: true })
    await expect(keys.importKey(begun, SEALED, { proof: PROOF }, signal)).rejects.toEqual(
      refused('embedded_wallet_password_unconfirmed'),
    )
    expect(own.importKey).not.toHaveBeenCalled()
    const withSet = setUp(ON_DEVICE, {
      requiresRecovery: true,
      wallets: [{ ...wireWallet(), id: null, address: '0x2' }],
    })
    await withSet.keys.importKey(begun, SEALED, { proof: PROOF }, signal)
    expect(withSet.own.importKey).toHaveBeenCalledTimes(1)
  })
})

describe.each([ON_DEVICE, AT_SERVER] as const)('an import (%s)', mode => {
  const has = { wallets: [{ ...wireWallet(), address: ADDRESS.toLowerCase() }] }

  test('of an address that the user has is refused, before anything is typed and before it is sent', async () => {
    const { keys, post, own } = setUp(mode, has)
    for (const work of [
      () => keys.beginImport(KEY, signal),
      () => keys.importKey(begun, SEALED, { proof: PROOF }, signal),
    ])
      await expect(work()).rejects.toEqual(refused('embedded_wallet_already_exists'))
    expect([post.mock.calls, own.importKey.mock.calls, own.importRecipient.mock.calls]).toEqual([[], [], []])
  })

  const slow = ({ post, own }: ReturnType<typeof setUp>, work: () => Promise<never>) => {
    post.mockImplementation(work)
    own.importKey.mockImplementation(work)
  }

  test('that takes longer than 15 s has failed', async () => {
    vi.useFakeTimers()
    const it = setUp(mode)
    slow(it, () => new Promise(() => {}))
    const importing = it.keys.importKey(begun, SEALED, { proof: PROOF }, signal)
    const outcome = vi.fn()
    importing.catch(outcome)
    await vi.advanceTimersByTimeAsync(IMPORT_TIMEOUT_MS - 1)
    expect(outcome).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(outcome).toHaveBeenCalledWith(failed)
    expect(it.emit).not.toHaveBeenCalled()
  })

  test('that fails without a reason has failed; a reason is told as it is', async () => {
    const it = setUp(mode)
    const importing = () => it.keys.importKey(begun, SEALED, { proof: PROOF }, signal)
    for (const error of [
      new TypeError('x'),
      clientError('internal_error', 'Something.'),
      refusalOf('internal'),
    ]) {
      slow(it, () => Promise.reject(error))
      await expect(importing()).rejects.toEqual(failed)
    }
    slow(it, () => Promise.reject(clientError('invalid_data', 'This is no private key.')))
    await expect(importing()).rejects.toMatchObject({
      code: 'invalid_data',
      message: 'This is no private key.',
    })
    slow(it, () => Promise.reject(clientError('step_up_required', 'Prove it.')))
    await expect(importing()).rejects.toEqual(refused('step_up_required'))
  })

  test('for who has logged out meanwhile announces nothing', async () => {
    const it = setUp(mode)
    it.publish(null)
    await expect(it.keys.beginImport(KEY, signal)).rejects.toEqual(refused('must_be_authenticated'))
    await expect(it.keys.importKey(begun, SEALED, { proof: PROOF }, signal)).rejects.toEqual(
      refused('must_be_authenticated'),
    )
    expect(it.emit).not.toHaveBeenCalled()
  })
})

test('an export goes to who has the key, with its proof in what the device signs', async () => {
  const { keys, post, own } = setUp(AT_SERVER)
  const wallet = {
    address: ADDRESS,
    chainType: 'ethereum',
    imported: false,
    walletIndex: 0,
  } as never as object
  const atServer = { ...wallet, custody: 'server', id: 'wal_1' } as never
  expect(await keys.exportKey(atServer, 'seed-phrase', 'DOCUMENT', PROOF, signal)).toEqual(SEALED)
  expect(post.mock.lastCall?.[0]).toMatchObject({
    path: '/wallets/wal_1/export',
    body: { encryption_type: 'HPKE', recipient_public_key: 'DOCUMENT', export_seed_phrase: true, ...PROOF },
  })
  await keys.exportKey(atServer, 'private-key', 'DOCUMENT', PROOF, signal)
  expect(post.mock.lastCall?.[0].body).not.toHaveProperty('export_seed_phrase')
  const here = { ...wallet, custody: 'device' } as never
  await keys.exportKey(here, 'private-key', 'DOCUMENT', PROOF, signal)
  expect(own.exportKey).toHaveBeenCalledExactlyOnceWith(here, 'private-key', 'DOCUMENT', PROOF, signal)
})
