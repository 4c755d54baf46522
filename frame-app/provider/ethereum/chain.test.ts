import { describe, expect, test } from 'vitest'
import { startGateway } from '../../chains/ethereum/testing/gateway.ts'
import { FIRST, HOST_ORIGIN, openDapp, SECOND, userWith } from './testing/dapp.ts'

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const CONNECTED = { event: 'connect', data: { chainId: '0x1' } }
const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const permit = (chainId?: unknown) => ({
  types: { Permit: [{ name: 'value', type: 'uint256' }] },
  primaryType: 'Permit',
  domain: { name: 'Token', ...(chainId !== undefined && { chainId }) },
  message: { value: '1' },
})

describe('the chain', () => {
  test('is the app’s default, changes on request, and the page is told', async () => {
    const { request, told } = openDapp(userWith(1))
    expect(await request({ method: 'eth_chainId' })).toBe('0x1')
    expect(
      await request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x2105' }] }),
    ).toBeNull()
    expect(await request({ method: 'eth_chainId' })).toBe('0x2105')
    expect(await request({ method: 'net_version' })).toBe('8453')
    expect(told).toEqual([CONNECTED, { event: 'chainChanged', data: '0x2105' }])
  })
  test('of a wallet’s provider is its own, and it alone is told', async () => {
    const storage = new Map<string, string>()
    const { request, told, networks } = openDapp(userWith(2), { storage })
    const chains = async () =>
      Promise.all([
        request({ method: 'eth_chainId' }),
        request({ method: 'eth_chainId', address: FIRST }),
        request({ method: 'net_version', address: SECOND }),
      ])
    expect(await chains()).toEqual(['0x1', '0x1', '1'])
    await request({
      method: 'wallet_switchEthereumChain',
      params: [{ chainId: '0x2105' }],
      address: SECOND.toUpperCase().replace('0X', '0x'),
    })
    expect(await chains()).toEqual(['0x1', '0x1', '8453'])
    expect(networks.current.get()).toBe(1)
    const address = SECOND.toLowerCase()
    expect(told).toEqual([
      CONNECTED,
      { ...CONNECTED, address: FIRST.toLowerCase() },
      { ...CONNECTED, address },
      { event: 'chainChanged', data: '0x2105', address },
    ])
    const reloaded = openDapp(userWith(2), { storage })
    expect(await reloaded.request({ method: 'eth_chainId', address: SECOND })).toBe('0x2105')
    expect(await reloaded.request({ method: 'eth_chainId' })).toBe('0x1')
  })
  test('of a wallet’s provider is still the one that was chosen before the wallet was updated', async () => {
    const key = `vitrine:chain:app_1:${HOST_ORIGIN}`
    const text = JSON.stringify({ current: 1, faces: { [SECOND.toLowerCase()]: 8453 }, added: [] })
    const storage = new Map([[key, text]])
    const { request } = openDapp(userWith(2), { storage })
    expect(await request({ method: 'eth_chainId', address: SECOND })).toBe('0x2105')
    const params = [{ chainId: '0x2105' }]
    await request({ method: 'wallet_switchEthereumChain', params, address: FIRST })
    const reloaded = openDapp(userWith(2), { storage })
    for (const address of [FIRST, SECOND])
      expect(await reloaded.request({ method: 'eth_chainId', address })).toBe('0x2105')
  })
  test('of a wallet’s provider is told to another tab that has one, too', async () => {
    const storage = new Map<string, string>()
    const first = openDapp(userWith(1), { storage })
    const second = openDapp(userWith(1), { storage })
    await second.request({ method: 'eth_chainId', address: FIRST })
    await first.request({
      method: 'wallet_switchEthereumChain',
      params: [{ chainId: '0x2105' }],
      address: FIRST,
    })
    second.storageEvent([...storage.keys()][0] ?? null)
    expect(second.told.at(-1)).toEqual({
      event: 'chainChanged',
      data: '0x2105',
      address: FIRST.toLowerCase(),
    })
  })
  test('of a wallet’s provider is the one that its requests are for', async () => {
    const { request, show } = openDapp(userWith(1))
    await request({
      method: 'wallet_switchEthereumChain',
      params: [{ chainId: '0x2105' }],
      address: FIRST,
    })
    await request({ method: 'eth_sendTransaction', params: [{ to: TO }], address: FIRST })
    await request({ method: 'eth_sendTransaction', params: [{ to: TO }] })
    await request({ method: 'eth_signTypedData_v4', params: [FIRST, permit(8453)], address: FIRST })
    expect(show.mock.calls).toMatchObject([[{ chainId: 8453 }], [{ chainId: 1 }], [{ chainId: 8453 }]])
    await expect(
      request({ method: 'eth_signTypedData_v4', params: [FIRST, permit(8453)] }),
    ).rejects.toMatchObject({ data: { eipCode: 4901 } })
    await expect(
      request({ method: 'eth_signTypedData_v4', params: [FIRST, permit(1)], address: FIRST }),
    ).rejects.toMatchObject({ data: { eipCode: 4901 } })
  })
  test('addresses that a page makes up push out the oldest, never the page’s own chain', async () => {
    const storage = new Map<string, string>()
    const { request, networks } = openDapp(userWith(1), { storage })
    networks.switchTo(8453)
    for (let index = 0; index < 60; index++)
      networks.switchTo(8453, `0x${index.toString(16).padStart(40, '0')}`)
    const [text] = [...storage.values()]
    expect(Object.keys(JSON.parse(text ?? '').providers)).toHaveLength(50)
    expect(await request({ method: 'eth_chainId', address: `0x${'0'.repeat(40)}` })).toBe('0x1')
    expect(await request({ method: 'eth_chainId', address: `0x${'0'.repeat(38)}3b` })).toBe('0x2105')
    expect(await request({ method: 'eth_chainId' })).toBe('0x2105')
  })
  test('a provider that was made for no address is refused', async () => {
    const { request } = openDapp(userWith(1))
    for (const method of ['eth_chainId', 'eth_accounts', 'eth_sendTransaction'])
      await expect(request({ method, address: '__proto__' })).rejects.toMatchObject({
        data: { eipCode: -32602 },
      })
  })
  test('stays after a reload, and another tab’s change is told', async () => {
    const storage = new Map<string, string>()
    const first = openDapp(userWith(1), { storage })
    const second = openDapp(userWith(1), { storage })
    await first.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x2105' }] })
    second.storageEvent([...storage.keys()][0] ?? null)
    expect(second.told).toEqual([CONNECTED, { event: 'chainChanged', data: '0x2105' }])
    expect(await openDapp(userWith(1), { storage }).request({ method: 'eth_chainId' })).toBe('0x2105')
  })
  test.each([
    '',
    '{',
    '[]',
    '{"current":"1"}',
    '{"current":999,"added":[]}',
    '{"current":8453,"added":[],"providers":{"__proto__":1,"x":1}}',
    'null',
  ])('what stands in storage may be anything: %j', async text => {
    const storage = new Map([[`vitrine:chain:app_1:${HOST_ORIGIN}`, text]])
    expect(await openDapp(userWith(1), { storage }).request({ method: 'eth_chainId' })).toBe('0x1')
  })
  test.each([
    ['an unknown chain', [{ chainId: '0x539' }], 4902],
    ['zero', [{ chainId: '0x0' }], -32602],
    ['a decimal number', [{ chainId: '1' }], -32602],
    ['nothing', [], -32602],
    ['a text', ['0x1'], -32602],
  ])('%s is not switched to', async (_, params, eipCode) => {
    const { request, told } = openDapp(userWith(1))
    await expect(request({ method: 'wallet_switchEthereumChain', params })).rejects.toMatchObject({
      data: { eipCode },
    })
    expect(told).toEqual([CONNECTED])
  })
})

describe('wallet_addEthereumChain', () => {
  const offer = (rpcUrls: unknown, more: object = {}) => ({
    method: 'wallet_addEthereumChain',
    params: [{ chainId: '0x539', chainName: 'Local', nativeCurrency: ether, rpcUrls, ...more }],
  })
  const answering = async (chainId: string) => {
    const gateway = await startGateway('')
    gateway.behave(async () => JSON.stringify({ jsonrpc: '2.0', id: 1, result: chainId }))
    return gateway
  }
  const appWith = (url: string) => ({
    chains: [{ id: 1, name: 'Ethereum', native_currency: ether, rpc_urls: [`${url}/mainnet`] }],
  })

  test('takes a chain on an endpoint that the app allows, moves there, and keeps it', async () => {
    const gateway = await answering('0x539')
    const storage = new Map<string, string>()
    const options = { ...appWith(gateway.url), storage }
    const { request, told } = openDapp(userWith(1), options)
    expect(await request(offer(['https://elsewhere.example', `${gateway.url}/local`]))).toBeNull()
    expect(told).toEqual([CONNECTED, { event: 'chainChanged', data: '0x539' }])
    const reloaded = openDapp(userWith(1), options)
    expect(reloaded.networks.of(1337).chain).toMatchObject({
      name: 'Local (1337)',
      rpcUrls: [`${gateway.url}/local`],
    })
    await gateway.stop()
  })
  test('the operator’s own chain, which the page left out, comes back with no other endpoint of the same origin', async () => {
    const gateway = await answering('0x539')
    const own = { id: 1337, name: 'Own', native_currency: ether, rpc_urls: [`${gateway.url}/own`] }
    const { request, networks } = openDapp(userWith(1), {
      chains: [...appWith(gateway.url).chains, own],
      supported: [{ id: 1, name: 'Ethereum' }],
    })
    await expect(request(offer([`${gateway.url}/page`]))).rejects.toMatchObject({ data: { eipCode: 4902 } })
    await request(offer([`${gateway.url}/page`, `${gateway.url}/own`]))
    expect(networks.of(1337).chain.rpcUrls).toEqual([`${gateway.url}/own`])
    await gateway.stop()
  })
  test('a chain that is gone from the app’s config takes its added chains with it', async () => {
    const gateway = await answering('0x539')
    const storage = new Map<string, string>()
    await openDapp(userWith(1), { ...appWith(gateway.url), storage }).request(offer([gateway.url]))
    const { request } = openDapp(userWith(1), { storage })
    expect(await request({ method: 'eth_chainId' })).toBe('0x1')
    await gateway.stop()
  })
  test('an endpoint that answers for another chain is refused', async () => {
    const gateway = await answering('0x1')
    const { request, networks } = openDapp(userWith(1), appWith(gateway.url))
    await expect(request(offer([gateway.url]))).rejects.toMatchObject({ data: { eipCode: 4902 } })
    expect(networks.chains).toHaveLength(1)
    await gateway.stop()
  })
  test.each([
    ['no endpoint that the app allows', offer(['https://elsewhere.example']), 4902],
    ['no endpoint', offer([]), 4902],
    ['a lookalike’s endpoint', offer(['http://127.0.0.1.evil.example/']), 4902],
    ['the name of another chain', offer(['http://127.0.0.1:1/'], { chainName: 'ETHEREUM' }), 4902],
    ['a name that turns the text around', offer(['http://127.0.0.1:1/'], { chainName: 'a\u202eb' }), -32602],
    [
      'a token with other decimals',
      offer(['http://127.0.0.1:1/'], { nativeCurrency: { ...ether, decimals: 6 } }),
      4902,
    ],
  ])('%s is refused', async (_, request, eipCode) => {
    const dapp = openDapp(userWith(1), appWith('http://127.0.0.1:1'))
    await expect(dapp.request(request)).rejects.toMatchObject({ data: { eipCode } })
  })
  test('a chain that the wallet has is only switched to', async () => {
    const { request, networks } = openDapp(userWith(1))
    await request(offer(['https://elsewhere.example'], { chainId: '0x2105', chainName: 'Mine' }))
    expect(networks.current.get()).toBe(8453)
    expect(networks.of(8453).chain.name).toBe('Base')
  })
})
