import { toHex } from 'viem'
import { expect, it, vi } from 'vitest'
import { knownRecipients } from '../../recipients/known-recipients.ts'
import { fakeKernel, user, wallet } from '../../ui/testing/fake-kernel.ts'
import { execTransaction, SAFE } from '../testing/account-calls.ts'
import { type FakeChainState, fakeNetwork, fakeNetworks, sentTransaction } from '../testing/fake-network.ts'
import { FRIEND } from '../testing/scenes.ts'
import { type SendRequest, startSending } from './send-flow.ts'

const hash = toHex(7n, { size: 32 })

/** One ether to a friend, as a site asks for it, approved at once. */
async function sendAsAsked(state: FakeChainState, over: Partial<SendRequest> = {}) {
  let kept: string | null = null
  const kernel = fakeKernel({
    ethereum: async () => fakeNetworks(fakeNetwork({ send: async () => ({ hash }), ...state })),
    recipients: {
      read: () => kept,
      write(text) {
        kept = text
      },
    },
  })
  kernel.setSession({ status: 'authenticated', user, wallets: [wallet] })
  const request = {
    id: '1',
    kind: 'send-transaction',
    wallet,
    chainId: 1,
    transaction: { to: FRIEND, value: 10n ** 18n },
    uiOptions: {},
    ...over,
  } as SendRequest
  const flow = startSending(kernel, request)
  await vi.waitFor(() => expect(flow.get().status).toBe('reviewing'))
  flow.send({ type: 'approve', attempt: flow.get().attempt })
  await vi.waitFor(() => expect(flow.get().status).toBe('done'))
  return { flow, known: () => knownRecipients(kernel.recipients, 'ethereum') }
}

it('whom a site had something sent to is known once it has arrived', async () => {
  let arrive = () => {}
  const wait = () =>
    new Promise<ReturnType<typeof sentTransaction>>(resolve => {
      arrive = () => resolve(sentTransaction(hash, 1))
    })
  const { known } = await sendAsAsked({ wait })
  expect(known()).toEqual([])
  arrive()
  await vi.waitFor(() => expect(known()).toEqual([FRIEND]))
})

it('a contract that only claims to pay makes nobody known', async () => {
  const wait = vi.fn(async () => sentTransaction(hash, 1))
  const data = execTransaction({ to: FRIEND, value: 1n })
  const { known, flow } = await sendAsAsked({ wait }, { transaction: { to: SAFE, data } })
  await new Promise(resolve => setTimeout(resolve))
  expect(known()).toEqual([])
  expect(flow.get()).toMatchObject({ result: { outgoing: [] } })
})

it('what failed on the chain makes nobody known', async () => {
  const wait = vi.fn(async () => sentTransaction(hash, 1, 'reverted'))
  const { known } = await sendAsAsked({ wait })
  await vi.waitFor(() => expect(wait).toHaveBeenCalledOnce())
  await wait.mock.results[0]?.value
  // Whatever comes after the answer has come by the next task.
  await new Promise(resolve => setTimeout(resolve))
  expect(known()).toEqual([])
})
