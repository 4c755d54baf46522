import { expect, it, vi } from 'vitest'
import { fakeKernel, user, wallet } from '../ui/testing/fake-kernel.ts'
import { withFundingPrompt } from './prompt-funding.ts'

const PROMPT = { options: [{ method: 'manual' }], prompt_funding_on_wallet_creation: true }

/** Makes a wallet, as the operations do. */
function make({ funding_config = PROMPT as object, before = [] as (typeof wallet)[] } = {}) {
  const kernel = fakeKernel({ app: { funding_config } })
  kernel.setSession({ status: 'authenticated', user, wallets: before })
  const show = vi.fn(async () => ({ status: 'cancelled', method: null }))
  const parts = {
    server: { config: { app: () => kernel.app, current: kernel.config } },
    user: { session: { current: kernel.session } },
    screens: { show },
  } as unknown as Parameters<typeof withFundingPrompt>[0]
  const making = withFundingPrompt(parts, async () => {
    kernel.setSession({ status: 'authenticated', user, wallets: [wallet] })
    return 'made'
  })
  return { making, show }
}

it('asks for funds for the wallet that was made, and nobody waits for that', async () => {
  const { making, show } = make()
  expect(await making).toBe('made')
  const funding = expect.objectContaining({ address: wallet.address })
  await vi.waitFor(() => expect(show).toHaveBeenCalledExactlyOnceWith({ kind: 'fund-wallet', funding }))
})

it.each([
  ['the operator does not want it', { funding_config: { options: PROMPT.options } }],
  ['there is no way to pay', { funding_config: { prompt_funding_on_wallet_creation: true } }],
  ['no wallet was made', { before: [wallet] }],
])('asks nobody where %s', async (_, own) => {
  const { making, show } = make(own)
  await making
  // By then it would have loaded this.
  await import('@vitrine/shared/funding/make-request.ts')
  expect(show).not.toHaveBeenCalled()
})
