import { startAnvil } from '@vitrine/shared/chains/testing/anvil.ts'
import { configuredChain, ETHER, sentBy } from '../fixtures/anvil.ts'
import { freePort } from '../fixtures/free-port.ts'
import { HostPage } from '../fixtures/host-page.ts'
import { expect, test } from '../fixtures/on-anvil.ts'
import { withOwnApp } from '../fixtures/own-app.ts'

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const GWEI = 1_000_000_000

test('an approved transaction arrives, and the page is told what became of it', async ({ open, shop }) => {
  const { host, account } = await open()
  await host.evaluate(`window.told = []; vitrine.ethereum.on('message', payload => told.push(payload))`)
  const sending = host.call<{ hash: string }>('sendTransaction', { to: TO, value: String(ETHER) })
  await host.approve()
  const outcome = await sending
  if (!outcome.ok) throw new Error(outcome.error.message)
  const { hash } = outcome.value
  expect(await shop.anvil.request('eth_getTransactionByHash', [hash])).toMatchObject({
    from: account.toLowerCase(),
    to: TO.toLowerCase(),
    value: `0x${ETHER.toString(16)}`,
    type: '0x2',
  })
  await expect
    .poll(() => host.page.evaluate('window.told'))
    .toContainEqual({
      type: 'vitrine_transaction',
      data: { hash, chainId: '0x7a69', status: 'confirmed', blockNumber: expect.any(Number) },
    })
  // The server hears of it from the frame, and follows it to its end by itself.
  const value = String(ETHER)
  const written = `select type, data ->> 'value' as value from audit_events where data ->> 'hash' = $1 order by id`
  await expect
    .poll(() => shop.stack.query(written, [hash]), { timeout: 15_000 })
    .toEqual([
      { type: 'transaction.broadcasted', value },
      { type: 'transaction.confirmed', value },
    ])
})

for (const [name, fields, type] of [
  ['legacy', { gasPrice: 3 * GWEI }, '0x0'],
  ['with an access list', { type: 'eip2930', accessList: [] }, '0x1'],
  ['EIP-1559', { maxFeePerGas: 5 * GWEI, maxPriorityFeePerGas: GWEI }, '0x2'],
] as const)
  test(`a transaction, ${name}, arrives as it was asked for`, async ({ open, shop }) => {
    const { host } = await open()
    const sending = host.call<{ hash: string }>('sendTransaction', { to: TO, value: 7, ...fields })
    await host.approve()
    const outcome = await sending
    if (!outcome.ok) throw new Error(outcome.error.message)
    expect(await shop.anvil.request('eth_getTransactionByHash', [outcome.value.hash])).toMatchObject({
      type,
      value: '0x7',
    })
  })

test('EIP-7702: an authorization, then the transaction that carries it', async ({ open, shop }) => {
  const { host, account } = await open()
  const signing = host.call<object>('ethereum.request', {
    method: 'eth_sign7702Authorization',
    params: [{ address: TO, executor: 'self' }],
  })
  await host.approve()
  const authorization = await signing
  if (!authorization.ok) throw new Error(authorization.error.message)
  const sending = host.call<string>('ethereum.request', {
    method: 'eth_sendTransaction',
    params: [{ from: account, to: TO, authorizationList: [authorization.value] }],
  })
  await host.approve()
  const outcome = await sending
  if (!outcome.ok) throw new Error(outcome.error.message)
  expect(await shop.anvil.request('eth_getTransactionByHash', [outcome.value])).toMatchObject({ type: '0x4' })
  await shop.anvil.mined(outcome.value)
  expect(await shop.anvil.request('eth_getCode', [account, 'latest'])).toBe(
    `0xef0100${TO.slice(2).toLowerCase()}`,
  )
  // Its person is that of further tests.
  await shop.anvil.request('anvil_setCode', [account, '0x'])
})

test('several at once are shown one after another and take nonces in a row', async ({ open, shop }) => {
  const { host, before } = await open()
  const sending = [1, 2, 3].map(value => host.call<{ hash: string }>('sendTransaction', { to: TO, value }))
  const nonces: number[] = []
  for (const each of sending) {
    await host.approve()
    const outcome = await each
    if (!outcome.ok) throw new Error(outcome.error.message)
    const sent = await shop.anvil.request<{ nonce: string }>('eth_getTransactionByHash', [outcome.value.hash])
    nonces.push(Number(sent.nonce))
  }
  expect(nonces).toEqual([before, before + 1, before + 2])
})

test('a sent transaction is followed after a reload of the frame', async ({ open, shop }) => {
  const { host } = await open()
  await shop.anvil.request('evm_setAutomine', [false])
  const sending = host.call<{ hash: string }>('sendTransaction', { to: TO, value: 1 })
  await host.approve()
  const outcome = await sending
  if (!outcome.ok) throw new Error(outcome.error.message)
  await host.evaluate(`window.told = []; vitrine.ethereum.on('message', ({ data }) => told.push(data))`)
  await host.reloadFrame()
  await shop.anvil.request('evm_setAutomine', [true])
  await shop.anvil.request('evm_mine')
  await expect
    .poll(() => host.page.evaluate('window.told'))
    .toContainEqual(expect.objectContaining({ hash: outcome.value.hash, status: 'confirmed' }))
})

test('Reject ends the call with 4001, and nothing is sent', async ({ open, shop }) => {
  const { host, account, before } = await open()
  const sending = host.call('ethereum.request', {
    method: 'eth_sendTransaction',
    params: [{ from: account, to: TO, value: '0x1' }],
  })
  await host.button('Reject').click()
  expect(await sending).toMatchObject({ ok: false, error: { code: 4001 } })
  expect(await sentBy(shop.anvil, account)).toBe(before)
})

test('malformed transactions are refused without a screen', async ({ open }) => {
  const { host, account } = await open()
  for (const [fields, code] of [
    [{ to: 'x' }, -32602],
    [{ to: TO, value: '1' }, -32602],
    [{ to: TO, chainId: '0x1' }, 4901],
    [{ to: TO, type: '0x3', blobVersionedHashes: [] }, -32602],
    [{ to: TO, from: TO }, 4100],
  ] as const)
    expect(
      await host.call('ethereum.request', {
        method: 'eth_sendTransaction',
        params: [{ from: account, ...fields }],
      }),
    ).toMatchObject({ ok: false, error: { code } })
  await expect(host.dialog).toBeHidden()
})

test('the chain of the page: switched, told, kept over a reload', async ({ open }) => {
  const { host } = await open({
    config: {
      supportedChains: [
        { id: 31_337, name: 'Anvil' },
        { id: 10, name: 'OP' },
      ],
    },
  })
  await host.evaluate(`window.told = []; vitrine.ethereum.on('chainChanged', id => told.push(id))`)
  const request = (method: string, params: unknown[] = []) =>
    host.call('ethereum.request', { method, params })
  expect(await request('eth_chainId')).toEqual({ ok: true, value: '0x7a69' })
  expect(await request('wallet_switchEthereumChain', [{ chainId: '0xa' }])).toEqual({ ok: true, value: null })
  await expect.poll(() => host.page.evaluate('window.told')).toEqual(['0xa'])
  expect(await request('eth_blockNumber')).toMatchObject({ ok: false, error: { code: 4901 } })
  expect(await request('wallet_switchEthereumChain', [{ chainId: '0x1' }])).toMatchObject({
    ok: false,
    error: { code: 4902 },
  })
  await host.page.reload()
  await host.ready()
  expect(await request('eth_chainId')).toEqual({ ok: true, value: '0xa' })
})

test('a chain from the page is taken only on the operator’s endpoints', async ({ open, shop }) => {
  const { host } = await open()
  const add = (rpcUrls: string[], chainId = '0x539') =>
    host.call('ethereum.request', {
      method: 'wallet_addEthereumChain',
      params: [
        { chainId, chainName: 'Other', nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 }, rpcUrls },
      ],
    })
  expect(await add(['https://elsewhere.example'])).toMatchObject({ ok: false, error: { code: 4902 } })
  expect(await add([shop.anvil.url])).toMatchObject({ ok: false, error: { code: 4902 } })
})

test('wallet_sendCalls sends one after another, and tells the status', async ({ open, shop }) => {
  const { host, account, before } = await open()
  const calls = [1, 2].map(value => ({ to: TO, value: `0x${value}` }))
  const sending = host.call<{ id: string }>('ethereum.request', {
    method: 'wallet_sendCalls',
    params: [{ version: '2.0.0', chainId: '0x7a69', from: account, atomicRequired: false, calls }],
  })
  await host.approve()
  const outcome = await sending
  if (!outcome.ok) throw new Error(outcome.error.message)
  expect(
    await host.call('ethereum.request', { method: 'wallet_getCallsStatus', params: [outcome.value.id] }),
  ).toMatchObject({
    ok: true,
    value: { status: 200, atomic: false, receipts: [{ status: '0x1' }, { status: '0x1' }] },
  })
  expect(await sentBy(shop.anvil, account)).toBe(before + 2)
})

test('a node that is down: told plainly on screen and 4901 to the dapp; Try again goes on once it is up', async ({
  context,
  stack,
  address,
}) => {
  const port = await freePort()
  const app = await withOwnApp(stack, {
    chains: [configuredChain({ chainId: 31_337, url: `http://127.0.0.1:${port}` })],
    embedded_wallet_config: { ethereum: { create_on_login: 'users-without-wallets' } },
  })
  const host = await (await HostPage.open(context, app)).ready()
  const { user } = await host.logIn(address)
  expect(await host.call('ethereum.request', { method: 'eth_blockNumber' })).toMatchObject({
    ok: false,
    error: { code: 4901 },
  })
  const sending = host.call<{ hash: string }>('sendTransaction', { to: TO, value: 1 })
  await expect(host.alert).toContainText('Anvil')
  await expect(host.button('Approve')).toHaveCount(0)

  const anvil = await startAnvil({ port })
  try {
    await anvil.fund(user.wallet?.address ?? '', ETHER)
    await host.button('Try again').click()
    await host.approve()
    const outcome = await sending
    if (!outcome.ok) throw new Error(outcome.error.message)
    expect(await anvil.request('eth_getTransactionByHash', [outcome.value.hash])).toMatchObject({
      value: '0x1',
    })
  } finally {
    await anvil.stop()
  }
})

test('two tabs that send at the same time take nonces in a row', async ({ context, shop, address }) => {
  const { anvil } = shop
  const quiet = await withOwnApp(shop.stack, {
    enforce_wallet_uis: false,
    chains: [configuredChain(anvil)],
    embedded_wallet_config: { ethereum: { create_on_login: 'users-without-wallets' } },
  })
  const config = { embeddedWallets: { showWalletUIs: false } }
  const first = await (await HostPage.open(context, quiet, { config })).ready()
  const { user } = await first.logIn(address)
  const account = user.wallet?.address ?? ''
  await anvil.fund(account, ETHER)
  const second = await (await HostPage.open(context, quiet, { config })).ready()
  const outcomes = await Promise.all(
    [first, second, first, second].map((tab, value) =>
      tab.call<{ hash: string }>('sendTransaction', { to: TO, value: value + 1 }),
    ),
  )
  const nonces = await Promise.all(
    outcomes.map(async outcome => {
      if (!outcome.ok) throw new Error(outcome.error.message)
      const sent = await anvil.request<{ nonce: string }>('eth_getTransactionByHash', [outcome.value.hash])
      return Number(sent.nonce)
    }),
  )
  expect(nonces.sort((a, b) => a - b)).toEqual([0, 1, 2, 3])
})

test('where the operator permits it, the page sends without a screen; elsewhere its wish changes nothing', async ({
  context,
  shop,
  address,
}) => {
  const { anvil } = shop
  const permitting = await withOwnApp(shop.stack, {
    enforce_wallet_uis: false,
    chains: [configuredChain(anvil)],
    embedded_wallet_config: { ethereum: { create_on_login: 'users-without-wallets' } },
  })
  const config = { embeddedWallets: { showWalletUIs: false } }
  const host = await (await HostPage.open(context, permitting, { config })).ready()
  const { user } = await host.logIn(address)
  await anvil.fund(user.wallet?.address ?? '', ETHER)
  const outcome = await host.call<{ hash: string }>('sendTransaction', { to: TO, value: 1 })
  expect(outcome).toMatchObject({ ok: true, value: { hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) } })
  const poor = await host.call('sendTransaction', { to: TO, value: String(50n * ETHER) })
  expect(poor).toMatchObject({ ok: false, error: { code: 'insufficient_balance' } })

  const enforced = await (await HostPage.open(context, shop.stack, { config })).ready()
  await enforced.logIn(`other-${address}`)
  void enforced.call('sendTransaction', { to: TO, value: 1 }, { uiOptions: { showWalletUIs: false } })
  await expect(enforced.button('Reject')).toBeVisible()
})
