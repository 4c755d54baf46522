import { expect, test, vi } from 'vitest'
import { FIRST, metamask, ok, openPage, SECOND } from '../external-wallets/testing/page.ts'
import { MemoryStorage } from '../session/testing/session-fixtures.ts'
import { startTestKernel } from './testing/fake-frame.ts'

const { signal } = new AbortController()
const SIGNATURE = `0x${'ab'.repeat(65)}`

function open(storage = new MemoryStorage(), server: object = {}) {
  const page = openPage({
    discover: () => ok({ wallets: [metamask] }),
    connect: () => ok({ accounts: [FIRST], chainId: 1 }),
    disconnect: () => ok(null),
    personal_sign: () => ok({ signature: SIGNATURE }),
  })
  const test = startTestKernel(
    {},
    {
      storage,
      askWallets: call => (call.verb === 'hostKey' ? Promise.resolve() : page.wallets(call)),
      server,
    },
  )
  const wallets = () =>
    test.notices.flatMap(it => (it.type === 'state' ? [it.state.wallets.map(({ address }) => address)] : []))
  return {
    ...test,
    page,
    wallets,
    eth: (method: string, params?: unknown, address?: string) =>
      test.handlers.ethereumRequest({ method, params, ...(address && { address }) }),
    async connect() {
      const external = await test.kernel.externalWallets()
      return external.keep(await external.connectInjected(metamask, signal))
    },
  }
}

test('a wallet is connected with nobody logged in: the page has it, its providers answer it, and nobody is logged in by it', async () => {
  const { hello, connect, wallets, eth, isAuthenticated, handlers } = open()
  await hello()
  expect(await eth('eth_accounts')).toEqual([])
  await connect()
  expect(wallets().at(-1)).toEqual([FIRST])
  expect(await eth('eth_accounts')).toEqual([FIRST])
  expect(await eth('eth_requestAccounts')).toEqual([FIRST])
  expect(await eth('eth_accounts', [], SECOND)).toEqual([])
  expect([isAuthenticated(), isAuthenticated('or-wallet'), isAuthenticated(true)]).toEqual([
    false,
    true,
    false,
  ])
  expect((await hello()).state).toMatchObject({
    authenticated: false,
    user: null,
    wallets: [{ address: FIRST }],
  })
  await expect(handlers.setActiveWallet({ address: SECOND })).rejects.toMatchObject({ code: 'not_found' })
})

test('its app signs what is approved, and no other account is asked', async () => {
  const { hello, connect, eth, page, kernel, shown } = open()
  await hello()
  await connect()
  const signed = eth('personal_sign', ['0x68656c6c6f', FIRST])
  const request = await shown()
  if (request.kind !== 'sign-message') throw new TypeError('A message was to be signed')
  kernel.screens.resolve(request, await kernel.operations.signMessage(request, signal))
  expect(await signed).toBe(SIGNATURE)
  expect(page.asked.at(-1)).toEqual({
    verb: 'personal_sign',
    handle: 'h1',
    address: FIRST,
    message: '0x68656c6c6f',
  })
  await expect(eth('personal_sign', ['0x68656c6c6f', SECOND])).rejects.toMatchObject({
    data: { eipCode: 4100 },
  })
})

test('after a reload it is there again for who asks at once, and no page without one asks anything', async () => {
  const storage = new MemoryStorage()
  const first = open(storage)
  await first.hello()
  await first.connect()
  const next = open(storage)
  await next.hello()
  expect(await next.eth('eth_accounts')).toEqual([FIRST])
  expect(next.page.asked.map(({ verb }) => verb)).toEqual(['discover', 'connect'])
  await next.eth('wallet_revokePermissions', [{ eth_accounts: {} }])
  expect(await next.eth('eth_accounts')).toEqual([])
  const last = open(storage)
  await last.hello()
  expect(await last.eth('eth_accounts')).toEqual([])
  expect(last.page.asked).toEqual([])
})

test('what the page tells by itself reaches its wallet, and nothing else does', async () => {
  const { hello, connect, handlers, wallets } = open()
  await hello()
  await connect()
  await handlers.walletEvent({ type: 'accounts', handle: 'h9', accounts: [SECOND] })
  await handlers.walletEvent({ type: 'accounts', handle: 'h1', accounts: ['0xevil'] })
  expect(wallets().at(-1)).toEqual([FIRST])
  await handlers.walletEvent({ type: 'accounts', handle: 'h1', accounts: [SECOND] })
  expect(wallets().at(-1)).toEqual([SECOND])
  await handlers.walletEvent({ type: 'disconnect', handle: 'h1' })
  await vi.waitFor(() => expect(wallets().at(-1)).toEqual([]))
})
