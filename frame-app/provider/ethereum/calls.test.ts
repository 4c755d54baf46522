import { describe, expect, test } from 'vitest'
import { startGateway } from '../../chains/ethereum/testing/gateway.ts'
import { rejectedByUser } from '../../requests/kind/rejected-by-user.ts'
import { anonymous, FIRST, OTHER, openDapp, userWith } from './testing/dapp.ts'

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const reachedAt = (url: string) => ({
  chains: [
    { id: 1, name: 'Ethereum', native_currency: ether, rpc_urls: [url] },
    { id: 10, name: 'OP', native_currency: ether },
  ],
})
/** Named, and nobody there. */
const REACHABLE = reachedAt('http://127.0.0.1:1')

describe('wallet_sendCalls (EIP-5792)', () => {
  const batch = (more: object = {}) => ({
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
  const send = (more?: object) => ({ method: 'wallet_sendCalls', params: [batch(more)] })

  test('shows the calls in their order and answers with an id', async () => {
    const { request, show } = openDapp(userWith(1), REACHABLE)
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
    const { request } = openDapp(userWith(1), REACHABLE)
    expect(await request(send({ version: '1.0', id: 'mine' }))).toBe('mine')
    const longest = `0x${'ab'.repeat(4_096)}`
    expect(await request(send({ id: longest }))).toEqual({ id: longest })
    await expect(request(send({ id: `${longest}ab` }))).rejects.toMatchObject({ data: { eipCode: -32602 } })
    await expect(request(send({ id: 'mine' }))).rejects.toMatchObject({ data: { eipCode: 5720 } })
  })
  test('an id is taken from the moment that the person is asked, and free again when they reject', async () => {
    const { request, show } = openDapp(userWith(1), REACHABLE)
    show.mockRejectedValueOnce(rejectedByUser())
    const [first, second] = await Promise.allSettled([
      request(send({ id: 'mine' })),
      request(send({ id: 'mine' })),
    ])
    expect(first).toMatchObject({ reason: { data: { eipCode: 4001 } } })
    expect(second).toMatchObject({ reason: { data: { eipCode: 5720 } } })
    expect(show).toHaveBeenCalledOnce()
    expect(await request(send({ id: 'mine' }))).toEqual({ id: 'mine' })
  })
  test('accepts a single call that has to be atomic', async () => {
    const { request, show } = openDapp(userWith(1), REACHABLE)
    const answer = request(send({ atomicRequired: true, calls: [{ to: TO, value: '0x1' }] }))
    await expect(answer).resolves.toHaveProperty('id')
    expect(show).toHaveBeenCalledOnce()
  })
  test.each([
    ['atomicity of two calls', { atomicRequired: true }, 5760],
    ['atomicity as a text', { atomicRequired: 'true' }, -32602],
    ['an unknown chain', { chainId: '0x539' }, 5710],
    ['a chain without endpoints', { chainId: '0xa' }, 5710],
    ['a capability', { capabilities: { paymasterService: { url: 'https://pay.example' } } }, 5700],
    ['a call’s capability', { calls: [{ to: TO, capabilities: { gas: {} } }] }, 5700],
    ['21 calls', { calls: Array(21).fill({ to: TO }) }, 5740],
    ['1001 calls', { calls: Array(1001).fill({ to: TO }) }, 5740],
    ['no calls', { calls: [] }, -32602],
    ['a malformed call', { calls: [{ to: TO }, { to: 'x' }] }, -32602],
    ['a call for another chain', { calls: [{ to: TO, chainId: '0xa' }] }, -32602],
    ['another’s account', { from: OTHER }, 4100],
    ['an unknown version', { version: '9' }, -32602],
  ])('%s is refused without a screen', async (_, more, eipCode) => {
    const { request, show } = openDapp(userWith(1), REACHABLE)
    await expect(request(send(more))).rejects.toMatchObject({ data: { eipCode } })
    expect(show).not.toHaveBeenCalled()
  })
  test('a capability that the dapp can do without is passed over', async () => {
    const { request } = openDapp(userWith(1), REACHABLE)
    await expect(
      request(send({ capabilities: { paymasterService: { optional: true } } })),
    ).resolves.toHaveProperty('id')
  })

  test.each([
    ['pending', [null], 1, 100],
    ['all done', [{ status: '0x1', blockNumber: '0x1' }], 1, 200],
    ['all reverted', [{ status: '0x0', blockNumber: '0x1' }], 1, 500],
    ['one of two sent', [{ status: '0x1', blockNumber: '0x1' }], 2, 600],
    ['in no block yet', [{ status: '0x1', blockNumber: null }], 1, 100],
  ])('status: %s', async (_, receipts, count, status) => {
    const gateway = await startGateway('', '0x1')
    gateway.behave(async () => JSON.stringify({ jsonrpc: '2.0', id: 1, result: receipts[0] }))
    const { request } = openDapp(userWith(1), reachedAt(gateway.url))
    await request(send({ id: 'mine', calls: Array(count).fill({ to: TO }) }))
    expect(await request({ method: 'wallet_getCallsStatus', params: ['mine'] })).toMatchObject({
      version: '2.0.0',
      id: 'mine',
      chainId: '0x1',
      status,
      atomic: count === 1,
    })
    await gateway.stop()
  })
  test('an unknown id is 5730, and another account’s calls are not told', async () => {
    const { request, session } = openDapp(userWith(1), REACHABLE)
    await request(send({ id: 'mine' }))
    for (const method of ['wallet_getCallsStatus', 'wallet_showCallsStatus'])
      await expect(request({ method, params: ['none'] })).rejects.toMatchObject({ data: { eipCode: 5730 } })
    session.set(anonymous)
    for (const method of ['wallet_getCallsStatus', 'wallet_showCallsStatus'])
      await expect(request({ method, params: ['mine'] })).rejects.toMatchObject({ data: { eipCode: 4100 } })
  })
  test('of a receipt the standard’s fields alone are passed on, whatever else the node says', async () => {
    const gateway = await startGateway('', '0x1')
    const log = { address: TO, data: '0x', topics: [] }
    const receipt = { status: '0x1', blockNumber: '0x1', logs: [{ ...log, removed: false }, 7], root: 'x' }
    gateway.behave(async () => JSON.stringify({ jsonrpc: '2.0', id: 1, result: receipt }))
    const { request } = openDapp(userWith(1), reachedAt(gateway.url))
    await request(send({ id: 'mine', calls: [{ to: TO }] }))
    const { receipts } = (await request({ method: 'wallet_getCallsStatus', params: ['mine'] })) as {
      receipts: object[]
    }
    expect(receipts).toEqual([{ status: '0x1', blockNumber: '0x1', logs: [log] }])
    await gateway.stop()
  })
  test('shown to the person with what each call is, on the node’s word where there is one', async () => {
    const { request, show } = openDapp(userWith(1), REACHABLE)
    await request(send({ id: 'mine' }))
    show.mockResolvedValue(undefined)
    expect(await request({ method: 'wallet_showCallsStatus', params: ['mine'] })).toBeNull()
    expect(show).toHaveBeenLastCalledWith({
      kind: 'show-calls',
      batch: expect.objectContaining({
        id: 'mine',
        calls: [
          { to: TO, value: '0x1' },
          { to: TO, value: '0x0' },
        ],
      }),
      chain: expect.objectContaining({ name: 'Ethereum' }),
      statuses: expect.objectContaining({ get: expect.any(Function) }),
    })
    const [{ statuses }] = show.mock.lastCall as [{ statuses: { get(): unknown } }]
    expect(statuses.get()).toEqual(['pending', 'unsent'])
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
    expect(await ask([FIRST, ['0xa', '0x0']])).toEqual({})
    await expect(ask([OTHER])).rejects.toMatchObject({ data: { eipCode: 4100 } })
  })
})
