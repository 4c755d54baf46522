import { type Abi, encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import {
  type FakeChainState,
  fakeNetwork,
  fakeNetworks,
  sentTransaction,
} from '../approval/testing/fake-network.ts'
import { ROUTER, THIEF, USDC } from '../approval/testing/scenes.ts'
import type { EthereumNetwork, Hex } from '../chains/ethereum/ports.ts'
import { externalWallet, fakeCalls, wallet } from '../ui/testing/fake-kernel.ts'
import { type AskContext, ask } from './decide.ts'

/** An operator who lets the site go without screens, and a scanner with this to say. */
function open(state: FakeChainState = {}, verdict?: string) {
  const network = fakeNetwork(state)
  const sign = vi.fn(network.sign)
  const send = vi.fn(network.send)
  const perform = vi.fn(async () => ({ signature: '0x0b' }))
  const show = vi.fn(async () => ({ hash: '0xshown' }))
  const validation = verdict ? { status: 'Success', result_type: verdict } : { status: 'Error', error: 'off' }
  const postAuthorized = vi.fn(async (_path: string, _body: unknown) => ({ validation }))
  const context = {
    app: () => ({ enforce_wallet_uis: false }),
    config: { current: { get: () => ({ embeddedWallets: { showWalletUIs: false } }) } },
    screens: { show },
    wallets: { perform, signMessage: async () => ({ signature: '0x0a' }) },
    ethereum: async () => fakeNetworks({ ...network, send, sign }),
    calls: fakeCalls({ postAuthorized: postAuthorized as never }),
    hostOrigin: 'https://shop.example',
  } as unknown as AskContext
  return { context, show, send, sign, perform, postAuthorized }
}

const common = { wallet, chainId: 1, uiOptions: {} } as const
const transaction = { to: ROUTER, value: 1n }
const REQUESTS = [
  { kind: 'send-transaction', ...common, transaction },
  { kind: 'sign-transaction', ...common, transaction },
  { kind: 'send-calls', ...common, calls: [transaction, transaction] },
] as const
const fails = () => [{ calls: [{ status: '0x0', gasUsed: '0x1', error: { message: 'Closed' } }] }]
const permit = {
  types: {},
  primary_type: 'Permit',
  domain: { chainId: 1, verifyingContract: USDC },
  message: {
    owner: wallet.address,
    spender: THIEF,
    value: '5',
    deadline: `${Math.ceil(Date.now() / 1_000) + 600}`,
  },
}
const letter = { ...permit, primary_type: 'Mail', message: { contents: 'Hello' } }

test('what no wallet app takes from a site is refused before anybody is asked', async () => {
  const { context, show, postAuthorized } = open()
  const authorization = { contract: THIEF, chainId: 1, nonce: 0 } as const
  const asked = [
    { kind: 'sign-transaction', ...common, transaction },
    { kind: 'sign-authorization', ...common, authorization },
  ] as const
  for (const request of asked)
    await expect(ask(context, { ...request, wallet: externalWallet })).rejects.toMatchObject({
      code: 'unsupported_wallet_type',
    })
  expect([show.mock.calls, postAuthorized.mock.calls]).toEqual([[], []])
})

test('a wallet app is asked where an operator gave up the screens, and a person where not', async () => {
  const { context, show, send } = open()
  const request = { kind: 'send-transaction', ...common, transaction, wallet: externalWallet } as const
  await ask(context, request)
  expect(send.mock.calls[0]?.[0]).toBe(externalWallet)
  const careful = { ...context, app: () => ({ enforce_wallet_uis: true }) } as unknown as AskContext
  await ask(careful, request)
  expect(show).toHaveBeenCalledExactlyOnceWith(request)
})

test('nothing that comes from a page is shown as its visitor’s own', async () => {
  const { context, show, send } = open()
  for (const isOwn of [true, false])
    await expect(
      ask(context, { kind: 'send-transaction', ...common, transaction, isOwn: isOwn as true }),
    ).rejects.toMatchObject({ code: 'invalid_data' })
  expect([show.mock.calls, send.mock.calls]).toEqual([[], []])
})

test('an account is never handed over without a screen, whatever the operator permits', async () => {
  const { context, show } = open()
  const authorization = { contract: THIEF, chainId: 1, nonce: 0 } as const
  await ask<'sign-authorization'>(context, {
    kind: 'sign-authorization',
    wallet,
    authorization,
    uiOptions: { showWalletUIs: false },
  })
  expect(show).toHaveBeenCalledOnce()
})

describe('without a screen', () => {
  const message = (text: string) =>
    ({ kind: 'sign-message', wallet, message: text, encoding: 'utf-8', uiOptions: {} }) as const
  const loginAt = (host: string) =>
    `${host} wants you to sign in with your Ethereum account:\n${wallet.address}\n\nURI: https://${host}\nVersion: 1\nChain ID: 1\nNonce: 32891756\nIssued At: 2026-01-01T00:00:00.000Z`

  test.each([
    ['a letter', 'Hello'],
    ['a login at the asking site', loginAt('shop.example')],
  ])('%s is signed at once', async (_, text) => {
    const { context, show } = open()
    expect(await ask<'sign-message'>(context, message(text))).toEqual({ signature: '0x0a' })
    expect(show).not.toHaveBeenCalled()
  })

  test('a login at another site is shown to the person, written as text or as bytes', async () => {
    const text = loginAt('bank.example')
    const hex = `0x${Buffer.from(text).toString('hex')}`
    const { context, show } = open()
    await ask<'sign-message'>(context, message(text))
    await ask<'sign-message'>(context, { ...message(hex), encoding: 'hex' })
    expect(show).toHaveBeenCalledTimes(2)
  })

  test.each(REQUESTS)('$kind is performed at once when nothing warns', async request => {
    const { context, show, send, sign } = open({}, 'Benign')
    await ask(context, request)
    expect(show).not.toHaveBeenCalled()
    expect(send.mock.calls.length + sign.mock.calls.length).toBeGreaterThan(0)
  })

  test.each(REQUESTS.flatMap(request => ['Malicious', 'Warning'].map(word => ({ ...request, word }))))(
    '$kind that the scanner calls $word is shown to the person',
    async ({ word, ...request }) => {
      const { context, show, send, sign } = open({}, word)
      expect(await ask(context, request as (typeof REQUESTS)[0])).toEqual({ hash: '0xshown' })
      expect(show).toHaveBeenCalledWith(request)
      expect([send.mock.calls, sign.mock.calls]).toEqual([[], []])
    },
  )

  const MAX = 2n ** 256n - 1n
  const encode = (signature: string, ...args: readonly unknown[]) =>
    encodeFunctionData({ abi: parseAbi([`function ${signature}` as 'function named()']) as Abi, args })
  const executed = (data: Hex) => encode('execute(address, uint256, bytes)', USDC, 0n, data)
  const controls = [
    ['an unlimited approval', encode('approve(address, uint256)', THIEF, MAX)],
    ['a raise of an approval without end', encode('increaseAllowance(address, uint256)', THIEF, MAX)],
    ['leave over all NFTs', encode('setApprovalForAll(address, bool)', THIEF, true)],
    ['another owner of a contract', encode('transferOwnership(address)', THIEF)],
    ['other code behind a proxy', encode('upgradeTo(address)', THIEF)],
    ['a module of a Safe', encode('enableModule(address)', THIEF)],
    [
      'an unlimited approval within a multicall',
      encode('multicall(bytes[])', [encode('approve(address, uint256)', THIEF, MAX)]),
    ],
  ] as const

  test.each(controls)('%s is shown to the person, though nothing warns', async (_, data) => {
    const { context, show, send, sign } = open({}, 'Benign')
    const critical = { to: USDC, value: 0n, data } as const
    for (const request of [
      { kind: 'send-transaction', ...common, transaction: critical },
      { kind: 'sign-transaction', ...common, transaction: critical },
      { kind: 'send-calls', ...common, calls: [transaction, critical] },
    ] as const)
      await ask(context, request)
    expect(show).toHaveBeenCalledTimes(3)
    expect([send.mock.calls, sign.mock.calls]).toEqual([[], []])
  })

  test('an approval of a limited amount needs no screen, nor does one that is taken back', async () => {
    const { context, show } = open({}, 'Benign')
    for (const amount of [5n, 0n]) {
      const data = encode('approve(address, uint256)', THIEF, amount)
      await ask(context, { kind: 'send-transaction', ...common, transaction: { to: USDC, value: 0n, data } })
    }
    const taken = encode('setApprovalForAll(address, bool)', THIEF, false)
    await ask(context, {
      kind: 'send-transaction',
      ...common,
      transaction: { to: USDC, value: 0n, data: taken },
    })
    expect(show).not.toHaveBeenCalled()
  })

  test.each([
    ['without a deadline', { deadline: undefined }],
    ['whose deadline is years away', { deadline: `${Math.ceil(Date.now() / 1_000) + 400 * 86_400}` }],
    ['of all of a token', { value: `${MAX}` }],
  ])('a permit %s is shown to the person, though nothing warns', async (_, change) => {
    const { context, show, perform } = open({}, 'Benign')
    const { deadline, ...message } = { ...permit.message, ...change }
    const typedData = { ...permit, message: deadline === undefined ? message : { ...message, deadline } }
    await ask<'sign-typed-data'>(context, { kind: 'sign-typed-data', wallet, typedData, uiOptions: {} })
    expect([show.mock.calls.length, perform.mock.calls.length]).toEqual([1, 0])
  })

  test.each([
    ['that cannot be read', { callData: '0xdeadbeef' }, 1],
    ['with a set-up that cannot be read', { callData: '0x', initCode: `0x7702${'0'.repeat(36)}12` }, 1],
    [
      'that gives somebody all of a token',
      { callData: executed(encode('approve(address, uint256)', THIEF, MAX)) },
      1,
    ],
    ['that sends an amount', { callData: executed(encode('transfer(address, uint256)', THIEF, 5n)) }, 0],
  ])('a user operation %s comes before the person, or need not', async (_, fields, times) => {
    const { context, show } = open({}, 'Benign')
    const message = { sender: ROUTER, nonce: '1', ...fields }
    const typedData = { ...permit, primary_type: 'PackedUserOperation', message }
    await ask<'sign-typed-data'>(context, { kind: 'sign-typed-data', wallet, typedData, uiOptions: {} })
    expect(show).toHaveBeenCalledTimes(times)
  })

  test('the scanner is told the pinned host and each call', async () => {
    const { context, postAuthorized } = open({}, 'Benign')
    await ask(context, REQUESTS[2])
    expect(postAuthorized).toHaveBeenCalledTimes(2)
    expect(postAuthorized.mock.calls[0]?.[1]).toEqual({
      chain_id: '1',
      metadata: { domain: 'shop.example' },
      request: {
        method: 'wallet_sendCalls',
        params: [{ from: wallet.address, to: ROUTER, value: '0x1', data: '0x' }],
      },
    })
  })

  test.each(REQUESTS.slice(0, 2))('$kind that fails when it is tried out is refused', async request => {
    const { context, send, sign } = open({ simulate: fails })
    await expect(ask(context, request)).rejects.toMatchObject({
      code: 'transaction_failure',
      message: 'The transaction would fail: Closed',
    })
    expect([send.mock.calls, sign.mock.calls]).toEqual([[], []])
  })

  test.each([
    ['will-fail', 'transaction_failure'],
    ['insufficient-balance', 'insufficient_balance'],
  ] as const)(
    'what a person would have been warned of is refused, signed or sent: %s',
    async (kind, code) => {
      const state = { prepared: { warnings: [{ kind } as never] } }
      // A signature costs nothing: an empty wallet can sign what the site sends later.
      const free = kind === 'insufficient-balance' ? 'sign-transaction' : null
      for (const request of REQUESTS.filter(it => it.kind !== free)) {
        const { context, send, sign } = open(state)
        await expect(ask(context, request)).rejects.toMatchObject({ code })
        expect([send.mock.calls, sign.mock.calls]).toEqual([[], []])
      }
    },
  )

  test('signs without sending for an empty wallet', async () => {
    const { context, sign } = open({ prepared: { warnings: [{ kind: 'insufficient-balance' } as never] } })
    await ask(context, REQUESTS[1])
    expect(sign).toHaveBeenCalledOnce()
  })

  test.each([
    ['of 1,000 dollars', { price: 1_000, prepared: { maxFee: 10n ** 18n } }],
    ['of many times the usual', { prepared: { usualFee: 1_000_000n } }],
    ['of the page’s, where nothing is known to compare it with', { prepared: { hasFixedPrice: true } }],
  ])('refuses an unusually high fee that nobody sees: %s', async (_, state) => {
    for (const request of REQUESTS) {
      const { context, send, sign } = open(state)
      await expect(ask(context, request)).rejects.toMatchObject({ code: 'transaction_failure' })
      expect([send.mock.calls, sign.mock.calls]).toEqual([[], []])
    }
  })

  test('typed data that moves value is scanned, and other typed data is not', async () => {
    const { context, show, perform, postAuthorized } = open({}, 'Malicious')
    await ask(context, { kind: 'sign-typed-data', wallet, typedData: letter, uiOptions: {} })
    expect([perform.mock.calls.length, postAuthorized.mock.calls.length]).toEqual([1, 0])
    await ask(context, { kind: 'sign-typed-data', wallet, typedData: permit, uiOptions: {} })
    expect(show).toHaveBeenCalledTimes(1)
    expect(perform).toHaveBeenCalledTimes(1)
  })

  test('a batch ends with the call that fails, and the page learns what was sent', async () => {
    const wait: EthereumNetwork['wait'] = async hash => sentTransaction(hash, 1, 'reverted')
    const { context, send } = open({ wait })
    const { hashes } = await ask(context, REQUESTS[2])
    expect(hashes).toHaveLength(1)
    expect(send).toHaveBeenCalledTimes(1)
  })

  test('a batch of which a later call cannot be sent is no error: the first is on its way', async () => {
    const hash = `0x${'01'.repeat(32)}` as Hex
    const { context, send } = open()
    send.mockResolvedValueOnce({ hash }).mockRejectedValueOnce(new Error('Offline.'))
    expect(await ask(context, REQUESTS[2])).toEqual({ hashes: [hash] })
  })
})
