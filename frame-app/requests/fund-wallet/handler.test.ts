import { FUNDING_NOT_ENABLED } from '@vitrine/shared/errors/messages.ts'
import { expect, it, vi } from 'vitest'
import { fakeNetwork, fakeNetworks } from '../../approval/testing/fake-network.ts'
import type { FundingEnd } from '../../funding/end.ts'
import { fakeKernel, user, wallet } from '../../ui/testing/fake-kernel.ts'
import { fundWallet } from './handler.ts'

const ONE_WAY = { funding_config: { options: [{ method: 'manual' }] } }
const LEFT: FundingEnd = { status: 'cancelled', method: null }

function setUp(end: FundingEnd = LEFT, app: object = ONE_WAY) {
  const kernel = fakeKernel({ app })
  kernel.setSession({ status: 'authenticated', user, wallets: [wallet] })
  const show = vi.fn(async (_: object) => end)
  const emit = vi.fn()
  const handler = fundWallet({
    app: () => kernel.app,
    config: { current: kernel.config },
    session: kernel.session,
    screens: { show },
    notices: { emit },
    ethereum: async () => fakeNetworks({ ...fakeNetwork(), request: async () => '0x7' as never }),
    solana: kernel.solana,
  } as unknown as Parameters<typeof fundWallet>[0])
  return { show, emit, call: async (given: unknown) => handler(given as never) }
}

const { address } = wallet
const NATIVE = { chain: 'eip155:1', amount: '0.5', asset: 'native-currency' }

it('a page’s call becomes the request that its person sees', async () => {
  const { call, show } = setUp()
  await call({ address: address.toLowerCase(), options: NATIVE })
  expect(show).toHaveBeenCalledExactlyOnceWith({
    kind: 'fund-wallet',
    funding: expect.objectContaining({ address, chain: 'eip155:1', amount: '0.5', isUSDC: false }),
  })
})

it('tells the page what came of it, and then that its person has left, with the balance', async () => {
  const outcome = { transactionHash: '0x01', amount: '0.5' }
  const { call, emit } = setUp({ status: 'completed', method: 'manual', outcome })
  expect(await call({ address, options: NATIVE })).toEqual({
    status: 'completed',
    address,
    fundingMethod: 'manual',
    transactionHash: '0x01',
    amount: '0.5',
    assetType: 'native-currency',
  })
  await vi.waitFor(() =>
    expect(emit).toHaveBeenCalledExactlyOnceWith('fundingExited', {
      address,
      chain: 'eip155:1',
      fundingMethod: 'manual',
      balance: 7n,
    }),
  )
})

it('who leaves has cancelled it, and no more is made of it', async () => {
  expect(await setUp().call({ address, options: NATIVE })).toEqual({
    status: 'cancelled',
    address,
    fundingMethod: null,
  })
})

it.each([
  ['no argument', undefined, 'invalid_data'],
  ['an amount that is a number', { address, options: { amount: 5 } }, 'invalid_data'],
  ['a negative amount', { address, options: { amount: '-5' } }, 'invalid_data'],
  ['too many decimals', { address, options: { ...NATIVE, amount: '0.1234567890123456789' } }, 'invalid_data'],
  ['a wrong checksum', { address: address.replace('C', 'c') }, 'invalid_data'],
  ['another’s wallet', { address: `0x${'1'.repeat(40)}` }, 'embedded_wallet_not_found'],
  ['an unknown chain', { address, options: { chain: 'eip155:999999' } }, 'unsupported_chain_id'],
])('refuses %s before any screen', async (_, argument, code) => {
  const { call, show } = setUp()
  await expect(call(argument)).rejects.toMatchObject({ code })
  expect(show).not.toHaveBeenCalled()
})

it('says so where the app offers no way', async () => {
  await expect(setUp(LEFT, {}).call({ address })).rejects.toMatchObject({
    code: 'not_supported',
    message: FUNDING_NOT_ENABLED,
  })
})
