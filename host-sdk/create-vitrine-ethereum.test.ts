// @vitest-environment jsdom
import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { handlers, USER_FIXTURE, WALLET, WALLET_FIXTURE } from '@vitrine/shared/bridge/testing/fixtures.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createVitrine } from './create-vitrine.ts'
import type { Vitrine } from './instance.ts'
import { loadFrame, next, PARTS, preparePage } from './testing/fake-page.ts'

const LOGGED_IN = { authenticated: true, user: USER_FIXTURE, wallets: [WALLET_FIXTURE] }
const hello = () => ({
  protocol: 1,
  version: '0.1.0',
  features: [],
  app: { id: 'app_1', name: 'Shop', icon: null },
  state: LOGGED_IN,
})
const made: { destroy(): void }[] = []

const createReady = async (replaced: Partial<FrameHandlers> = {}) => {
  const vitrine = createVitrine({ appId: 'app_1', walletOrigin: WALLET, eip6963: false }, PARTS)
  const frame = loadFrame(replaced)
  made.push(vitrine, frame)
  await vitrine.ready
  return [vitrine, frame] as const
}

beforeEach(preparePage)
afterEach(() => {
  for (const one of made.splice(0)) one.destroy()
  vi.unstubAllGlobals()
})

describe('signing methods', () => {
  it.each(['signTypedData', 'signTransaction', 'sendTransaction'] as const)(
    '%s passes the request on whole, bigints too, beside its options',
    async method => {
      const spy = vi.fn(handlers()[method] as () => never)
      const [vitrine] = await createReady({ [method]: spy })
      const call = vitrine[method] as Vitrine['sendTransaction']
      const request = { to: '0xa2', value: 10n ** 18n, address: 'not the option' }
      expect(await call(request, { address: '0xa1', uiOptions: { buttonText: 'Pay' } })).toEqual(
        handlers()[method]({ request: {} }),
      )
      await call(request)
      expect(spy.mock.calls).toEqual([
        [{ request, address: '0xa1', uiOptions: { buttonText: 'Pay' } }],
        [{ request }],
      ])
    },
  )
})

describe('Ethereum events of the frame', () => {
  const told = (payload: {
    event: 'accountsChanged' | 'chainChanged' | 'connect' | 'message'
    data: unknown
    address?: string | undefined
  }) => ({ type: 'event', event: { name: 'ethereum', payload } }) as const
  const heard = (provider: Vitrine['ethereum'], event: 'chainChanged' | 'connect' | 'message') =>
    new Promise<unknown>(resolve => provider.on(event, resolve as () => void))

  it('of a chain reach the provider that they are about, all others every provider', async () => {
    const [vitrine, frame] = await createReady()
    const address = WALLET_FIXTURE.address.toLowerCase()
    const other = await vitrine.getEthereumProvider({ address: WALLET_FIXTURE.address })
    const chains = Promise.all([vitrine.ethereum, other].map(provider => heard(provider, 'chainChanged')))
    frame.notify(told({ event: 'chainChanged', data: '0xa' }))
    frame.notify(told({ event: 'chainChanged', data: '0xb', address }))
    expect(await chains).toEqual(['0xa', '0xb'])
    const messages = Promise.all([vitrine.ethereum, other].map(provider => heard(provider, 'message')))
    frame.notify(told({ event: 'message', data: { type: 'vitrine_transaction', data: {} } }))
    expect(await messages).toEqual([1, 2].map(() => ({ type: 'vitrine_transaction', data: {} })))
  })

  it('at ready nothing is asked; a provider made later hears that it is connected', async () => {
    const ethereumRequest = vi.fn<FrameHandlers['ethereumRequest']>(() => '0x1')
    const [vitrine, frame] = await createReady({ ethereumRequest })
    const first = heard(vitrine.ethereum, 'connect')
    frame.notify(told({ event: 'connect', data: { chainId: '0x1' } }))
    expect(await first).toEqual({ chainId: '0x1' })
    expect(ethereumRequest).not.toHaveBeenCalled()

    const address = WALLET_FIXTURE.address.toLowerCase()
    ethereumRequest.mockImplementation(request => {
      frame.notify(told({ event: 'connect', data: { chainId: '0xa' }, address: request.address }))
      return '0xa'
    })
    const late = await vitrine.getEthereumProvider({ address: WALLET_FIXTURE.address })
    expect(await heard(late, 'connect')).toEqual({ chainId: '0xa' })
    expect(ethereumRequest).toHaveBeenCalledExactlyOnceWith({ method: 'eth_chainId', address })
  })

  it('one address has one provider, however it is written; none has the page’s own', async () => {
    const [vitrine] = await createReady()
    const { address } = WALLET_FIXTURE
    const provider = await vitrine.getEthereumProvider({ address })
    expect(await vitrine.getEthereumProvider({ address: address.toLowerCase() })).toBe(provider)
    expect(provider).not.toBe(vitrine.ethereum)
    for (const none of [undefined, {}, { address: '' }])
      expect(await vitrine.getEthereumProvider(none)).toBe(vitrine.ethereum)
  })

  it('accounts that a dapp gave up are gone, and stay so while the user changes otherwise', async () => {
    const [vitrine, frame] = await createReady({ hello })
    const seen: unknown[] = []
    vitrine.ethereum.on('accountsChanged', accounts => seen.push(accounts))
    frame.notify(told({ event: 'accountsChanged', data: [] }))
    const changed = next(vitrine, 'userChanged')
    frame.notify({ type: 'state', state: { ...LOGGED_IN, user: { ...USER_FIXTURE, id: 'user_2' } } })
    await changed
    expect(seen).toEqual([[]])
  })
})
