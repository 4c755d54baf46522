import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { describe, expect, it, vi } from 'vitest'
import { createEthereum as create1193 } from './ethereum.ts'
import { LATER } from './whole-later.ts'

const createEthereum = (send: Parameters<typeof create1193>[0], address?: string) =>
  create1193(send, async () => LATER, address)

const A = '0xAa00000000000000000000000000000000000001'
const B = '0xBb00000000000000000000000000000000000002'

describe('request', () => {
  it('passes method, params and address on', async () => {
    const send = vi.fn(async () => ['0x1'])
    const { provider } = createEthereum(send, A.toLowerCase())
    expect(await provider.request({ method: 'eth_accounts', params: [] })).toEqual(['0x1'])
    const request = { method: 'eth_accounts', params: [], address: A.toLowerCase() }
    expect(send).toHaveBeenCalledWith(request, undefined)
  })

  it.each([
    ['connection_lost', 4900],
    ['instance_destroyed', 4900],
    ['not_ready', 4900],
    ['invalid_data', -32602],
    ['frame_unreachable', 4900],
    ['configuration_error', 4900],
    ['internal_error', -32603],
    ['too_many_requests', -32005],
  ] as const)('%s rejects with %d', async (code, eipCode) => {
    const cause = clientError(code, 'What happened.')
    const { provider } = createEthereum(() => Promise.reject(cause))
    const error = await provider.request({ method: 'eth_accounts' }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ code: eipCode, message: 'What happened.', cause })
  })

  it('keeps the number that the frame named', async () => {
    const error = new VitrineError({
      type: 'client_error',
      code: 'not_supported',
      message: 'No.',
      data: { eipCode: 4200 },
    })
    const { provider } = createEthereum(() => Promise.reject(error))
    await expect(provider.request({ method: 'eth_sign' })).rejects.toMatchObject({ code: 4200 })
  })
})

describe('what libraries called before `request`', () => {
  const refused = clientError('invalid_data', 'No.')
  const open = () =>
    createEthereum(async ({ method, params, ...rest }) => {
      if (method === 'bad') throw refused
      return [method, params, Object.keys(rest)]
    }).provider
  const asked = { id: 7, jsonrpc: '2.0', method: 'eth_call', params: [1] }
  const answered = { id: 7, jsonrpc: '2.0', result: ['eth_call', [1], ['address']] }

  it('send takes a name and parameters, or a request, and answers as JSON-RPC does', async () => {
    const provider = open()
    expect(await provider.send('eth_call', [1])).toEqual({ ...answered, id: undefined })
    expect(await provider.send(asked)).toEqual(answered)
    await expect(provider.send('bad')).rejects.toMatchObject({ code: -32602, message: 'No.' })
  })
  it.each(['send', 'sendAsync'] as const)('%s calls back', async name => {
    const call = (request: unknown) =>
      new Promise<unknown[]>(resolve => open()[name](request as never, (...told: unknown[]) => resolve(told)))
    expect(await call(asked)).toEqual([null, answered])
    expect(await call({ ...asked, method: 'bad' })).toEqual([
      expect.objectContaining({ code: -32602, message: 'No.' }),
    ])
    expect(await call([asked, { id: 8, method: 'bad' }])).toEqual([
      null,
      [answered, expect.objectContaining({ id: 8, error: expect.objectContaining({ code: -32602 }) })],
    ])
  })
  it('sendAsync returns a promise where it has no callback', async () => {
    expect(await open().sendAsync([asked])).toEqual([answered])
    await expect(open().sendAsync({ method: 'bad' })).rejects.toMatchObject({ code: -32602 })
  })
  it.each(['send', 'sendAsync'] as const)('%s tells a callback that its code did not come', async name => {
    const { provider } = create1193(
      async () => null,
      () => Promise.reject(refused),
    )
    const told = vi.fn()
    await provider[name](asked, told)
    expect(told).toHaveBeenCalledExactlyOnceWith(refused)
    await expect(provider.send('eth_call', [1])).rejects.toBe(refused)
  })
  it('enable asks for the accounts', async () => {
    expect(await open().enable()).toEqual(['eth_requestAccounts', undefined, ['address']])
  })
})

describe('events', () => {
  const create = (address?: string) => createEthereum(async () => '0x1', address)
  const connected = { event: 'connect', data: { chainId: '0x1' } } as const

  it('connect is told as the frame tells it, and the page’s first provider asks for nothing', async () => {
    const send = vi.fn(async () => '0x1')
    const host = createEthereum(send)
    const heard = vi.fn()
    host.provider.on('connect', heard)
    host.tell(connected)
    host.tell({ ...connected, address: A.toLowerCase() })
    await Promise.resolve()
    expect(heard).toHaveBeenCalledExactlyOnceWith({ chainId: '0x1' })
    expect(send).not.toHaveBeenCalled()
  })

  it('a provider of one wallet makes itself known, and again to each frame that connects', async () => {
    const address = A.toLowerCase()
    const send = vi.fn(async () => '0x1')
    const host = createEthereum(send, address)
    const heard = vi.fn()
    host.provider.on('connect', heard)
    const greeting = { method: 'eth_chainId', address }
    await vi.waitFor(() => expect(send).toHaveBeenCalledExactlyOnceWith(greeting, undefined))
    host.tell({ event: 'connect', data: { chainId: '0x2' }, address })
    expect(heard).toHaveBeenCalledExactlyOnceWith({ chainId: '0x2' })
    host.tell({ event: 'connect', data: { chainId: '0x3' }, address: B.toLowerCase() })
    host.tell(connected)
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2))
    expect(heard).toHaveBeenCalledOnce()
  })

  it('is connected between connect and disconnect', () => {
    const host = create(A.toLowerCase())
    expect(host.provider.isConnected()).toBe(false)
    host.tell(connected)
    host.tell({ event: 'message', data: { type: 'x', data: null } })
    expect(host.provider.isConnected()).toBe(false)
    host.tell({ ...connected, address: A.toLowerCase() })
    expect(host.provider.isConnected()).toBe(true)
    host.disconnect(clientError('connection_lost', 'it was loaded again'))
    expect(host.provider.isConnected()).toBe(false)
  })

  it('the chain that was told last goes along with a request, until the disconnect', async () => {
    const send = vi.fn(async (_request: unknown, _chainId?: string) => '0x1')
    const host = createEthereum(send)
    const chainId = async () => {
      await host.provider.request({ method: 'eth_chainId' })
      return send.mock.lastCall?.[1]
    }
    host.tell(connected)
    expect(await chainId()).toBe('0x1')
    host.tell({ event: 'chainChanged', data: '0xa' })
    host.tell({ event: 'chainChanged', data: '0xb', address: A.toLowerCase() })
    host.tell({ event: 'message', data: { type: 'x', data: null } })
    expect(await chainId()).toBe('0xa')
    host.disconnect(clientError('connection_lost', 'it was loaded again'))
    expect(await chainId()).toBeUndefined()
  })

  it('tells networkChanged after each chainChanged, as decimal text', () => {
    const host = create()
    const heard: unknown[] = []
    host.provider.on('chainChanged', chainId => heard.push(chainId))
    host.provider.on('networkChanged', networkId => heard.push(networkId))
    host.tell(connected)
    host.tell({ event: 'chainChanged', data: '0xa' })
    host.tell({ event: 'chainChanged', data: '0xb', address: A.toLowerCase() })
    host.tell({ event: 'message', data: { type: 'x', data: null } })
    expect(heard).toEqual(['0xa', '10'])
  })

  it('once hears one time, and can be taken away before', () => {
    const host = create()
    const [heard, gone] = [vi.fn(), vi.fn()]
    expect(host.provider.once('chainChanged', heard).once('chainChanged', gone)).toBe(host.provider)
    expect(host.provider.off('chainChanged', gone)).toBe(host.provider)
    for (const data of ['0xa', '0xb']) host.tell({ event: 'chainChanged', data })
    expect(heard.mock.calls).toEqual([['0xa']])
    expect(gone).not.toHaveBeenCalled()
  })

  it('once can be asked for again by the listener itself', () => {
    const host = create()
    const heard = vi.fn((): unknown => host.provider.once('chainChanged', heard))
    host.provider.once('chainChanged', heard)
    for (const data of ['0xa', '0xb', '0xc']) host.tell({ event: 'chainChanged', data })
    expect(heard.mock.calls).toEqual([['0xa'], ['0xb'], ['0xc']])
  })

  it('chainChanged reaches the provider that it is about', () => {
    const hosts = [create(), create(A.toLowerCase()), create(B.toLowerCase())]
    const heard: unknown[] = []
    hosts.forEach(({ provider }, index) => {
      provider.on('chainChanged', chainId => heard.push([index, chainId]))
    })
    for (const host of hosts) host.tell({ event: 'chainChanged', data: '0xa' })
    for (const host of hosts) host.tell({ event: 'chainChanged', data: '0xb', address: A.toLowerCase() })
    expect(heard).toEqual([
      [0, '0xa'],
      [1, '0xb'],
    ])
  })

  it('disconnect carries an error 4900', () => {
    const host = create()
    const heard = vi.fn()
    host.provider.on('disconnect', heard)
    host.disconnect(clientError('connection_lost', 'it was loaded again'))
    expect(heard).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ code: 4900, message: 'it was loaded again' }),
    )
  })

  it('accountsChanged tells each change once', () => {
    const host = create()
    const heard = vi.fn()
    host.provider.on('accountsChanged', heard)
    host.setAccounts([])
    host.setAccounts([A])
    host.setAccounts([A])
    host.setAccounts([A, B])
    host.setAccounts([])
    expect(heard.mock.calls).toEqual([[[A]], [[A, B]], [[]]])
  })

  it('accountsChanged of one wallet is about that wallet', () => {
    const host = create(A.toLowerCase())
    const heard = vi.fn()
    host.provider.on('accountsChanged', heard)
    host.setAccounts([B])
    host.setAccounts([A, B])
    host.setAccounts([A])
    expect(heard.mock.calls).toEqual([[[A]]])
  })

  it('a removed listener hears nothing, and the provider is returned for chaining', () => {
    const host = create()
    const [gone, stays] = [vi.fn(), vi.fn()]
    expect(host.provider.on('accountsChanged', gone).on('accountsChanged', stays)).toBe(host.provider)
    expect(host.provider.removeListener('accountsChanged', gone)).toBe(host.provider)
    host.setAccounts([A])
    expect(gone).not.toHaveBeenCalled()
    expect(stays).toHaveBeenCalledOnce()
  })
})
