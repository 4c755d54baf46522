import type { BridgeStatus, TransferClaim } from '@vitrine/shared/api/funding.ts'
import type { Anvil } from '@vitrine/shared/chains/testing/anvil.ts'
import { startAnvil } from '@vitrine/shared/chains/testing/anvil.ts'
import { COIN_CODE } from '@vitrine/shared/chains/testing/contract-codes.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openPortfolioApp } from '../../portfolio/testing/portfolio-app.ts'
import type { Calls } from '../../session/calls.ts'
import type { Operations } from '../../ui/kernel-context.ts'
import { fakeCalls } from '../../ui/testing/fake-kernel.ts'
import type { BegunTransfer } from './begun-transfer.ts'
import type { Claims } from './claims.ts'
import { type Followed, followTransfer } from './follow-transfer.ts'
import { begunTransfer, USDC, usdcRequest } from './testing/funding.ts'

const MINT = parseAbi(['function mint(address to, uint256 value)'])
const PAYER: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const FUNDED: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const OTHER: Address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const CHAIN = 'eip155:31337'

let anvil: Anvil
let app: ReturnType<typeof openPortfolioApp>
let snapshot: string
beforeAll(async () => {
  anvil = await startAnvil()
  await anvil.request('anvil_setCode', [USDC, COIN_CODE])
  const mint = encodeFunctionData({ abi: MINT, functionName: 'mint', args: [PAYER, 50_000_000n] })
  await anvil.mined(await send(PAYER, USDC, mint))
  snapshot = await anvil.request('evm_snapshot')
  const native_currency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  app = openPortfolioApp([
    { id: 31_337, name: 'Anvil', rpc_urls: [anvil.url], native_currency, testnet: true },
  ])
})
beforeEach(async () => {
  await anvil.request('evm_revert', [snapshot])
  snapshot = await anvil.request('evm_snapshot')
})
afterEach(() => anvil.request('evm_setAutomine', [true]))
afterAll(() => anvil.stop())

const send = (from: Address, to: Address, data: Hex = '0x', value = 0n) =>
  anvil.request<Hex>('eth_sendTransaction', [{ from, to, data, value: `0x${value.toString(16)}` }])
const pay = (to: Address, value: bigint) =>
  send(PAYER, USDC, encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, value] }))

const request = usdcRequest({ chain: CHAIN, address: FUNDED })
const from = { ...begunTransfer().from, address: PAYER, chain: CHAIN }
const begun = (own: Partial<BegunTransfer> = {}) => begunTransfer({ chain: CHAIN, from, ...own })
const overBridge = { quoteId: 'q', provider: 'Relay', minimumAmountOut: '9900000', timeEstimate: 12 }

interface Scene {
  readonly claim?: Partial<TransferClaim>
  /** Of the bridge, the last one for ever. */
  readonly statuses?: BridgeStatus[]
  readonly request?: typeof request
}
function setUp({ claim, statuses = [], request: of = request }: Scene = {}) {
  const told: (string | null)[] = []
  const claims: Claims = {
    claim: async () => ({ isFirst: false, transactionHash: null, ...claim }),
    tell: async (_, hash) => void told.push(hash),
  }
  const getAuthorized: Calls['getAuthorized'] = async (_path, answer) => {
    const status = statuses.length > 1 ? statuses.shift() : statuses[0]
    if (!status) throw clientError('service_unavailable', 'Away.')
    return answer.parse(status)
  }
  const operations = { calls: fakeCalls({ getAuthorized }) } as unknown as Operations
  const news = { onSent: vi.fn(), onSlow: vi.fn() }
  const controller = new AbortController()
  // Each look is seconds later: nobody waits for a limit here.
  let time = 1_000
  const now = () => {
    time += 5_000
    return time
  }
  const parts = { kernel: { ...app.kernel, operations }, claims, request: of, now, pollMs: 5 }
  const run = (of: BegunTransfer): Promise<Followed> => followTransfer(parts, of, news, controller.signal)
  return { run, news, told, controller }
}

it('the money is there when the receipt says so, to the unit', async () => {
  const sent = await pay(FUNDED, 10_000_000n)
  const { run, told } = setUp()
  const arrived = { transactionHash: sent, amount: 10_000_000n }
  expect(await run(begun({ sent }))).toEqual({ type: 'arrived', arrived })
  expect(told).toEqual([sent])
})

it('ether is there by the transaction’s own value, whatever else moves meanwhile', async () => {
  const native = usdcRequest({
    chain: CHAIN,
    address: FUNDED,
    asset: { type: 'native-currency', address: null, symbol: 'ETH', decimals: 18 },
  })
  const sent = await send(PAYER, FUNDED, '0x', 7n)
  const { run } = setUp({ request: native })
  const of = begun({ sent, token: null, amount: '7', before: `${10n ** 30n}` })
  expect(await run(of)).toMatchObject({
    type: 'arrived',
    arrived: { transactionHash: sent, amount: 7n },
  })
})

it('waits while no block has it', async () => {
  await anvil.request('evm_setAutomine', [false])
  const sent = await pay(FUNDED, 10_000_000n)
  const { run } = setUp()
  const followed = run(begun({ sent }))
  await anvil.request('evm_mine')
  expect(await followed).toMatchObject({ type: 'arrived' })
})

it('one that the chain reverted brought nothing, and is not told as sent money', async () => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [FUNDED, 10n ** 12n] })
  const gas = '0x30d40'
  const sent = await anvil.request<Hex>('eth_sendTransaction', [{ from: PAYER, to: USDC, data, gas }])
  expect(await setUp().run(begun({ sent }))).toEqual({ type: 'ended', why: 'reverted' })
})

it.each<[string, () => Promise<Hex>]>([
  ['of somebody else’s money', () => pay(OTHER, 10_000_000n)],
  ['of too little', () => pay(FUNDED, 9_999_999n)],
  ['of another token', () => send(PAYER, FUNDED, '0x', 10_000_000n)],
])(
  'a hash %s is not the money, whoever names it',
  async (_, sending) => {
    const sent = await sending()
    const { run } = setUp()
    expect(await run(begun({ sent, at: -1_000_000_000 }))).toEqual({ type: 'ended', why: 'missing' })
  },
  30_000,
)

it('what a wallet did not answer for is found by the funded wallet’s balance', async () => {
  await pay(FUNDED, 10_000_000n)
  const { run, news } = setUp()
  const arrived = { transactionHash: null, amount: 10_000_000n }
  expect(await run(begun())).toEqual({ type: 'arrived', arrived })
  expect(news.onSent).not.toHaveBeenCalled()
})

it('what another device has sent is taken up, and what it gave back is free again', async () => {
  const sent = setUp({ claim: { transactionHash: '0xabc' } })
  sent.news.onSent.mockImplementation(() => sent.controller.abort())
  await expect(sent.run(begun())).rejects.toThrow()
  expect(sent.news.onSent).toHaveBeenCalledWith('0xabc')
  const free = setUp({ claim: { isFirst: true } })
  expect(await free.run(begun())).toEqual({ type: 'unsent' })
  expect(free.told).toEqual([null])
})

it('over a bridge waits for the deposit, then for the bridge, then for the chain', async () => {
  const sent = await pay(OTHER, 10_100_000n)
  const { run } = setUp({ statuses: [{ status: 'waiting' }, { status: 'pending' }, { status: 'success' }] })
  const followed = run(begun({ sent, bridge: overBridge }))
  await pay(FUNDED, 9_950_000n)
  expect(await followed).toMatchObject({ type: 'arrived', arrived: { amount: 9_950_000n } })
})

it.each<[BridgeStatus['status'], string]>([
  ['failure', 'bridge-failed'],
  ['refunded', 'refunded'],
  ['success', 'missing'],
])(
  'a bridge that says %s and brought nothing ends as %s',
  async (status, why) => {
    const sent = await pay(OTHER, 10_100_000n)
    expect(await setUp({ statuses: [{ status }] }).run(begun({ sent, bridge: overBridge }))).toEqual({
      type: 'ended',
      why,
    })
  },
  30_000,
)

it('one that stays pending is said to be slow, once, and is not given up', async () => {
  const sent = await pay(OTHER, 10_100_000n)
  const { run, news, controller } = setUp({ statuses: [{ status: 'pending' }] })
  const followed = run(begun({ sent, bridge: overBridge, at: -1_000_000_000 }))
  await vi.waitFor(() => expect(news.onSlow).toHaveBeenCalled())
  controller.abort()
  await expect(followed).rejects.toThrow()
  expect(news.onSlow).toHaveBeenCalledOnce()
})
