import type { WireEmbeddedWallet, WireUser, WireWallet } from '@vitrine/shared/api/user.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { createTestSigner } from '@vitrine/shared/signer/testing/test-signer.ts'
import type { ShareKeyPurpose } from '@vitrine/shared/wallet/embedded.ts'
import { expect, test, vi } from 'vitest'
import type { CreateOnLogin } from '../config/embedded-wallets.ts'
import { createStore } from '../core/store.ts'
import type { RequestAuthorization } from '../session/authorized-request.ts'
import { toClientUser, toClientWallets } from '../session/client-user.ts'
import type { SessionSnapshot } from '../session/session.ts'
import { createSignerIdentity } from '../session/signer-identity.ts'
import { wireExternalWallet, wireUserOf, wireWallet } from '../session/testing/session-fixtures.ts'
import { deviceWallet, fakeMfa } from '../ui/testing/fake-kernel.ts'
import { createInProcessVault } from '../vault/testing/in-process-vault.ts'
import type { RecoveryPurpose } from './asks-for-recovery.ts'
import { walletAccount } from './create/announce.ts'
import { passcode } from './device/testing/device.ts'
import { createSetServer } from './device/testing/set-server.ts'
import { createWalletOperations, type WalletOperationParts } from './operations.ts'

/** Specification §4 and §5 on creation, by behaviour, with the real vault and one server for both custody modes. */

vi.mock('hash-wasm', async importOriginal => {
  const { argon2id } = await importOriginal<typeof import('hash-wasm')>()
  return { argon2id: (options: Parameters<typeof argon2id>[0]) => argon2id({ ...options, memorySize: 64 }) }
})

const ORIGIN = 'https://wallet.example'
const MODES = ['user-controlled-server-wallets-only', 'legacy-embedded-wallets-only'] as const
type Mode = (typeof MODES)[number]
const ON_DEVICE: Mode = 'legacy-embedded-wallets-only'

interface Config {
  readonly ethereum?: CreateOnLogin
  readonly solana?: CreateOnLogin
  readonly requireUserOwnedRecoveryOnCreate?: boolean
}
interface WalletBody {
  readonly chain_type: 'ethereum' | 'solana'
  readonly create_additional?: boolean
}

/** @param linked wallets of other apps that the person has linked */
function setUp(mode: Mode, config: Config = {}, linked: readonly WireWallet[] = []) {
  const sets = createSetServer()
  const held: WireEmbeddedWallet[] = []
  const answers = new Map<string, WireEmbeddedWallet>()
  const onDevices = (): WireEmbeddedWallet[] =>
    (sets.stored?.wallets ?? []).map(wallet =>
      walletAccount({
        ...wallet,
        custody: 'device',
        created_at: 1,
        recovery_method: sets.stored?.recovery.method ?? 'privy',
      }),
    )
  const current = createStore<SessionSnapshot>({ status: 'anonymous' })
  let wire: WireUser | null = null
  const publish = () => {
    wire = wireUserOf('user_1', [...linked, ...held, ...onDevices()])
    current.set({ status: 'authenticated', user: toClientUser(wire), wallets: toClientWallets(wire) })
  }
  publish()

  const makeWallet = (body: WalletBody, key: string) => {
    const known = answers.get(key)
    if (known) return known
    const index = held.filter(it => it.chain_type === body.chain_type).length
    if (index > 0 && !body.create_additional)
      throw new VitrineError({
        type: 'api_error',
        code: 'embedded_wallet_already_exists',
        message: 'There is one.',
        status: 409,
      })
    const made = {
      ...wireWallet(index),
      id: `${body.chain_type}_${index}`,
      address: body.chain_type === 'ethereum' ? wireWallet(index).address : `Sol${index}${'1'.repeat(40)}`,
      chain_type: body.chain_type,
      created_at: 1,
    }
    held.push(made)
    answers.set(key, made)
    return made
  }
  const vault = createInProcessVault()
  const identity = createTestSigner()
  /** The signer's answer, which it signs for this device and this question. */
  const vouched = async (asked: { recipient: string; purposes: ShareKeyPurpose[] }) => {
    const { keys } = (await sets.post('/keys', asked)) as { keys: string }
    const [owner, device] = [{ appId: 'app_test', userId: 'user_1' }, await vault.vault.publicKey()]
    const statement = { kind: 'share-keys', origin: ORIGIN, ...owner, device, ...asked, keys } as const
    return { keys, signature: identity.sign(statement) }
  }
  const send = vi.fn(
    async ({ path, body }: { path: string; body: never }, authorization?: RequestAuthorization) => {
      if (path === '/embedded_wallets/keys') return vouched(body)
      if (path.startsWith('/embedded_wallets')) return sets.post(path.slice('/embedded_wallets'.length), body)
      if (path !== '/wallets') throw new TypeError(`No route ${path}`)
      return makeWallet(body, authorization?.payload.headers['vitrine-idempotency-key'] ?? '')
    },
  )
  const emit = vi.fn()
  const shown: { readonly kind: string }[] = []
  const operations = createWalletOperations({
    mfa: fakeMfa(),
    isLoginShown: () => true,
    appId: 'app_test',
    http: { url: (path: string) => `https://wallet.example/api/v1${path}` },
    requests: { send },
    vault,
    signer: createSignerIdentity(ORIGIN, identity.keys(ORIGIN, '')),
    now: Date.now,
    session: {
      current,
      wireUser: () => wire,
      updateUser: () => publish(),
    },
    notices: { emit },
    locks: undefined,
    externalWallets: async () => ({ connectionOf: () => null, connected: createStore([]) }),
    ethereum: async () => Promise.reject(new TypeError('Not asked for')),
    refreshUser: async () => publish(),
    asks: {
      async recover() {
        throw new TypeError('No wallet here has to be recovered')
      },
      async setRecovery(purpose: RecoveryPurpose) {
        shown.push({ kind: 'set-recovery' })
        return { wallet: await operations.setRecovery(purpose, passcode('correct horse'), signal) }
      },
    },
    config: () => ({
      mode,
      requireUserOwnedRecoveryOnCreate: config.requireUserOwnedRecoveryOnCreate ?? false,
      ethereum: { createOnLogin: config.ethereum ?? 'off' },
      solana: { createOnLogin: config.solana ?? 'off' },
    }),
  } as unknown as WalletOperationParts)
  const wallets = () => {
    const snapshot = current.get()
    return snapshot.status === 'anonymous' ? [] : snapshot.wallets
  }
  return {
    operations,
    sets,
    send,
    shown,
    places: () => wallets().map(({ chainType, walletIndex }) => `${chainType}/${walletIndex}`),
    wallets,
    told: () => emit.mock.calls.map(([name, it]) => [name, it.code ?? it.wallet.address]),
    events: () => emit.mock.calls.map(([name]) => name),
    publish,
  }
}
const signal = new AbortController().signal
const refused = (code: string) => expect.objectContaining({ code })

for (const mode of MODES) {
  const isOnDevice = mode === ON_DEVICE

  test(`${mode}: the values of create_on_login, per chain, for who has wallets and who has none`, async () => {
    for (const value of ['users-without-wallets', 'all-users'] as const) {
      const { operations, places, events } = setUp(mode, { ethereum: value })
      await operations.createOnLogin(signal)
      expect(places()).toEqual(['ethereum/0'])
      // The next login makes nothing.
      await operations.createOnLogin(signal)
      expect([places(), events()]).toEqual([['ethereum/0'], ['walletCreated']])
    }
    const both = setUp(mode, { ethereum: 'all-users', solana: 'users-without-wallets' })
    await both.operations.createOnLogin(signal)
    expect([both.places(), both.events()]).toEqual([
      ['ethereum/0', 'solana/0'],
      ['walletCreated', 'walletCreated'],
    ])
    const off = setUp(mode)
    await off.operations.createOnLogin(signal)
    expect([off.places(), off.events()]).toEqual([[], []])
  })

  test(`${mode}: a second wallet takes createAdditional and a first, and gets the index after the highest`, async () => {
    const { operations, places, told } = setUp(mode)
    await expect(operations.create({ createAdditional: true })).rejects.toEqual(
      refused('embedded_wallet_not_found'),
    )
    await operations.create({})
    await expect(operations.create({})).rejects.toEqual(refused('embedded_wallet_already_exists'))
    await operations.create({ createAdditional: true })
    await operations.create({ createAdditional: true })
    await operations.create({ chainType: 'solana' })
    expect(places().sort()).toEqual(['ethereum/0', 'ethereum/1', 'ethereum/2', 'solana/0'])
    expect(told().filter(([name]) => name === 'error')).toEqual([
      ['error', 'embedded_wallet_not_found'],
      ['error', 'embedded_wallet_already_exists'],
    ])
  })

  test(`${mode}: a negative index is invalid, another ${isOnDevice ? 'is by the rules' : 'is refused'}`, async () => {
    const { operations, places, wallets, events } = setUp(mode)
    await expect(operations.create({ walletIndex: -1 })).rejects.toEqual(refused('invalid_data'))
    if (!isOnDevice) {
      await operations.create({})
      for (const walletIndex of [0, 1])
        await expect(operations.create({ walletIndex })).rejects.toEqual(refused('invalid_data'))
      return expect(places()).toEqual(['ethereum/0'])
    }
    await expect(operations.create({ walletIndex: 1 })).rejects.toEqual(refused('embedded_wallet_not_found'))
    const first = await operations.create({ walletIndex: 0 })
    expect(await operations.create({ walletIndex: 0 })).toEqual(first)
    await expect(operations.create({ walletIndex: 2 })).rejects.toEqual(refused('invalid_data'))
    await operations.create({ walletIndex: 1 })
    expect([places(), wallets()[0]]).toEqual([['ethereum/0', 'ethereum/1'], first])
    expect(events().filter(name => name === 'walletCreated')).toHaveLength(2)
  })

  test(`${mode}: a recovery of the person’s own ${isOnDevice ? 'leads through its screen' : 'is not supported'}`, async () => {
    const { operations, shown, wallets, events } = setUp(mode, {
      ethereum: 'users-without-wallets',
      requireUserOwnedRecoveryOnCreate: true,
    })
    if (!isOnDevice) {
      for (const work of [operations.create({}), operations.createOnLogin(signal)])
        await expect(work).rejects.toEqual(refused('not_supported'))
      return expect([wallets(), events()]).toEqual([[], ['error', 'error']])
    }
    // A login has a screen of its own for it.
    await expect(operations.createOnLogin(signal)).rejects.toEqual(
      refused('embedded_wallet_password_unconfirmed'),
    )
    expect([shown, events()]).toEqual([[], []])
    expect(await operations.create({})).toMatchObject({ recoveryMethod: 'user-passcode' })
    expect(shown.map(({ kind }) => kind)).toEqual(['set-recovery'])
    await operations.create({ chainType: 'solana' })
    expect(shown).toHaveLength(1)
  })

  test(`${mode}: a second wallet whose answer got lost is the one that the next try gets`, async () => {
    const { operations, send, sets, places, told } = setUp(mode)
    await operations.create({})
    const lost = new VitrineError({
      type: 'api_error',
      code: 'service_unavailable',
      message: 'Lost.',
      status: 502,
    })
    const { addWallet } = sets.api
    const answer = send.getMockImplementation()
    if (isOnDevice)
      sets.api.addWallet = async request => {
        sets.api.addWallet = addWallet
        await addWallet(request)
        throw lost
      }
    else
      send.mockImplementationOnce(async (...call) => {
        await answer?.(...call)
        throw lost
      })
    const additional = () => operations.create({ createAdditional: true })
    await expect(additional()).rejects.toBe(lost)
    expect(await additional()).toMatchObject({ walletIndex: 1 })
    expect(places()).toEqual(['ethereum/0', 'ethereum/1'])
    expect(told().map(([name]) => name)).toEqual(['walletCreated', 'error', 'walletCreated'])
    // What comes after is another one.
    expect(await additional()).toMatchObject({ walletIndex: 2 })
  })

  test(`${mode}: a page that connects while the login makes the wallet tells of it once`, async () => {
    const { operations, wallets, told } = setUp(mode, { ethereum: 'all-users' })
    await Promise.all([operations.createOnLogin(signal), operations.createFirst()])
    expect(told()).toEqual([['walletCreated', wallets()[0]?.address]])
  })
}

for (const mode of MODES)
  test(`${mode}: a wallet of another app counts for nothing: not as the first, not as one, not for an index`, async () => {
    const { operations, places, events } = setUp(mode, { ethereum: 'all-users' }, [wireExternalWallet])
    await expect(operations.create({ createAdditional: true })).rejects.toEqual(
      refused('embedded_wallet_not_found'),
    )
    await operations.createOnLogin(signal)
    expect((await operations.createFirst()).walletIndex).toBe(0)
    await operations.create({ createAdditional: true })
    expect(places()).toEqual(['ethereum/0', 'ethereum/1', 'ethereum/null'])
    expect(events()).toEqual(['error', 'walletCreated', 'walletCreated'])
  })

for (const mode of MODES)
  test(`${mode}: whoever has linked a wallet of their own, on either chain, is no user without wallets`, async () => {
    for (const value of ['users-without-wallets', 'all-users'] as const) {
      const config = { ethereum: value, solana: value }
      const { operations, places } = setUp(mode, config, [wireExternalWallet])
      await operations.createOnLogin(signal)
      const made = value === 'all-users' ? ['ethereum/0', 'solana/0'] : []
      expect(places().sort()).toEqual([...made, 'ethereum/null'].sort())
    }
  })

test('a wallet of another app is not taken for one on the device', async () => {
  const { operations, wallets, shown, sets } = setUp(ON_DEVICE, { requireUserOwnedRecoveryOnCreate: true }, [
    wireExternalWallet,
  ])
  // It is no set to recover, and its being there is no passcode.
  await expect(operations.openHere(deviceWallet)).rejects.toEqual(refused('embedded_wallet_needs_recovery'))
  await expect(operations.recover(passcode('correct horse'), signal)).rejects.toEqual(
    refused('embedded_wallet_needs_recovery'),
  )
  expect(sets.calls).toEqual([])
  await operations.create({})
  expect(shown.map(({ kind }) => kind)).toEqual(['set-recovery'])
  expect(wallets().map(({ custody }) => custody)).toEqual(['device', 'external'])
})

test.each(MODES)('%s: a wallet of another app is asked by its connection, or by nobody', async mode => {
  const { operations, wallets, send } = setUp(mode, {}, [wireExternalWallet])
  const [wallet] = wallets()
  if (!wallet) throw new TypeError('There is one.')
  send.mockClear()
  const request = { wallet, message: 'hello', encoding: 'utf-8' } as const
  await expect(operations.signMessage(request, signal)).rejects.toMatchObject({
    type: 'connector_error',
    code: 'generic_connect_wallet_error',
    data: { eipCode: 4900 },
  })
  expect(send).not.toHaveBeenCalled()
})

test('a passcode that a login asked for is set by the first chain, and covers the second', async () => {
  const { operations, sets, places } = setUp(ON_DEVICE, {
    ethereum: 'all-users',
    solana: 'all-users',
    requireUserOwnedRecoveryOnCreate: true,
  })
  await operations.createOnLogin(signal, { given: passcode('correct horse') })
  expect([places(), sets.stored?.recovery.method]).toEqual([['ethereum/0', 'solana/0'], 'user-passcode'])
  expect(sets.calls).toEqual(['keys', 'register', 'addWallet'])
})

test('a login whose passcode another tab was faster with says so, unless it is the same', async () => {
  const { operations, events } = setUp(ON_DEVICE, {
    ethereum: 'all-users',
    requireUserOwnedRecoveryOnCreate: true,
  })
  await operations.createOnLogin(signal, { given: passcode('correct horse') })
  await expect(operations.createOnLogin(signal, { given: passcode('battery staple') })).rejects.toEqual(
    refused('embedded_wallet_password_already_exists'),
  )
  await operations.createOnLogin(signal, { given: passcode('correct horse') })
  expect(events()).toEqual(['walletCreated', 'error'])
})

test('a login without a screen of its own is given one for the passcode, which covers both chains', async () => {
  const { operations, shown, places, sets } = setUp(ON_DEVICE, {
    ethereum: 'all-users',
    solana: 'all-users',
    requireUserOwnedRecoveryOnCreate: true,
  })
  await operations.createOnLogin(signal, 'ask')
  expect(shown.map(({ kind }) => kind)).toEqual(['set-recovery'])
  expect([places(), sets.stored?.recovery.method]).toEqual([['ethereum/0', 'solana/0'], 'user-passcode'])
})
