import { parseUnits } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { startGateway } from '../../chains/ethereum/testing/gateway.ts'
import { anonymous, FIRST, HOST_ORIGIN, OTHER, openDapp, SECOND, userWith } from './testing/dapp.ts'

const HASH = `0x${'ab'.repeat(32)}`
const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const permit = (chainId?: unknown) => ({
  types: { Permit: [{ name: 'value', type: 'uint256' }] },
  primaryType: 'Permit',
  domain: { name: 'Token', ...(chainId !== undefined && { chainId }) },
  message: { value: '1' },
})

describe('the chain', () => {
  test('is the app’s default, changes on request, and every dapp of the page is told', async () => {
    const { request, told } = openDapp(userWith(1))
    expect(await request({ method: 'eth_chainId' })).toBe('0x1')
    expect(
      await request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x2105' }] }),
    ).toBeNull()
    expect(await request({ method: 'eth_chainId' })).toBe('0x2105')
    expect(await request({ method: 'net_version' })).toBe('8453')
    expect(told).toEqual([{ event: 'chainChanged', data: '0x2105' }])
  })
  test('stays after a reload, and another tab’s change is told', async () => {
    const storage = new Map<string, string>()
    const first = openDapp(userWith(1), { storage })
    const second = openDapp(userWith(1), { storage })
    await first.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x2105' }] })
    second.storageEvent([...storage.keys()][0] ?? null)
    expect(second.told).toEqual([{ event: 'chainChanged', data: '0x2105' }])
    expect(await openDapp(userWith(1), { storage }).request({ method: 'eth_chainId' })).toBe('0x2105')
  })
  test.each(['', '{', '[]', '{"current":"1"}', '{"current":999,"added":[]}', 'null'])(
    'what stands in storage may be anything: %j',
    async text => {
      const storage = new Map([[`vitrine:chain:app_1:${HOST_ORIGIN}`, text]])
      expect(await openDapp(userWith(1), { storage }).request({ method: 'eth_chainId' })).toBe('0x1')
    },
  )
  test.each([
    ['an unknown chain', [{ chainId: '0x539' }], 4902],
    ['zero', [{ chainId: '0x0' }], -32602],
    ['a decimal number', [{ chainId: '1' }], -32602],
    ['a JSON number', [{ chainId: 1 }], -32602],
    ['nothing', [], -32602],
    ['a text', ['0x1'], -32602],
  ])('%s is not switched to', async (_, params, eipCode) => {
    const { request, told } = openDapp(userWith(1))
    await expect(request({ method: 'wallet_switchEthereumChain', params })).rejects.toMatchObject({
      data: { eipCode },
    })
    expect(told).toEqual([])
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
    expect(told).toEqual([{ event: 'chainChanged', data: '0x539' }])
    const reloaded = openDapp(userWith(1), options)
    expect(reloaded.networks.of(1337).chain).toMatchObject({
      name: 'Local',
      rpcUrls: [`${gateway.url}/local`],
    })
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

describe('permissions (EIP-2255)', () => {
  test('are what eth_accounts shows', async () => {
    const { request } = openDapp(userWith(2))
    expect(await request({ method: 'wallet_getPermissions' })).toEqual([
      {
        parentCapability: 'eth_accounts',
        invoker: HOST_ORIGIN,
        caveats: [{ type: 'restrictReturnedAccounts', value: [FIRST, SECOND] }],
      },
    ])
    expect(await openDapp(anonymous).request({ method: 'wallet_getPermissions' })).toEqual([])
  })
  test('asking for them logs in', async () => {
    const { request, requestLogin } = openDapp(anonymous)
    await request({ method: 'wallet_requestPermissions', params: [{ eth_accounts: {} }] })
    expect(requestLogin).toHaveBeenCalledOnce()
  })
  test('revoked, the accounts are gone until they are asked for again', async () => {
    const { request, told } = openDapp(userWith(1))
    const eth_accounts = [{ eth_accounts: {} }]
    expect(await request({ method: 'wallet_revokePermissions', params: eth_accounts })).toBeNull()
    expect(await request({ method: 'eth_accounts' })).toEqual([])
    expect(await request({ method: 'eth_requestAccounts' })).toEqual([FIRST])
    expect(told).toEqual([
      { event: 'accountsChanged', data: [] },
      { event: 'accountsChanged', data: [FIRST] },
    ])
  })
  test('what was revoked for one user is not for the next', async () => {
    const { request, session } = openDapp(userWith(1))
    await request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
    session.set(userWith(2))
    expect(await request({ method: 'eth_accounts' })).toEqual([FIRST, SECOND])
  })
  test.each([[[]], [[{}]], [[{ eth_accounts: {}, wallet_snap: {} }]], [['eth_accounts']], [undefined]])(
    '%j is refused',
    async params => {
      const { request } = openDapp(userWith(1))
      await expect(request({ method: 'wallet_requestPermissions', params })).rejects.toMatchObject({
        data: { eipCode: -32602 },
      })
    },
  )
})

describe('eth_signTypedData_v4', () => {
  test.each([
    ['an object', permit()],
    ['JSON text', JSON.stringify(permit(1))],
    ['the chain as text', permit('1')],
    ['the chain as hex', permit('0x1')],
  ])('shows %s', async (_, data) => {
    const { request, show } = openDapp(userWith(2))
    expect(await request({ method: 'eth_signTypedData_v4', params: [SECOND, data] })).toBe('0xsigned')
    expect(show).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        kind: 'sign-typed-data',
        wallet: expect.objectContaining({ address: SECOND }),
        typedData: expect.objectContaining({ primary_type: 'Permit', message: { value: '1' } }),
      }),
    )
  })
  test.each([
    ['another chain', [FIRST, permit(8453)], -32602],
    ['a chain that no number holds', [FIRST, permit('99999999999999999999')], -32602],
    ['the other order', [permit(), FIRST], -32602],
    ['no data', [FIRST], -32602],
    ['another’s address', [OTHER, permit()], 4100],
    ['broken JSON', [FIRST, '{'], -32602],
  ])('refuses %s without a screen', async (_, params, eipCode) => {
    const { request, show } = openDapp(userWith(2))
    await expect(request({ method: 'eth_signTypedData_v4', params })).rejects.toMatchObject({
      data: { eipCode },
    })
    expect(show).not.toHaveBeenCalled()
  })
})

describe.each([
  ['eth_sendTransaction', 'send-transaction', HASH],
  ['eth_signTransaction', 'sign-transaction', '0xraw'],
])('%s', (method, kind, result) => {
  test('shows what was asked, on the page’s chain', async () => {
    const { request, show, networks } = openDapp(userWith(2))
    networks.switchTo(8453)
    const params = [{ from: SECOND, to: TO, value: '0x7', chainId: '0x2105' }]
    expect(await request({ method, params })).toBe(result)
    expect(show).toHaveBeenCalledExactlyOnceWith({
      kind,
      wallet: expect.objectContaining({ address: SECOND }),
      chainId: 8453,
      transaction: { to: TO, value: 7n },
      uiOptions: {},
    })
  })
  test('without `from` it is the provider’s account', async () => {
    const { request, show } = openDapp(userWith(2))
    await request({ method, params: [{ to: TO }], address: SECOND })
    expect(show).toHaveBeenCalledWith(
      expect.objectContaining({ wallet: expect.objectContaining({ address: SECOND }) }),
    )
  })
  test.each([
    ['another’s account', [{ from: OTHER, to: TO }], undefined, 4100],
    ['another account than the provider’s', [{ from: FIRST, to: TO }], SECOND, 4100],
    ['another chain', [{ from: FIRST, to: TO, chainId: '0x2105' }], undefined, -32602],
    ['a malformed value', [{ from: FIRST, to: TO, value: '1 ETH' }], undefined, -32602],
    ['nothing', [], undefined, -32602],
    ['an object in place of a list', { from: FIRST, to: TO }, undefined, -32602],
  ])('refuses %s without a screen', async (_, params, address, eipCode) => {
    const { request, show } = openDapp(userWith(2))
    await expect(request({ method, params, ...(address && { address }) })).rejects.toMatchObject({
      data: { eipCode },
    })
    expect(show).not.toHaveBeenCalled()
  })
  test('of nobody is unauthorized', async () => {
    await expect(openDapp(anonymous).request({ method, params: [{ to: TO }] })).rejects.toMatchObject({
      code: 'must_be_authenticated',
      data: { eipCode: 4100 },
    })
  })
})

describe('wallet_sendCalls (EIP-5792)', () => {
  const bundle = (more: object = {}) => ({
    version: '2.0.0',
    from: FIRST,
    chainId: '0x1',
    atomicRequired: false,
    calls: [
      { to: TO, value: '0x1' },
      { to: TO, data: '0x01' },
    ],
    ...more,
  })
  const send = (more?: object) => ({ method: 'wallet_sendCalls', params: [bundle(more)] })

  test('shows the calls in their order and answers with an id', async () => {
    const { request, show } = openDapp(userWith(1))
    const answer = await request(send())
    expect(answer).toEqual({ id: expect.stringMatching(/^0x[0-9a-f]{32}$/) })
    expect(show).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        kind: 'send-calls',
        chainId: 1,
        calls: [
          { to: TO, value: 1n },
          { to: TO, data: '0x01' },
        ],
      }),
    )
  })
  test('the older version answers with the id alone, and the dapp’s own id is kept', async () => {
    const { request } = openDapp(userWith(1))
    expect(await request(send({ version: '1.0', id: 'mine' }))).toBe('mine')
    await expect(request(send({ id: 'mine' }))).rejects.toMatchObject({ data: { eipCode: 5720 } })
  })
  test.each([
    ['atomicity', { atomicRequired: true }, 5760],
    ['an unknown chain', { chainId: '0x539' }, 5710],
    ['a capability', { capabilities: { paymasterService: { url: 'https://pay.example' } } }, 5700],
    ['a call’s capability', { calls: [{ to: TO, capabilities: { gas: {} } }] }, 5700],
    ['21 calls', { calls: Array(21).fill({ to: TO }) }, 5740],
    ['no calls', { calls: [] }, -32602],
    ['a malformed call', { calls: [{ to: TO }, { to: 'x' }] }, -32602],
    ['another’s account', { from: OTHER }, 4100],
    ['an unknown version', { version: '9' }, -32602],
  ])('%s is refused without a screen', async (_, more, eipCode) => {
    const { request, show } = openDapp(userWith(1))
    await expect(request(send(more))).rejects.toMatchObject({ data: { eipCode } })
    expect(show).not.toHaveBeenCalled()
  })
  test('a capability that the dapp can do without is passed over', async () => {
    const { request } = openDapp(userWith(1))
    await expect(
      request(send({ capabilities: { paymasterService: { optional: true } } })),
    ).resolves.toHaveProperty('id')
  })

  test.each([
    ['pending', [null], 1, 100],
    ['all done', [{ status: '0x1' }], 1, 200],
    ['all reverted', [{ status: '0x0' }], 1, 500],
    ['one of two sent', [{ status: '0x1' }], 2, 600],
  ])('status: %s', async (_, receipts, count, status) => {
    const gateway = await startGateway('')
    gateway.behave(async () => JSON.stringify({ jsonrpc: '2.0', id: 1, result: receipts[0] }))
    const { request } = openDapp(userWith(1), {
      chains: [{ id: 1, name: 'Ethereum', native_currency: ether, rpc_urls: [gateway.url] }],
    })
    await request(send({ id: 'mine', calls: Array(count).fill({ to: TO }) }))
    expect(await request({ method: 'wallet_getCallsStatus', params: ['mine'] })).toMatchObject({
      version: '2.0.0',
      id: 'mine',
      chainId: '0x1',
      status,
      atomic: false,
    })
    await gateway.stop()
  })
  test('an unknown id is 5730, and another account’s calls are not told', async () => {
    const { request, session } = openDapp(userWith(1))
    const status = (id: string) => request({ method: 'wallet_getCallsStatus', params: [id] })
    await expect(status('none')).rejects.toMatchObject({ data: { eipCode: 5730 } })
    await request(send({ id: 'mine' }))
    session.set(anonymous)
    await expect(status('mine')).rejects.toMatchObject({ data: { eipCode: 4100 } })
  })
  test('capabilities name the chains that can send, and nothing atomic', async () => {
    const { request } = openDapp(userWith(1), {
      chains: [
        { id: 1, name: 'Ethereum', native_currency: ether, rpc_urls: ['https://rpc.example'] },
        { id: 10, name: 'OP', native_currency: ether },
      ],
    })
    const ask = (params: unknown[]) => request({ method: 'wallet_getCapabilities', params })
    expect(await ask([FIRST])).toEqual({ '0x1': { atomic: { status: 'unsupported' } } })
    expect(await ask([FIRST, ['0xa']])).toEqual({})
    await expect(ask([OTHER])).rejects.toMatchObject({ data: { eipCode: 4100 } })
  })
})

describe('eth_sign7702Authorization', () => {
  test('always shows its screen, and answers as viem and ethers read it', async () => {
    const { request, show } = openDapp(userWith(1), { enforceWalletUis: false, showWalletUIs: false })
    const word = `0x${'1'.repeat(64)}`
    show.mockResolvedValue({
      authorization: { contract: TO, chain_id: 1, nonce: '0x5', r: word, s: word, y_parity: 1 },
    })
    const params = [{ contractAddress: TO, nonce: '0x5' }]
    expect(await request({ method: 'eth_sign7702Authorization', params })).toEqual({
      address: TO,
      chainId: '0x1',
      nonce: '0x5',
      r: word,
      s: word,
      yParity: '0x1',
    })
    expect(show).toHaveBeenCalledWith(
      expect.objectContaining({
        kind: 'sign-authorization',
        authorization: { contract: TO, chainId: 1, nonce: 5 },
      }),
    )
  })
  test.each([
    ['no contract', [{ nonce: '0x1' }], -32602],
    ['all chains without a nonce', [{ address: TO, chainId: '0x0' }], -32602],
    ['a chain without endpoints and no nonce', [{ address: TO }], 4901],
  ])('%s is refused', async (_, params, eipCode) => {
    const { request, show } = openDapp(userWith(1))
    await expect(request({ method: 'eth_sign7702Authorization', params })).rejects.toMatchObject({
      data: { eipCode },
    })
    expect(show).not.toHaveBeenCalled()
  })
})

describe('wallet_watchAsset (EIP-747)', () => {
  const asset = (options: object, type = 'ERC20') => ({ type, options: { address: TO, ...options } })
  test.each([
    ['as an object', asset({ symbol: 'USDC', decimals: 6 })],
    ['in a list', [asset({ symbol: 'USDC', decimals: 6 })]],
    ['an NFT', asset({ tokenId: '1' }, 'ERC721')],
  ])('%s is taken note of', async (_, params) => {
    expect(await openDapp(userWith(1)).request({ method: 'wallet_watchAsset', params })).toBe(true)
  })
  test.each([[asset({}, 'BRC20')], [asset({ address: 'x' })], [asset({ decimals: 99 })], [undefined], [[]]])(
    '%j is refused',
    async params => {
      await expect(
        openDapp(userWith(1)).request({ method: 'wallet_watchAsset', params }),
      ).rejects.toMatchObject({
        data: { eipCode: -32602 },
      })
    },
  )
})

describe('reads', () => {
  test('go to the current chain’s node as they are', async () => {
    const gateway = await startGateway('')
    gateway.behave(async () => JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x10' }))
    const { request } = openDapp(anonymous, {
      chains: [{ id: 1, name: 'Ethereum', native_currency: ether, rpc_urls: [gateway.url] }],
    })
    expect(await request({ method: 'eth_getBalance', params: [TO, 'latest'] })).toBe('0x10')
    expect(gateway.seen).toMatchObject([{ method: 'eth_getBalance', params: [TO, 'latest'] }])
    await gateway.stop()
  })
  test('on a chain without endpoints are 4901', async () => {
    await expect(openDapp(anonymous).request({ method: 'eth_blockNumber' })).rejects.toMatchObject({
      data: { eipCode: 4901 },
      message: expect.stringMatching(/no RPC endpoint for Ethereum/),
    })
  })
})

describe('without a screen', () => {
  const send = { method: 'personal_sign', params: ['0x6869', FIRST] }
  test('only where the server permits it, whatever the page asks', async () => {
    const enforced = openDapp(userWith(1), { showWalletUIs: false })
    expect(await enforced.request(send)).toBe('0xsigned')
    expect(enforced.signMessage).not.toHaveBeenCalled()
    const permitted = openDapp(userWith(1), { enforceWalletUis: false, showWalletUIs: false })
    expect(await permitted.request(send)).toBe('0xunseen')
    expect(permitted.show).not.toHaveBeenCalled()
  })
  test('typed data is signed by the key that the wallet has', async () => {
    const { request, perform } = openDapp(userWith(1), { enforceWalletUis: false, showWalletUIs: false })
    await request({ method: 'eth_signTypedData_v4', params: [FIRST, permit()] })
    expect(perform).toHaveBeenCalledWith(
      expect.objectContaining({ address: FIRST }),
      expect.objectContaining({ method: 'eth_signTypedData_v4' }),
      expect.any(AbortSignal),
    )
  })
  test.each([
    ['more than the wallet has', { eth_getBalance: '0x0' }, {}, 'insufficient_balance'],
    [
      'a fee that no one means',
      {},
      { gas: '0x5208', gasPrice: `0x${parseUnits('1', 16).toString(16)}` },
      'transaction_failure',
    ],
  ])('%s is not sent', async (_, answers, fields, code) => {
    const gateway = await startGateway('')
    const all: Record<string, unknown> = {
      eth_getTransactionCount: '0x0',
      eth_getBalance: `0x${parseUnits('1000', 18).toString(16)}`,
      eth_estimateGas: '0x5208',
      eth_getBlockByNumber: { baseFeePerGas: '0x1', number: '0x1' },
      eth_maxPriorityFeePerGas: '0x1',
      ...answers,
    }
    gateway.behave(async ({ method }) => JSON.stringify({ jsonrpc: '2.0', id: 1, result: all[method] }))
    const { request, perform } = openDapp(userWith(1), {
      enforceWalletUis: false,
      showWalletUIs: false,
      chains: [{ id: 1, name: 'Ethereum', native_currency: ether, rpc_urls: [gateway.url] }],
    })
    const params = [{ to: TO, value: '0x1', ...fields }]
    await expect(request({ method: 'eth_sendTransaction', params })).rejects.toMatchObject({ code })
    expect(perform).not.toHaveBeenCalled()
    await gateway.stop()
  })
})

test('a page’s own mistakes do not reach the handlers as defects', async () => {
  const { request } = openDapp(userWith(1))
  const circle: unknown[] = []
  circle.push(circle)
  vi.spyOn(console, 'error')
  for (const params of [circle, { a: 1n }, [new Map()]])
    await expect(request({ method: 'eth_sendTransaction', params })).rejects.toMatchObject({
      data: { eipCode: -32602 },
    })
})
