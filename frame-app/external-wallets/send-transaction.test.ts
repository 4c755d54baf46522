import { expect, test, vi } from 'vitest'
import type { ExternalWallets, WalletConnection } from './ports.ts'
import { sendElsewhere, type TransactionElsewhere } from './send-transaction.ts'
import { FIRST, SECOND } from './testing/page.ts'
import { polygon } from './testing/settings.ts'
import { walletTimeout, wrongChain } from './wallet-failure.ts'

const { signal } = new AbortController()
const unsigned = {
  type: 2,
  to: SECOND,
  value: '0x5',
  nonce: '0x7',
  gas_limit: '0x5208',
  max_fee_per_gas: '0x9',
  max_priority_fee_per_gas: '0x1',
  chain_id: 137,
} as const
const task: TransactionElsewhere = {
  ...{ from: FIRST, chainType: 'ethereum', walletClientType: 'metamask', chain: polygon, unsigned },
  hasFixedNonce: false,
  hasFixedPrice: false,
}
const unheard = () => {}

function open() {
  const ask = vi.fn(async () => ({ hash: '0xAB' }))
  const line = { ask, can: () => true, meta: { name: 'MetaMask' } } as unknown as WalletConnection
  const bringToChain = vi.fn<ExternalWallets['bringToChain']>(async () => {})
  const wallets = { connectionOf: () => line, bringToChain } as unknown as ExternalWallets
  return { wallets, ask, bringToChain }
}

test('the wallet chooses fee and nonce, unless the dapp named a nonce', async () => {
  const { wallets, ask } = open()
  expect(await sendElsewhere(wallets, task, unheard, signal)).toBe('0xAB')
  await sendElsewhere(wallets, { ...task, hasFixedNonce: true }, unheard, signal)
  const transaction = { from: FIRST, chainId: '0x89', to: SECOND, value: '0x5', gas: '0x5208' }
  expect(ask.mock.calls).toEqual([
    ['eth_sendTransaction', { transaction }, expect.any(AbortSignal)],
    ['eth_sendTransaction', { transaction: { ...transaction, nonce: '0x7' } }, expect.any(AbortSignal)],
  ])
})

const legacy = {
  type: 0 as const,
  ...{ to: SECOND, value: '0x5', nonce: '0x7', gas_limit: '0x5208', gas_price: '0x3', chain_id: 137 },
} as const

test.each([
  ['a limit and a tip', unsigned, { maxFeePerGas: '0x9', maxPriorityFeePerGas: '0x1' }],
  ['one price', legacy, { gasPrice: '0x3' }],
])('a price of gas that the dapp named goes to the wallet: %s', async (_, transaction, price) => {
  const { wallets, ask } = open()
  await sendElsewhere(wallets, { ...task, unsigned: transaction, hasFixedPrice: true }, unheard, signal)
  expect(ask.mock.calls).toMatchObject([['eth_sendTransaction', { transaction: price }, {}]])
})

test('whoever leaves waits no more, and the answer that comes late is heard', async () => {
  const { wallets, ask } = open()
  let answer = (_: { hash: string }) => {}
  ask.mockReturnValue(new Promise(resolve => (answer = resolve)))
  const leaving = new AbortController()
  const onSent = vi.fn()
  const sending = sendElsewhere(wallets, task, onSent, leaving.signal)
  await vi.waitFor(() => expect(ask).toHaveBeenCalled())
  leaving.abort(new Error('left'))
  await expect(sending).rejects.toThrow('left')
  expect(onSent).not.toHaveBeenCalled()
  answer({ hash: '0xAB' })
  await vi.waitFor(() => expect(onSent).toHaveBeenCalledWith('0xAB'))
})

test('a wallet that does not answer may send all the same: nobody is told to try again', async () => {
  const { wallets, ask } = open()
  ask.mockRejectedValue(walletTimeout({ verb: 'eth_sendTransaction', wallet: 'MetaMask' }))
  await expect(sendElsewhere(wallets, task, unheard, signal)).rejects.toMatchObject({
    code: 'client_request_timeout',
    message: 'MetaMask didn’t answer. Check it before you send again.',
    data: { retryable: false },
  })
})

test('on another chain than the one that was approved nothing is sent', async () => {
  const { wallets, ask, bringToChain } = open()
  bringToChain.mockRejectedValue(wrongChain('MetaMask', 'Polygon'))
  await expect(sendElsewhere(wallets, task, unheard, signal)).rejects.toMatchObject({
    data: { eipCode: 4901 },
  })
  expect(ask).not.toHaveBeenCalled()
})

test('a delegation of the account is refused', async () => {
  const { wallets, ask } = open()
  const delegating = { ...unsigned, type: 4 as const, authorization_list: [] as never[] }
  await expect(
    sendElsewhere(wallets, { ...task, unsigned: delegating }, unheard, signal),
  ).rejects.toMatchObject({
    data: { eipCode: 4200 },
  })
  expect(ask).not.toHaveBeenCalled()
})
