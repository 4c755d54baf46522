import { beforeEach, expect, test, vi } from 'vitest'
import { FIRST, SECOND } from '../../external-wallets/testing/page.ts'
import { externalWallet } from '../../ui/testing/fake-kernel.ts'
import { fakeConnection, fakeWallets, relayed } from '../../wallet-login/testing/fake-wallets.ts'
import type { Address, PreparedTransaction } from './ports.ts'
import { type SendParts, sendTransaction } from './send.ts'
import { createSentTransactions } from './sent-transactions.ts'

const HASH = `0x${'AB'.repeat(32)}`
const { signal } = new AbortController()
const wallet = { ...externalWallet, address: FIRST }
const chain = {
  ...{ id: 1, name: 'Ethereum', rpcUrls: ['https://node.example'], blockExplorerUrl: null, isTestnet: false },
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}
const prepared: PreparedTransaction = {
  unsigned: {
    ...{ type: 2, to: SECOND, value: '0x5', nonce: '0x7', gas_limit: '0x5208', chain_id: 1 },
    ...{ max_fee_per_gas: '0x9', max_priority_fee_per_gas: '0x1' },
  },
  ...{ maxFee: 1n, expectedFee: 1n, balance: null, warnings: [] },
  ...{ hasFixedNonce: false, hasFixedPrice: false, usualFee: null },
}

/** Who is logged in. */
const person = { id: 'user_1' }
beforeEach(() => {
  person.id = 'user_1'
})

function open(answer: () => unknown = () => ({ hash: HASH }), ask: SendParts['ask'] = async () => null) {
  let text: string | null = null
  const sent = createSentTransactions({
    read: () => text,
    write(value) {
      text = value
    },
    onChange() {},
  })
  const connection = fakeConnection({
    wallet: relayed({ verbs: ['eth_sendTransaction'] }),
    ...{ address: FIRST, answers: { eth_sendTransaction: answer, wallet_switchEthereumChain: () => null } },
  })
  const report = vi.fn()
  const follow = vi.fn()
  const perform = vi.fn()
  const parts: SendParts = {
    ...{ chain, sent, perform, report, ask, follow, owner: () => person.id },
    externalWallets: async () => ({ ...fakeWallets(), connectionOf: () => connection }),
    exclusive: (_from, work) => work(),
  }
  return { parts, sent, report, perform, follow, connection }
}

test('the app signs and sends, no key of ours is asked, and it is followed by the nonce that the app chose', async () => {
  const ask = vi.fn<SendParts['ask']>(async () => ({ from: FIRST.toLowerCase(), nonce: '0x2a' }))
  const { parts, sent, report, perform } = open(undefined, ask)
  expect(await sendTransaction(parts, wallet, prepared, signal)).toEqual({ hash: HASH.toLowerCase() })
  expect(perform).not.toHaveBeenCalled()
  const row = { hash: HASH.toLowerCase(), from: FIRST, to: SECOND, chainId: 1, status: 'pending' }
  await vi.waitFor(() => expect(sent.all.get()).toMatchObject([{ ...row, nonce: 42 }]))
  expect(report.mock.calls).toMatchObject([
    [{ type: 'transaction.broadcasted', chain_id: 1, hash: HASH.toLowerCase(), value: '5', to: SECOND }],
  ])
})

test('one that the node does not know yet has the nonce that was expected', async () => {
  const { parts, sent } = open()
  await sendTransaction(parts, wallet, prepared, signal)
  expect(sent.all.get()).toMatchObject([{ nonce: 7 }])
})

test('whoever left and then says yes in the app has sent: it is followed, once', async () => {
  let answer = (_: unknown) => {}
  const { parts, sent, report, follow, connection } = open(
    () =>
      new Promise(resolve => {
        answer = resolve
      }),
  )
  const leaving = new AbortController()
  const sending = sendTransaction(parts, wallet, prepared, leaving.signal)
  await vi.waitFor(() => expect(connection.asked.at(-1)?.verb).toBe('eth_sendTransaction'))
  leaving.abort(new Error('left'))
  await expect(sending).rejects.toThrow('left')
  expect(sent.all.get()).toEqual([])
  answer({ hash: HASH })
  await vi.waitFor(() => expect(sent.all.get()).toHaveLength(1))
  expect([report.mock.calls.length, follow.mock.calls.length]).toEqual([1, 1])
})

test('an answer that comes late is not written down as another person’s', async () => {
  let answer = (_: unknown) => {}
  const { parts, sent, report, connection } = open(
    () =>
      new Promise(resolve => {
        answer = resolve
      }),
  )
  const sending = sendTransaction(parts, wallet, prepared, signal)
  await vi.waitFor(() => expect(connection.asked.at(-1)?.verb).toBe('eth_sendTransaction'))
  person.id = 'user_2'
  answer({ hash: HASH })
  expect(await sending).toEqual({ hash: HASH.toLowerCase() })
  expect(sent.all.get()).toEqual([])
  expect(report).not.toHaveBeenCalled()
})

test('an app that names the hash of another transaction takes nothing of what is known of that one', async () => {
  const known = {
    ...{
      hash: HASH.toLowerCase() as `0x${string}`,
      chainId: 1,
      from: SECOND as Address,
      to: FIRST as Address,
      nonce: 3,
    },
    ...{ sentAt: 1, status: 'pending' as const, blockNumber: null, isFinal: false },
    uncertain: { content: 'what it pays', raw: '0x02' },
  }
  const ask = vi.fn<SendParts['ask']>(async () => ({ from: FIRST, nonce: '0x2a' }))
  const { parts, sent } = open(undefined, ask)
  sent.add(known)
  await sendTransaction(parts, wallet, prepared, signal)
  expect(sent.all.get()).toEqual([known])
  expect(sent.uncertain('what it pays', 2)).toBeDefined()
  expect(sent.takenNonces(1, FIRST)).toEqual([])
  expect(ask).not.toHaveBeenCalled()
})

test('the nonce of another account’s transaction is not taken for its own', async () => {
  const { parts, sent } = open(undefined, async () => ({ from: SECOND, nonce: '0xffff' }))
  await sendTransaction(parts, wallet, prepared, signal)
  await new Promise<void>(resolve => setImmediate(resolve))
  expect(sent.all.get()).toMatchObject([{ nonce: 7 }])
})

test('a no in the app is nothing sent', async () => {
  const { parts, sent, report } = open(() => {
    throw new Error('no')
  })
  await expect(sendTransaction(parts, wallet, prepared, signal)).rejects.toThrow('no')
  expect(sent.all.get()).toEqual([])
  expect(report).not.toHaveBeenCalled()
})
