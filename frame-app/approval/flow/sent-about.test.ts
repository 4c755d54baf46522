import { toHex } from 'viem'
import { expect, it, vi } from 'vitest'
import { sentAbout } from '../../chains/sent-about.ts'
import { silentAbout } from '../../requests/kind/silent-transactions.ts'
import { fakeKernel, wallet } from '../../ui/testing/fake-kernel.ts'
import type { Line } from '../explain/explanation.ts'
import { ETHEREUM, fakeNetwork, fakeNetworks } from '../testing/fake-network.ts'
import { FRIEND } from '../testing/scenes.ts'
import { type SendRequest, startSending } from './send-flow.ts'
import { sentAboutOf } from './sent-about.ts'

const PAGE = 'https://shop.example'
const line = (over: Partial<Line> = {}): Line => ({
  amount: '89 TUSD',
  beside: null,
  token: null,
  party: FRIEND,
  standing: null,
  ...over,
})
const about = (outgoing: readonly Line[], incoming: readonly Line[] = [], count = 1) =>
  sentAboutOf({ headline: 'Send', outgoing: [...outgoing], incoming: [...incoming] }, count, {}, PAGE)

it.each([
  ['one amount that leaves', about([line()]), '−89 TUSD', FRIEND],
  ['one that arrives', about([], [line({ party: null })]), '+89 TUSD', null],
  [
    'coins, where dollars came first',
    about([line({ amount: '$4,200.00', beside: '1.5 ETH' })]),
    '−1.5 ETH',
    FRIEND,
  ],
  ['none of a swap', about([line()], [line()]), null, null],
  ['none of several transactions', about([line()], [], 2), null, null],
  ['none where there is none', about([]), null, null],
  ['none that another account pays', about([line({ account: FRIEND })]), null, null],
])('keeps of an approval %s', (_name, kept, amount, party) => {
  expect(kept).toEqual({ headline: 'Send', amount, party, askedBy: PAGE })
})

it('a person’s own transfer was asked by no site', () => {
  const explained = { headline: 'Send', outgoing: [line()], incoming: [] }
  expect(sentAboutOf(explained, 1, { isOwn: true }, PAGE).askedBy).toBeNull()
})

it('what is too long is kept so that it can be read again', () => {
  const long = line({ amount: 'A'.repeat(9_000), party: 'B'.repeat(9_000) })
  const kept = sentAboutOf(
    { headline: '😀'.repeat(9_000), outgoing: [long], incoming: [] },
    1,
    {},
    `https://${'a'.repeat(9_000)}`,
  )
  expect(sentAbout.safeParse(kept).success).toBe(true)
})

it('of what nobody saw, keeps plain money and who asked', () => {
  const send = { to: FRIEND, value: 5n * 10n ** 17n } as const
  expect(silentAbout(ETHEREUM, [send], PAGE)).toEqual({
    headline: null,
    amount: '−0.5 ETH',
    party: FRIEND,
    askedBy: PAGE,
  })
  const unknown = { headline: null, amount: null, party: null, askedBy: PAGE }
  expect(silentAbout(ETHEREUM, [{ ...send, data: '0x01' }], PAGE)).toEqual(unknown)
  expect(silentAbout(ETHEREUM, [send, send], PAGE)).toEqual(unknown)
})

it('goes with the transaction that a person approved', async () => {
  const send = vi.fn(async () => ({ hash: toHex(7n, { size: 32 }) }))
  const networks = fakeNetworks(fakeNetwork({ send }))
  const request: SendRequest = {
    id: '1',
    kind: 'send-transaction',
    wallet,
    chainId: 1,
    transaction: { to: FRIEND, value: 10n ** 18n },
    uiOptions: {} as never,
  }
  const flow = startSending(fakeKernel({ ethereum: async () => networks, hostOrigin: PAGE }), request)
  await vi.waitFor(() => expect(flow.get().status).toBe('reviewing'))
  flow.send({ type: 'approve', attempt: flow.get().attempt })
  await vi.waitFor(() => expect(flow.get().status).toBe('done'))
  expect(send.mock.calls).toEqual([
    [
      wallet,
      expect.anything(),
      expect.anything(),
      expect.objectContaining({ amount: '−1 ETH', party: FRIEND, askedBy: PAGE }),
    ],
  ])
})
