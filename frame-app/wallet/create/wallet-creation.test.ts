import type { WireUser } from '@vitrine/shared/api/user.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { EmbeddedSet } from '@vitrine/shared/wallet/embedded.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { EmbeddedWallets } from '../../config/embedded-wallets.ts'
import { createStore } from '../../core/store.ts'
import { toClientUser, toClientWallets } from '../../session/client-user.ts'
import type { SessionSnapshot } from '../../session/session.ts'
import { wireUserOf, wireWallet } from '../../session/testing/session-fixtures.ts'
import { fakeMfa } from '../../ui/testing/fake-kernel.ts'
import type { WalletPlace } from '../../vault/set/device-set.ts'
import { createAnnouncer } from './announce.ts'
import { createWalletCreation, type WalletCreationParts } from './wallet-creation.ts'

const ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const PASSCODE = { method: 'user-passcode', text: 'correct horse' } as const
const needsRecovery = () => clientError('embedded_wallet_needs_recovery', 'Recover it.')

afterEach(() => {
  vi.useRealTimers()
})

/** An app whose wallets are on the devices, and a vault and a person as the test has them. */
function setUp(config: Partial<EmbeddedWallets> = {}, { post = vi.fn() } = {}) {
  let wire: WireUser | null = wireUserOf('user_1')
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
  const made = new Set<string>()
  const setOf = (): EmbeddedSet => ({
    set_id: 'S'.repeat(43),
    recovery_method: 'privy',
    recovery_sharing_id: 'R'.repeat(22),
    wallets: [...made].map(key => {
      const [chain_type, index] = key.split('/') as ['ethereum' | 'solana', string]
      const wallet_index = Number(index)
      const address = wallet_index === 0 && chain_type === 'ethereum' ? ADDRESS : `${chain_type}-${index}`
      return { chain_type, wallet_index, address, public_key: 'key', created_at: 1 }
    }),
    imported: [],
  })
  const create = vi.fn(async (place: WalletPlace, _passcode: string | null, _signal?: AbortSignal) => {
    made.add(`${place.chainType}/${place.walletIndex}`)
    return setOf()
  })
  const show = vi.fn(async (_request: unknown): Promise<unknown> => undefined)
  const emit = vi.fn()
  const refreshUser = vi.fn(async (): Promise<void> => {
    throw new TypeError('Offline')
  })
  const use = vi.fn(async (): Promise<unknown> => 'public key')
  const told = {
    session: {
      current,
      wireUser: () => wire,
      updateUser: (user: WireUser) => publish(user),
    },
    notices: { emit },
    refreshUser,
  }
  const creation = createWalletCreation({
    mfa: fakeMfa(),
    ...told,
    announcer: createAnnouncer(told as unknown as WalletCreationParts),
    device: { create },
    asks: {
      recover: () => show({ kind: 'recover' }),
      setRecovery: (purpose: unknown) => show({ kind: 'set-recovery', purpose }),
      startVault: () => show({ kind: 'start-vault' }),
      consent: (wallet: object, signers: object) => show({ kind: 'consent', wallet, signers }),
    },
    config: () => ({
      mode: 'legacy-embedded-wallets-only',
      requireUserOwnedRecoveryOnCreate: false,
      ...config,
    }),
    requests: { post },
    vault: { use },
  } as unknown as WalletCreationParts)
  const wireAccounts = () => (wire?.linked_accounts ?? []).filter(({ type }) => type === 'wallet')
  return {
    creation,
    create,
    use,
    show,
    emit,
    post,
    refreshUser,
    publish,
    wireAccounts,
    logOut: () => publish(null),
  }
}
const codes = (emit: ReturnType<typeof vi.fn>) =>
  emit.mock.calls.map(([name, payload]) => [name, payload.code ?? payload.wallet.address])

test('an on-device wallet has no id, and is announced once', async () => {
  const { creation, create, emit } = setUp()
  const wallet = await creation.create({})
  expect(wallet).toMatchObject({ address: ADDRESS, walletIndex: 0, recoveryMethod: 'privy' })
  expect(wallet.id).toBeUndefined()
  expect(create).toHaveBeenCalledExactlyOnceWith(
    { chainType: 'ethereum', walletIndex: 0 },
    null,
    expect.any(AbortSignal),
  )
  expect(emit.mock.calls).toEqual([['walletCreated', { wallet }]])
  expect(await creation.create({ walletIndex: 0 })).toEqual(wallet)
  expect(await creation.createFirst()).toEqual(wallet)
  expect(emit).toHaveBeenCalledOnce()
})

test('a wallet whose user cannot be read again has the chain of its kind', async () => {
  const { creation, wireAccounts } = setUp()
  await creation.create({})
  await creation.create({ chainType: 'solana' })
  expect(wireAccounts()).toMatchObject([
    { type: 'wallet', chain_type: 'ethereum', chain_id: 'eip155:1' },
    { type: 'wallet', chain_type: 'solana', chain_id: 'solana:mainnet' },
  ])
})

test('calls that come to one wallet at once tell of it once', async () => {
  const { creation, emit } = setUp()
  const wallets = await Promise.all([
    creation.createFirst('ethereum', undefined, null),
    creation.createFirst(),
    creation.create({}),
    creation.create({ walletIndex: 0 }),
  ])
  expect(new Set(wallets.map(({ address }) => address)).size).toBe(1)
  expect(codes(emit)).toEqual([['walletCreated', ADDRESS]])
})

test('who logged in while a wallet was made is not given it', async () => {
  const { creation, create, emit, publish } = setUp()
  const make = create.getMockImplementation()
  create.mockImplementation(async (...args) => {
    const set = await make?.(...args)
    publish(wireUserOf('user_2'))
    return set as EmbeddedSet
  })
  await expect(creation.create({})).rejects.toMatchObject({ code: 'must_be_authenticated' })
  expect(codes(emit)).toEqual([['error', 'must_be_authenticated']])
})

test('a failure without a code of its own has one for the page; being stopped is none', async () => {
  const { creation, create, emit } = setUp()
  create.mockRejectedValueOnce(new TypeError('A bug'))
  await expect(creation.createFirst()).rejects.toMatchObject({
    code: 'embedded_wallet_create_error',
    cause: expect.objectContaining({ message: 'A bug' }),
  })
  expect(codes(emit)).toEqual([['error', 'embedded_wallet_create_error']])
  await expect(creation.createFirst('ethereum', AbortSignal.abort())).rejects.toThrow()
  // Nor what ends because of it, as when the site logs the person out.
  create.mockRejectedValueOnce(clientError('must_be_authenticated', 'User must be authenticated'))
  const stop = new AbortController()
  const stopped = creation.createFirst('ethereum', stop.signal)
  stop.abort()
  await expect(stopped).rejects.toThrow()
  expect(emit).toHaveBeenCalledOnce()
})

test('an additional one gets the next index, each chain its own', async () => {
  const { creation } = setUp()
  await creation.create({})
  expect(await creation.create({ createAdditional: true })).toMatchObject({ walletIndex: 1 })
  expect(await creation.create({ chainType: 'solana' })).toMatchObject({
    chainType: 'solana',
    walletIndex: 0,
  })
})

test('a refusal is told to the page by its code and asks nothing of the vault', async () => {
  const { creation, create, emit } = setUp()
  await expect(creation.create({ walletIndex: -1 })).rejects.toMatchObject({ code: 'invalid_data' })
  expect(emit.mock.calls).toEqual([
    ['error', { code: 'invalid_data', message: expect.any(String), during: 'createWallet' }],
  ])
  expect(create).not.toHaveBeenCalled()
})

test('nobody who is not logged in gets one', async () => {
  const { creation, logOut } = setUp()
  logOut()
  await expect(creation.create({})).rejects.toMatchObject({ code: 'must_be_authenticated' })
  await expect(creation.createFirst()).rejects.toMatchObject({ code: 'must_be_authenticated' })
})

test('after 30 s a screen has the person try again; what they asked for then goes on', async () => {
  vi.useFakeTimers()
  const { creation, create, show, emit } = setUp()
  create.mockReturnValueOnce(new Promise(() => {}))
  const made = creation.create({})
  await vi.advanceTimersByTimeAsync(29_999)
  expect(show).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(show).toHaveBeenCalledExactlyOnceWith({ kind: 'start-vault' })
  expect(await made).toMatchObject({ address: ADDRESS })
  expect(codes(emit)).toEqual([['walletCreated', ADDRESS]])
})

describe('without a vault', () => {
  const noVault = () => clientError('unknown_embedded_wallet_error', 'Failed to connect to wallet proxy')

  test('who leaves the screen has no wallet, and promise and event say so with one code', async () => {
    const { creation, create, show, emit } = setUp()
    create.mockRejectedValue(noVault())
    show.mockRejectedValue(clientError('embedded_wallet_create_error', 'The window was closed.'))
    await expect(creation.create({})).rejects.toMatchObject({ code: 'embedded_wallet_create_error' })
    expect(codes(emit)).toEqual([['error', 'embedded_wallet_create_error']])
  })

  test('the screen comes again for as long as it fails, and once for calls that come together', async () => {
    const { creation, create, show } = setUp()
    for (let time = 0; time < 4; time++) create.mockRejectedValueOnce(noVault())
    const presses: (() => void)[] = []
    show.mockImplementation(() => new Promise<void>(resolve => presses.push(resolve)))
    const wallets = Promise.all([creation.create({}), creation.createFirst()])
    for (const attempt of [1, 2]) {
      await vi.waitFor(() => expect(create).toHaveBeenCalledTimes(2 * attempt))
      await vi.waitFor(() => expect(presses).toHaveLength(1))
      presses.pop()?.()
    }
    expect(await wallets).toMatchObject([{ address: ADDRESS }, { address: ADDRESS }])
    expect(show).toHaveBeenCalledTimes(2)
  })

  test('a login is told at once: its own screen offers to try again', async () => {
    const { creation, create, show } = setUp()
    create.mockRejectedValue(noVault())
    await expect(creation.createFirst('ethereum', undefined, null)).rejects.toMatchObject({
      code: 'unknown_embedded_wallet_error',
    })
    expect(show).not.toHaveBeenCalled()
  })

  test('another failure is no matter of the vault', async () => {
    const { creation, create, show } = setUp()
    create.mockRejectedValue(clientError('unknown_embedded_wallet_error', 'The disk is full.'))
    await expect(creation.create({})).rejects.toMatchObject({ message: 'The disk is full.' })
    expect(show).not.toHaveBeenCalled()
  })

  test('starting it waits as long as a creation does', async () => {
    const { creation, use } = setUp()
    await creation.startVault(new AbortController().signal)
    expect(use).toHaveBeenCalledExactlyOnceWith(expect.any(Function), 30_000)
    use.mockRejectedValue(noVault())
    await expect(creation.startVault(new AbortController().signal)).rejects.toMatchObject({
      message: 'Failed to connect to wallet proxy',
    })
  })
})

describe('an app that wants a passcode', () => {
  const wants = { requireUserOwnedRecoveryOnCreate: true }

  test('asks for it in a screen, which makes the wallet', async () => {
    const { creation, create, show } = setUp(wants)
    show.mockImplementation(async request => {
      const { purpose } = request as { purpose: { place: WalletPlace } }
      return { wallet: await creation.createWithRecovery(purpose.place, PASSCODE, signal) }
    })
    const signal = new AbortController().signal
    expect(await creation.create({})).toMatchObject({ address: ADDRESS })
    expect(show).toHaveBeenCalledExactlyOnceWith({
      kind: 'set-recovery',
      purpose: { type: 'create', place: { chainType: 'ethereum', walletIndex: 0 } },
    })
    expect(create.mock.calls[0]?.[1]).toBe(PASSCODE)
    // One recovery covers all wallets of the entropy: it is not asked for again.
    await creation.create({ chainType: 'solana' })
    expect(show).toHaveBeenCalledOnce()
  })

  test('says so to a login, whose own screen asks, and to the page of no failure', async () => {
    const { creation, create, show, emit } = setUp(wants)
    await expect(creation.createFirst('ethereum', undefined, null)).rejects.toMatchObject({
      code: 'embedded_wallet_password_unconfirmed',
    })
    expect([show.mock.calls, emit.mock.calls, create.mock.calls]).toEqual([[], [], []])
    await creation.createFirst('ethereum', undefined, { given: PASSCODE })
    expect(create.mock.calls[0]?.[1]).toBe(PASSCODE)
  })

  test('of which the person wants none has no wallet, and the page hears that they left', async () => {
    const { creation, create, show, emit } = setUp(wants)
    await expect(creation.createFirst('ethereum', undefined, 'declined')).rejects.toMatchObject({
      code: 'embedded_wallet_password_unconfirmed',
    })
    expect([show.mock.calls, create.mock.calls]).toEqual([[], []])
    expect(codes(emit)).toEqual([['error', 'embedded_wallet_password_unconfirmed']])
  })

  test('asks once for calls that come together: the passcode of the first covers them', async () => {
    const { creation, create, show } = setUp(wants)
    show.mockImplementationOnce(async request => {
      const { purpose } = request as { purpose: { place: WalletPlace } }
      return { wallet: await creation.createWithRecovery(purpose.place, PASSCODE, signal) }
    })
    // The screen of the second ends as its turn comes, since the first wallet is there.
    show.mockImplementationOnce(async () => {
      await show.mock.results[0]?.value
      throw clientError('embedded_wallet_already_exists', 'Made.')
    })
    const signal = new AbortController().signal
    const [first, second] = await Promise.all([creation.create({}), creation.create({ chainType: 'solana' })])
    expect([first.chainType, second.chainType]).toEqual(['ethereum', 'solana'])
    expect(create.mock.calls.map(([, passcode]) => passcode)).toEqual([PASSCODE, null])
  })

  test('is not asked past a refusal that only looks like it', async () => {
    const { creation, create, show } = setUp(wants)
    show.mockRejectedValue(clientError('embedded_wallet_already_exists', 'Made.'))
    await expect(creation.create({})).rejects.toMatchObject({ code: 'embedded_wallet_already_exists' })
    expect(create).not.toHaveBeenCalled()
  })

  test('is left: the page is told that the person left', async () => {
    const { creation, show } = setUp(wants)
    show.mockRejectedValue(clientError('user_exited_set_password_flow', 'Left.'))
    await expect(creation.create({})).rejects.toMatchObject({
      code: 'embedded_wallet_password_unconfirmed',
    })
  })
})

describe('a device that must recover first', () => {
  test('asks for the passcode of before, then makes the wallet', async () => {
    const { creation, create, show } = setUp()
    create.mockRejectedValueOnce(needsRecovery())
    expect(await creation.create({})).toMatchObject({ address: ADDRESS })
    expect(show).toHaveBeenCalledExactlyOnceWith({ kind: 'recover' })
    expect(create).toHaveBeenCalledTimes(2)
  })

  test('asks once for calls that come together', async () => {
    const { creation, create, show } = setUp()
    create.mockRejectedValueOnce(needsRecovery()).mockRejectedValueOnce(needsRecovery())
    const wallets = await Promise.all([creation.createFirst('ethereum'), creation.createFirst('solana')])
    expect(wallets.map(({ chainType }) => chainType)).toEqual(['ethereum', 'solana'])
    expect(show).toHaveBeenCalledOnce()
  })

  test('asks nothing in the middle of a login', async () => {
    const { creation, create, show } = setUp()
    create.mockRejectedValue(needsRecovery())
    await expect(creation.createFirst('ethereum', undefined, null)).rejects.toMatchObject({
      code: 'embedded_wallet_needs_recovery',
    })
    expect(show).not.toHaveBeenCalled()
  })
})

describe('a wallet whose key the server holds', () => {
  const resource = {
    id: 'wallet_0',
    address: ADDRESS,
    chain_type: 'ethereum',
    wallet_index: 0,
    created_at: 1,
  }
  const at = (post: () => Promise<unknown>) =>
    setUp({ mode: 'user-controlled-server-wallets-only' }, { post: vi.fn(post) })

  test('is made at the server, and told of once however many asked for it', async () => {
    const { creation, emit, post } = at(async () => resource)
    const wallets = await Promise.all([
      creation.createFirst('ethereum', undefined, null),
      creation.createFirst(),
    ])
    expect(wallets).toMatchObject([{ id: 'wallet_0' }, { id: 'wallet_0' }])
    expect(codes(emit)).toEqual([['walletCreated', ADDRESS]])
    const keys = post.mock.calls.map(([request]) => (request as { idempotencyKey: string }).idempotencyKey)
    expect(new Set(keys).size).toBe(1)
  })

  test('is made first, and then its person asked whom they let sign beside them', async () => {
    const { creation, show } = at(async () => resource)
    const signers = [{ signerId: 'signer_1' }]
    show.mockImplementationOnce(async () => 'the wallet as it is then')
    expect(await creation.create({ additionalSigners: signers })).toBe('the wallet as it is then')
    expect(show.mock.lastCall).toMatchObject([{ kind: 'consent', wallet: { custody: 'server' }, signers }])
  })

  test.each([
    ['no list', 'user-controlled-server-wallets-only', 'signer_1', 'invalid_data'],
    ['on devices', 'legacy-embedded-wallets-only', [{ signerId: 'signer_1' }], 'not_supported'],
  ] as const)('with signers that are %s is not made', async (_, mode, additionalSigners, code) => {
    const { creation, create, emit, show } = setUp({ mode })
    await expect(creation.create({ additionalSigners })).rejects.toMatchObject({ code })
    expect([create.mock.calls, show.mock.calls]).toEqual([[], []])
    expect(emit).toHaveBeenCalledExactlyOnceWith('error', expect.objectContaining({ code }))
  })

  test('that another device has made is the one that was asked for', async () => {
    const exists = clientError('embedded_wallet_already_exists', 'Made.')
    const { creation, refreshUser, publish, emit } = at(() => Promise.reject(exists))
    refreshUser.mockImplementation(async () => publish(wireUserOf('user_1', [wireWallet(0)])))
    expect(await creation.createFirst()).toMatchObject({ address: wireWallet(0).address })
    expect(codes(emit)).toEqual([])
    // The page asked for a new one: that it is there is what it must be told.
    publish(wireUserOf('user_1'))
    await expect(creation.create({})).rejects.toMatchObject({ code: 'embedded_wallet_already_exists' })
  })

  test('after 30 s a screen has the person try again', async () => {
    vi.useFakeTimers()
    const { creation, show, emit } = at(() => new Promise(() => {}))
    show.mockRejectedValue(clientError('embedded_wallet_create_error', 'The window was closed.'))
    const refusal = expect(creation.create({})).rejects.toMatchObject({
      code: 'embedded_wallet_create_error',
    })
    await vi.advanceTimersByTimeAsync(29_999)
    expect(show).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await refusal
    expect(show).toHaveBeenCalledExactlyOnceWith({ kind: 'start-vault' })
    expect(codes(emit)).toEqual([['error', 'embedded_wallet_create_error']])
  })

  test('takes no recovery of the person’s own', async () => {
    const { creation, emit, post } = setUp(
      { mode: 'user-controlled-server-wallets-only', requireUserOwnedRecoveryOnCreate: true },
      { post: vi.fn() },
    )
    for (const work of [() => creation.create({}), () => creation.createFirst()])
      await expect(work()).rejects.toMatchObject({ code: 'not_supported' })
    expect(codes(emit)).toEqual([
      ['error', 'not_supported'],
      ['error', 'not_supported'],
    ])
    expect(post).not.toHaveBeenCalled()
  })
})
