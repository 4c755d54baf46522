import { expect, it, vi } from 'vitest'
import { DEFAULT_WALLET_LIST } from '../../config/wallet-list.ts'
import { fakeKernel } from '../../ui/testing/fake-kernel.ts'
import { connectWallet } from './handler.ts'

function setUp(isDisabled = false) {
  const { config: current } = fakeKernel()
  const value = { ...current.get(), externalWallets: { ...current.get().externalWallets, isDisabled } }
  const show = vi.fn(async (_request: object) => ({ wallet: {} }))
  const emit = vi.fn()
  const handler = connectWallet({
    config: { current: { ...current, get: () => value }, load: async () => {} },
    notices: { emit },
    screens: { show },
  } as never)
  return { handler, show, emit }
}

it('shows the site’s wallets and chains, where the call has none of its own', async () => {
  const { handler, show } = setUp()
  await handler(undefined)
  expect(show).toHaveBeenCalledWith({
    kind: 'connect-wallet',
    entries: DEFAULT_WALLET_LIST,
    chainTypes: ['ethereum'],
    description: null,
    preselected: null,
    hidesHeader: false,
  })
})

it('shows what the call asks for', async () => {
  const { handler, show, emit } = setUp()
  await handler({
    walletList: ['phantom', 'phantom', 'rainbow'],
    walletChainType: 'ethereum-and-solana',
    description: 'To pay',
    preSelectedWalletId: 'phantom',
    hideHeader: true,
  })
  expect(show.mock.calls[0]?.[0]).toMatchObject({
    entries: ['phantom', 'rainbow'],
    chainTypes: ['ethereum', 'solana'],
    description: 'To pay',
    preselected: 'phantom',
    hidesHeader: true,
  })
  expect(emit).not.toHaveBeenCalled()
})

it.each([
  [{ suggestedAddress: '0x1' }, 'suggestedAddress'],
  [{ preSelectedWalletId: 'nobody' }, 'preSelectedWalletId'],
])('%j is said to change nothing', async (options, named) => {
  const { handler, emit, show } = setUp()
  await handler(options)
  expect(emit).toHaveBeenCalledWith('configWarning', { message: expect.stringContaining(named) })
  expect(show).toHaveBeenCalledOnce()
})

it.each([
  ['an option that is none', { walletList: ['nonsense'] }, false, 'invalid_data'],
  ['an empty list', { walletList: [] }, false, 'invalid_data'],
  ['no options', 'metamask', false, 'invalid_data'],
  [
    'two kinds of WalletConnect',
    { walletList: ['wallet_connect', 'wallet_connect_qr_solana'] },
    false,
    'configuration_error',
  ],
  ['wallets that the site has turned off', {}, true, 'not_supported'],
])('%s: refused before any screen', async (_, options, isDisabled, code) => {
  const { handler, show } = setUp(isDisabled)
  await expect(handler(options)).rejects.toMatchObject({ code })
  expect(show).not.toHaveBeenCalled()
})
