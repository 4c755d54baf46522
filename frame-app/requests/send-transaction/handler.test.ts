import { expect, it, vi } from 'vitest'
import { fakeNetwork, fakeNetworks } from '../../approval/testing/fake-network.ts'
import { createStore } from '../../core/store.ts'
import type { Connected } from '../../external-wallets/ports.ts'
import type { SessionSnapshot } from '../../session/session.ts'
import { user, wallet } from '../../ui/testing/fake-kernel.ts'
import { sendTransaction } from './handler.ts'

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

it('a page cannot have its request shown as the person’s own, wherever it says so', async () => {
  const ask = vi.fn(async (_request: object) => ({ hash: '0x0a' }))
  const context = {
    ask,
    session: createStore<SessionSnapshot>({ status: 'authenticated', user, wallets: [wallet] }),
    connected: createStore<Connected>({ wallets: [], active: null }),
    notices: { emit() {} },
    hostOrigin: 'https://shop.example',
    ethereum: async () => fakeNetworks(fakeNetwork()),
  } as unknown as Parameters<typeof sendTransaction>[0]
  const replaces = { hash: `0x${'ab'.repeat(32)}`, kind: 'cancel', price: { gasPrice: 1n } }
  const own = { isOwn: true, replaces }
  const call = { request: { to: TO, value: 1 }, uiOptions: own, ...own }
  await sendTransaction(context)(call as never)
  expect(ask).toHaveBeenCalledOnce()
  const asked = ask.mock.calls[0]?.[0] ?? {}
  expect(asked).toMatchObject({ kind: 'send-transaction', transaction: { to: TO, value: 1n } })
  expect(
    JSON.stringify(asked, (_key, value) => (typeof value === 'bigint' ? `${value}` : value)),
  ).not.toMatch(/isOwn|replaces/)
  // In the transaction itself it is no field that anybody knows: refused, or left out.
  await Promise.allSettled([sendTransaction(context)({ request: { to: TO, ...own } } as never)])
  for (const [request] of ask.mock.calls) {
    expect(request).not.toHaveProperty('isOwn')
    expect(request).not.toHaveProperty('transaction.replaces')
  }
})
