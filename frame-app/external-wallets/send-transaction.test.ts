import { expect, test, vi } from 'vitest'
import type { ExternalWallets, WalletConnection } from './ports.ts'
import { sendElsewhere, type TransactionElsewhere } from './send-transaction.ts'
import { FIRST, SECOND } from './testing/page.ts'
import { polygon } from './testing/settings.ts'
import { wrongChain } from './wallet-failure.ts'

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
}

function open() {
  const ask = vi.fn(async () => ({ hash: '0xAB' }))
  const line = { ask, can: () => true, meta: { name: 'MetaMask' } } as unknown as WalletConnection
  const bringToChain = vi.fn<ExternalWallets['bringToChain']>(async () => {})
  const wallets = { connectionOf: () => line, bringToChain } as unknown as ExternalWallets
  return { wallets, ask, bringToChain }
}

test('the wallet chooses fee and nonce, unless the dapp named a nonce', async () => {
  const { wallets, ask } = open()
  expect(await sendElsewhere(wallets, task, signal)).toBe('0xAB')
  await sendElsewhere(wallets, { ...task, hasFixedNonce: true }, signal)
  const transaction = { from: FIRST, to: SECOND, value: '0x5', gas: '0x5208' }
  expect(ask.mock.calls).toEqual([
    ['eth_sendTransaction', { transaction }, signal],
    ['eth_sendTransaction', { transaction: { ...transaction, nonce: '0x7' } }, signal],
  ])
})

test('on another chain than the one that was approved nothing is sent', async () => {
  const { wallets, ask, bringToChain } = open()
  bringToChain.mockRejectedValue(wrongChain('MetaMask', 'Polygon'))
  await expect(sendElsewhere(wallets, task, signal)).rejects.toMatchObject({ data: { eipCode: 4901 } })
  expect(ask).not.toHaveBeenCalled()
})

test('a delegation of the account is refused', async () => {
  const { wallets, ask } = open()
  const delegating = { ...unsigned, type: 4 as const, authorization_list: [] as never[] }
  await expect(sendElsewhere(wallets, { ...task, unsigned: delegating }, signal)).rejects.toMatchObject({
    data: { eipCode: 4200 },
  })
  expect(ask).not.toHaveBeenCalled()
})
