import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { describe, expect, it, vi } from 'vitest'
import { createEthereum } from './ethereum.ts'

const A = '0xAa00000000000000000000000000000000000001'
const B = '0xBb00000000000000000000000000000000000002'

describe('request', () => {
  it('waits for ready and passes method, params and address on', async () => {
    let becomeReady = () => {}
    const ready = new Promise<void>(resolve => {
      becomeReady = resolve
    })
    const send = vi.fn(async () => ['0x1'])
    const { provider } = createEthereum(ready, send, A.toLowerCase())
    const request = provider.request({ method: 'eth_accounts', params: [] })
    await Promise.resolve()
    expect(send).not.toHaveBeenCalled()
    becomeReady()
    expect(await request).toEqual(['0x1'])
    expect(send).toHaveBeenCalledWith({ method: 'eth_accounts', params: [], address: A.toLowerCase() })
  })

  it.each([
    ['connection_lost', 4900],
    ['instance_destroyed', 4900],
    ['not_ready', 4900],
    ['invalid_data', -32602],
    ['internal_error', -32603],
  ] as const)('%s rejects with %d', async (code, eipCode) => {
    const cause = clientError(code, 'What happened.')
    const { provider } = createEthereum(Promise.resolve(), () => Promise.reject(cause))
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
    const { provider } = createEthereum(Promise.resolve(), () => Promise.reject(error))
    await expect(provider.request({ method: 'eth_sign' })).rejects.toMatchObject({ code: 4200 })
  })

  it('rejects when the instance cannot become ready', async () => {
    const ready = Promise.reject(clientError('configuration_error', 'Not here.'))
    const { provider } = createEthereum(ready, async () => null)
    await expect(provider.request({ method: 'eth_accounts' })).rejects.toMatchObject({
      code: -32603,
      message: 'Not here.',
    })
  })
})

describe('events', () => {
  const create = (address?: string) => createEthereum(Promise.resolve(), async () => '0x1', address)
  const connected = { event: 'connect', data: { chainId: '0x1' } } as const

  it('connect is told as the frame tells it, and the page’s first provider asks for nothing', async () => {
    const send = vi.fn(async () => '0x1')
    const host = createEthereum(Promise.resolve(), send)
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
    const host = createEthereum(Promise.resolve(), send, address)
    const heard = vi.fn()
    host.provider.on('connect', heard)
    await vi.waitFor(() => expect(send).toHaveBeenCalledExactlyOnceWith({ method: 'eth_chainId', address }))
    host.tell({ event: 'connect', data: { chainId: '0x2' }, address })
    expect(heard).toHaveBeenCalledExactlyOnceWith({ chainId: '0x2' })
    host.tell({ event: 'connect', data: { chainId: '0x3' }, address: B.toLowerCase() })
    host.tell(connected)
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2))
    expect(heard).toHaveBeenCalledOnce()
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
