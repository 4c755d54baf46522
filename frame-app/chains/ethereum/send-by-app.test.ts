import { expect, test, vi } from 'vitest'
import { FIRST, SECOND } from '../../external-wallets/testing/page.ts'
import { externalWallet } from '../../ui/testing/fake-kernel.ts'
import { fakeConnection, fakeWallets, relayed } from '../../wallet-login/testing/fake-wallets.ts'
import type { PreparedTransaction } from './ports.ts'
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
  ...{ hasFixedNonce: false, hasFixedPrice: false },
}

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
  const perform = vi.fn()
  const parts: SendParts = {
    ...{ chain, sent, perform, report, ask },
    externalWallets: async () => ({ ...fakeWallets(), connectionOf: () => connection }),
    exclusive: (_from, work) => work(),
  }
  return { parts, sent, report, perform, connection }
}

test('the app signs and sends, no key of ours is asked, and it is followed by the nonce that the app chose', async () => {
  const ask = vi.fn<SendParts['ask']>(async () => ({ nonce: '0x2a' }))
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
  const { parts, sent, report, connection } = open(
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
  expect(report).toHaveBeenCalledTimes(1)
})

test('a no in the app is nothing sent', async () => {
  const { parts, sent, report } = open(() => {
    throw new Error('no')
  })
  await expect(sendTransaction(parts, wallet, prepared, signal)).rejects.toThrow('no')
  expect(sent.all.get()).toEqual([])
  expect(report).not.toHaveBeenCalled()
})
