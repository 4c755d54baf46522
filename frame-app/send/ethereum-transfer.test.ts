import { type Anvil, startAnvil } from '@vitrine/shared/chains/testing/anvil.ts'
import { decodeFunctionData, erc20Abi, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fakeNetwork } from '../approval/testing/fake-network.ts'
import { createNetwork } from '../chains/ethereum/network.ts'
import type { Address } from '../chains/ethereum/ports.ts'
import { createSentTransactions } from '../chains/ethereum/sent-transactions.ts'
import { localPerform, localWallet } from '../chains/ethereum/testing/local-signer.ts'
import { buildEthereumTransfer } from './ethereum-transfer.ts'

const TO: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const TOKEN: Address = '0x00000000000000000000000000000000000C0117'
const { signal } = new AbortController()

it('sends the chain’s own currency, or calls the token for it', async () => {
  const wallet: Address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
  const network = fakeNetwork()
  expect(await buildEthereumTransfer(network, { wallet, token: null, to: TO, amount: 7n }, signal)).toEqual({
    transaction: { to: TO, value: 7n },
    amount: 7n,
  })
  const built = await buildEthereumTransfer(network, { wallet, token: TOKEN, to: TO, amount: 7n }, signal)
  if ('problem' in built) throw new Error(built.problem)
  const { to, value, data = '0x' } = built.transaction
  expect([to, value]).toEqual([TOKEN, undefined])
  expect(decodeFunctionData({ abi: erc20Abi, data })).toEqual({ functionName: 'transfer', args: [TO, 7n] })
})

describe('all of it', () => {
  let anvil: Anvil
  beforeAll(async () => {
    anvil = await startAnvil()
  })
  afterAll(() => anvil.stop())
  const wallet = localWallet.address as Address
  const all = { wallet, token: null, to: TO, amount: 'max' } as const
  const networkAt = () => {
    const { url, chainId } = anvil
    const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    const chain = {
      id: chainId,
      name: 'Anvil',
      rpcUrls: [url],
      nativeCurrency,
      blockExplorerUrl: null,
      isTestnet: true,
    }
    const sent = createSentTransactions({ read: () => null, write() {}, onChange() {} })
    return createNetwork(chain, {
      sent,
      perform: localPerform,
      exclusive: (_name, work) => work(),
      pendingPollMs: 20,
    })
  }
  const balanceOf = async (address: Address) =>
    BigInt(await anvil.request<string>('eth_getBalance', [address, 'latest']))

  it('is sent, and leaves no more than the fee was less than it could have been', async () => {
    await anvil.fund(wallet, 10n ** 18n)
    const network = networkAt()
    const before = await balanceOf(TO)
    const built = await buildEthereumTransfer(network, all, signal)
    if ('problem' in built) throw new Error(built.problem)
    // A block later with another price: amount and fee are still what there is, to the last wei.
    await anvil.request('anvil_setNextBlockBaseFeePerGas', [toHex(900_000_000n)])
    await anvil.request('evm_mine')
    const prepared = await network.prepare(wallet, built.transaction, signal)
    expect(prepared.warnings).toEqual([])
    expect(built.amount + prepared.maxFee).toBe(10n ** 18n)
    const { hash } = await network.send(localWallet, prepared, signal)
    await anvil.mined(hash)
    expect((await balanceOf(TO)) - before).toBe(built.amount)
    expect(await balanceOf(wallet)).toBeLessThan(prepared.maxFee)
  })

  it('is nothing where the fee takes it', async () => {
    await anvil.fund(wallet, 1_000n)
    expect(await buildEthereumTransfer(networkAt(), all, signal)).toEqual({ problem: 'feeShort' })
  })

  it('leaves what a chain takes for writing to another one', async () => {
    const balance = 10n ** 18n
    const maxFee = 21_000n * 10n ** 9n
    const plain = fakeNetwork({ balance, prepared: { maxFee } })
    const besides = 123_456_789n
    const network: typeof plain = {
      ...plain,
      request: async <T>(method: string) =>
        (method === 'eth_call' ? toHex(besides, { size: 32 }) : '0x') as T,
    }
    expect(await buildEthereumTransfer(network, all, signal)).toMatchObject({
      amount: balance - maxFee - besides,
    })
    expect(await buildEthereumTransfer(plain, all, signal)).toMatchObject({ amount: balance - maxFee })
  })
})
