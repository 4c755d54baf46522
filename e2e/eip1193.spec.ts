import { parseTransaction, recoverTransactionAddress, verifyMessage } from 'viem'
import { expect, test } from './fixtures/test.ts'

const request = (method: string, params?: unknown) => ['ethereum.request', { method, params }] as const

test('a dapp that knows only EIP-1193 logs in, gets accounts and a signature', async ({
  openHost,
  address,
}) => {
  const host = await openHost({ config: { embeddedWallets: { ethereum: { createOnLogin: 'off' } } } })
  expect(await host.call(...request('eth_chainId'))).toEqual({ ok: true, value: '0x1' })
  expect(await host.call(...request('eth_accounts'))).toEqual({ ok: true, value: [] })

  const connecting = host.call<`0x${string}`[]>(...request('eth_requestAccounts'))
  await host.code.fill(await host.askForCode(address))
  const accounts = await connecting
  if (!accounts.ok) throw new Error(accounts.error.message)
  const [account] = accounts.value
  if (!account) throw new Error('No account')
  expect(await host.call(...request('eth_accounts'))).toEqual({ ok: true, value: [account] })

  const signing = host.call<`0x${string}`>(...request('personal_sign', ['0x68656c6c6f', account]))
  await host.approve()
  const signature = await signing
  if (!signature.ok) throw new Error(signature.error.message)
  expect(await verifyMessage({ address: account, message: 'hello', signature: signature.value })).toBe(true)
})

test('errors have the numbers of the standard', async ({ host, address }) => {
  const code = (method: string, params?: unknown) =>
    host.evaluate(
      `return await vitrine.ethereum.request(args[0]).then(() => 'resolved', ({ code, message }) => [code, typeof message])`,
      [{ method, ...(params !== undefined && { params }) }],
    )
  expect(await code('personal_sign', ['0x00', `0x${'0'.repeat(40)}`])).toEqual({
    ok: true,
    value: [4100, 'string'],
  })
  const { user } = await host.logIn(address)
  for (const method of ['eth_sign', 'eth_getEncryptionPublicKey', 'eth_decrypt'])
    expect(await code(method, [])).toEqual({ ok: true, value: [4200, 'string'] })
  for (const method of ['debug_traceTransaction', '__proto__', 'constructor'])
    expect(await code(method, [])).toEqual({ ok: true, value: [-32601, 'string'] })
  for (const params of [undefined, [], ['0x00'], [7, user.wallet?.address], { message: 'x' }])
    expect(await code('personal_sign', params)).toEqual({ ok: true, value: [-32602, 'string'] })

  const rejected = code('personal_sign', ['0x00', user.wallet?.address])
  await host.button('Reject').click()
  expect(await rejected).toEqual({ ok: true, value: [4001, 'string'] })
})

test('events: connect, accountsChanged at login and logout, and no disconnect of a frame that comes back', async ({
  host,
  address,
}) => {
  await host.evaluate(`
    window.told = []
    for (const name of ['connect', 'disconnect', 'accountsChanged'])
      vitrine.ethereum.on(name, payload => told.push([name, payload?.code ?? payload]))`)
  const told = () => host.page.evaluate('window.told')
  const { user } = await host.logIn(address)
  expect(await told()).toContainEqual(['accountsChanged', [user.wallet?.address]])
  await host.call('logout')
  expect(await told()).toContainEqual(['accountsChanged', []])

  await host.reloadFrame()
  expect(await host.call(...request('eth_chainId', []))).toEqual({ ok: true, value: '0x1' })
  expect(await told()).not.toContainEqual(['disconnect', 4900])
  expect(await host.evaluate('return vitrine.ethereum.isConnected()')).toEqual({ ok: true, value: true })
})

test('connect is told without being asked for, to a dapp that listens from the start', async ({
  openHost,
}) => {
  const host = await openHost({
    initScript: `addEventListener('vitrine:loaded', () =>
      vitrine.ethereum.on('connect', payload => (window.connected ??= []).push(payload)))`,
  })
  await expect.poll(() => host.page.evaluate('window.connected')).toEqual([{ chainId: '0x1' }])
})

const supportedChains = [
  { id: 1, name: 'Ethereum' },
  { id: 10, name: 'OP' },
]

test('a complete transaction is signed on a chain without a node; an incomplete one is told what it lacks', async ({
  openHost,
  address,
}) => {
  const host = await openHost({ config: { supportedChains } })
  const { user } = await host.logIn(address)
  const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const complete = { to, value: '0x1', nonce: '0x0', gas: '0x5208', gasPrice: '0x1' }
  const signing = host.call<`0x02${string}`>(...request('eth_signTransaction', [complete]))
  await expect(host.frame.getByRole('dialog')).toContainText(
    'We couldn’t check this transaction on Ethereum.',
  )
  await host.approve()
  const signed = await signing
  if (!signed.ok) throw new Error(signed.error.message)
  const serializedTransaction = signed.value
  expect(parseTransaction(serializedTransaction)).toMatchObject({ chainId: 1, value: 1n })
  expect(await recoverTransactionAddress({ serializedTransaction })).toBe(user.wallet?.address)

  for (const refused of [
    request('eth_signTransaction', [{ to }]),
    request('eth_sendTransaction', [complete]),
  ])
    expect(await host.call(...refused)).toMatchObject({ ok: false, error: { code: 4901 } })
  await expect(host.dialog).toBeHidden()
})

test('each provider has a chain of its own, which stays after a reload; one made late is connected, too', async ({
  openHost,
  address,
}) => {
  const host = await openHost({ config: { supportedChains } })
  const { user } = await host.logIn(address)
  const follow = `
    window.told = []
    window.own = await vitrine.getEthereumProvider({ address: args[0] })
    for (const [name, provider] of [['page', vitrine.ethereum], ['own', window.own]])
      for (const event of ['connect', 'chainChanged'])
        provider.on(event, payload => told.push([name, event, payload?.chainId ?? payload]))`
  const told = () => host.page.evaluate('window.told')
  const chains = `return await Promise.all(
    [vitrine.ethereum, window.own].map(provider => provider.request({ method: 'eth_chainId' })))`
  await host.evaluate(follow, [user.wallet?.address])
  await expect.poll(told).toContainEqual(['own', 'connect', '0x1'])
  await host.evaluate(
    `await window.own.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] })`,
  )
  await expect.poll(told).toContainEqual(['own', 'chainChanged', '0xa'])
  expect(await told()).not.toContainEqual(['page', 'chainChanged', '0xa'])
  expect(await host.evaluate(chains)).toEqual({ ok: true, value: ['0x1', '0xa'] })

  await host.page.reload()
  await host.ready()
  await host.evaluate(follow, [user.wallet?.address])
  await expect.poll(told).toContainEqual(['own', 'connect', '0xa'])
  expect(await host.evaluate(chains)).toEqual({ ok: true, value: ['0x1', '0xa'] })
})

test('EIP-6963: a dapp that asks finds the provider', async ({ host }) => {
  const found = await host.evaluate<{ info: Record<string, string>; isSame: boolean; isFrozen: boolean }>(`
    return await new Promise(resolve => {
      addEventListener('eip6963:announceProvider', ({ detail }) => {
        if (detail.provider === vitrine.ethereum)
          resolve({ info: detail.info, isSame: true, isFrozen: Object.isFrozen(detail) })
      })
      dispatchEvent(new Event('eip6963:requestProvider'))
    })`)
  expect(found).toMatchObject({
    value: {
      isFrozen: true,
      info: {
        uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        name: expect.any(String),
        icon: expect.stringMatching(/^data:image\//),
        rdns: expect.stringMatching(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/),
      },
    },
  })
})
