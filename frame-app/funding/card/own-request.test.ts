import { expect, it } from 'vitest'
import { fakeKernel, user, wallet } from '../../ui/testing/fake-kernel.ts'
import { ownRequest } from './own-request.ts'

const recommending = (chain: string) => {
  const kernel = fakeKernel({
    app: {
      funding_config: {
        options: [{ method: 'manual' }],
        default_recommended_currency: { chain, asset: 'USDC' },
      },
    },
  })
  kernel.setSession({ status: 'authenticated', user, wallets: [wallet] })
  return kernel
}

it('is what the app recommends', () => {
  expect(ownRequest(recommending('eip155:8453'), wallet)).toMatchObject({ chain: 'eip155:8453' })
})

it('is on the page’s default chain where the page does not use the recommended one', () => {
  const kernel = recommending('eip155:999999')
  const { id } = kernel.config.get().chains.default
  expect(ownRequest(kernel, wallet)).toMatchObject({ chain: `eip155:${id}`, isUSDC: true })
})
