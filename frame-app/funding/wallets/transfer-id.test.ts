import { expect, it } from 'vitest'
import { fakeNetwork, fakeNetworks } from '../../approval/testing/fake-network.ts'
import type { EthereumNetwork } from '../../chains/ethereum/ports.ts'
import type { SolanaNetworks } from '../../chains/solana/ports.ts'
import { externalWallet, wallet } from '../../ui/testing/fake-kernel.ts'
import { USDC } from './testing/funding.ts'
import { type TransferFacts, transferIdOf } from './transfer-id.ts'

const { signal } = new AbortController()
const facts: TransferFacts = {
  from: { address: externalWallet.address, chain: 'eip155:1', token: USDC },
  to: { address: wallet.address, chain: 'eip155:1', token: USDC },
  amount: 10_000_000n,
}
/** Chains on which the account has sent so many, and after this signature. */
function chains(count: bigint, last: string | null = null) {
  const asked: unknown[] = []
  const request = async (method: string, params: readonly unknown[]) => {
    asked.push([method, ...params])
    return `0x${count.toString(16)}`
  }
  const network = { ...fakeNetwork(), request: request as EthereumNetwork['request'] }
  const signatures = async () => (last === null ? [] : [{ signature: last, hasFailed: false, at: null }])
  const solana = { of: () => ({ signatures }) } as unknown as SolanaNetworks
  return { kernel: { ethereum: async () => fakeNetworks(network), solana: async () => solana }, asked }
}
const idOf = (own: Partial<TransferFacts> = {}, count = 3n, after: string | null = null) =>
  transferIdOf(chains(count).kernel, { ...facts, ...own }, after, signal)

it('is the same for the same transfer, on every device and however addresses are written', async () => {
  const id = await idOf()
  expect(id).toMatch(/^[\w-]{43}$/)
  expect(await idOf({ from: { ...facts.from, address: externalWallet.address.toLowerCase() } })).toBe(id)
})

it('stays while a transaction waits: only what is in blocks counts', async () => {
  const { kernel, asked } = chains(3n)
  await transferIdOf(kernel, facts, null, signal)
  expect(asked).toEqual([['eth_getTransactionCount', externalWallet.address, 'latest']])
})

it('is another for each thing that makes it another transfer', async () => {
  const ids = await Promise.all([
    idOf(),
    idOf({ amount: 10_000_001n }),
    idOf({ from: { ...facts.from, address: wallet.address } }),
    idOf({ from: { ...facts.from, token: null } }),
    idOf({ to: { ...facts.to, address: externalWallet.address } }),
    idOf({ to: { ...facts.to, chain: 'eip155:8453' } }),
    idOf({}, 4n),
    idOf({}, 3n, '0xgone'),
  ])
  expect(new Set(ids).size).toBe(ids.length)
})

it('on Solana comes from what the account signed last', async () => {
  const solana = { ...facts, from: { ...facts.from, chain: 'solana:devnet', token: null } }
  const idAfter = (last: string | null) => transferIdOf(chains(0n, last).kernel, solana, null, signal)
  expect(await idAfter('a')).toBe(await idAfter('a'))
  expect(await idAfter('a')).not.toBe(await idAfter('b'))
  expect(await idAfter(null)).toMatch(/^[\w-]{43}$/)
})
