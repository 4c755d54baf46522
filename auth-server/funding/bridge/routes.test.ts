import {
  BRIDGE_QUOTE_PATH,
  BRIDGE_STATUS_PATH,
  type BridgeQuote,
  bridgeQuote,
} from '@vitrine/shared/api/funding.ts'
import {
  approveData,
  type DepositoryChain,
  depositErc20Data,
  startDepositoryChain,
} from '@vitrine/shared/funding/testing/depository-chain.ts'
import { usdcMintOn, usdcOn } from '@vitrine/shared/funding/usdc.ts'
import { type Address, encodeFunctionData, erc20Abi } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { removeSecret, storeSecret } from '../../provider-secrets/provider-secrets.ts'
import { type Funded, type FundingServer, startFundingServer } from '../testing/funding-server.ts'

/** The person's own wallet elsewhere, which nobody has to know here. */
const SAVINGS: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const ON_BASE = usdcOn({ id: 8453 })
const ON_OPTIMISM = usdcOn({ id: 10 }) as Address

let funding: FundingServer
let chain: DepositoryChain
let ada: Funded
let eve: Funded
const chainOf = (id: number, testnet: boolean, ...rpc_urls: readonly string[]) => ({
  id,
  name: `Chain ${id}`,
  rpc_urls: [...rpc_urls],
  native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet,
})
const atNodes = (...nodes: readonly string[]) =>
  funding.configure({
    chains: [chainOf(10, false, ...nodes), chainOf(8453, false), chainOf(84_532, true), chainOf(288, false)],
  })
beforeAll(async () => {
  funding = await startFundingServer()
  chain = await startDepositoryChain(10, ON_OPTIMISM)
  await chain.mint(ON_OPTIMISM, SAVINGS, 100_000_000n)
  await atNodes(chain.url)
  ada = await funding.person()
  eve = await funding.person()
})
afterAll(async () => {
  await funding.stop()
  await chain.stop()
})
afterEach(() => funding.relay.changeQuotes(quote => quote))

const request = (change: { from?: object; to?: object; amount?: string } = {}) => ({
  from: { address: SAVINGS, chain: 'eip155:10', currency: ON_OPTIMISM, ...change.from },
  to: { address: ada.ethereum, chain: 'eip155:8453', currency: ON_BASE, ...change.to },
  amount: change.amount ?? '25000000',
})
const quote = (change = {}, who = ada) =>
  funding.post<BridgeQuote & { code: string; error: string }>(who, BRIDGE_QUOTE_PATH, request(change))
const status = async (who: Funded, id: string) => funding.get(who, `${BRIDGE_STATUS_PATH}?quoteId=${id}`)
const requestId = () => funding.relay.intents.at(-1)?.requestId ?? '0x'
const refused = { status: 503, body: { error: 'Relay could not be asked. Try again in a moment.' } }

describe('a quote', () => {
  test('says what leaves, what arrives, what it costs and how long it takes, and what the wallet is to send', async () => {
    const { status: code, body } = await quote()
    expect(code).toBe(200)
    expect(bridgeQuote.parse(body)).toEqual({
      quoteId: expect.stringMatching(/^fund_/),
      provider: 'Relay',
      transactions: [
        {
          ...{ kind: 'approve', chain: 'eip155:10', from: SAVINGS, to: ON_OPTIMISM, value: '0' },
          data: approveData(chain.depository, 25_250_001n),
        },
        {
          ...{ kind: 'deposit', chain: 'eip155:10', from: SAVINGS, to: chain.depository, value: '0' },
          data: depositErc20Data(SAVINGS, ON_OPTIMISM, 25_250_001n, requestId()),
        },
      ],
      amountIn: '25250001',
      amountOut: '25000000',
      minimumAmountOut: '25000000',
      feeUsd: '0.25',
      timeEstimate: 12,
      expiresAt: funding.server.clock.now + 30_000,
    })
  })

  test('is of the native currency where that was chosen', async () => {
    const { body } = await quote({
      from: { currency: null },
      to: { currency: null },
      amount: (10n ** 18n).toString(),
    })
    expect(body.transactions).toMatchObject([
      { kind: 'deposit', to: chain.depository, value: '1010000000000000001' },
    ])
  })

  test('brings money to a wallet on Solana', async () => {
    const to = { address: ada.solana, chain: 'solana:mainnet', currency: usdcMintOn('solana:mainnet') }
    expect(await quote({ to })).toMatchObject({ status: 200 })
    expect(funding.relay.intents.at(-1)).toMatchObject({
      recipient: ada.solana,
      destinationChainId: 792703809,
      destinationCurrency: usdcMintOn('solana:mainnet'),
    })
    expect(await quote({ to: { ...to, chain: 'solana:devnet' } })).toMatchObject({ status: 400 })
  })

  test('is asked for with the operator’s key where there is one', async () => {
    const { server, relay } = funding
    await quote()
    expect(relay.headers.at(-1)).not.toHaveProperty('x-api-key')
    await storeSecret(server.ctx, server.appId, 'relay', 'key-of-the-shop')
    await quote()
    expect(relay.headers.at(-1)).toMatchObject({ 'x-api-key': 'key-of-the-shop' })
    await removeSecret(server.ctx.db, server.appId, 'relay')
  })

  test.each([
    ['another user’s wallet', () => ({ to: { address: eve.ethereum } }), 404],
    ['a wallet of another chain family', () => ({ to: { address: ada.solana } }), 400],
    ['a chain that the app does not have', () => ({ to: { chain: 'eip155:999999' } }), 422],
    ['the chain where the money is', () => ({ to: { chain: 'eip155:10' } }), 400],
    ['a test network', () => ({ to: { chain: 'eip155:84532' } }), 400],
    ['no amount', () => ({ amount: '0' }), 400],
    ['a fraction of the smallest unit', () => ({ amount: '1.5' }), 400],
    [
      'a token whose address has a wrong character',
      () => ({ to: { currency: ON_BASE?.replace('A', 'a') } }),
      400,
    ],
    ['a wallet on Solana that pays', () => ({ from: { chain: 'solana:mainnet' } }), 400],
  ])('is not made for %s', async (_, change, code) => {
    expect(await quote(change())).toMatchObject({ status: code })
  })

  test('needs an app that brings money from other chains', async () => {
    await funding.offer(undefined, false)
    expect(await quote()).toMatchObject({ status: 422, body: { code: 'not_supported' } })
    await funding.offer([{ method: 'manual' }])
    expect(await quote()).toMatchObject({ status: 422, body: { code: 'not_supported' } })
    await funding.offer()
  })

  test('is not asked for on a network where no depository is known', async () => {
    const before = funding.relay.intents.length
    expect(await quote({ from: { chain: 'eip155:288' } })).toMatchObject({
      status: 422,
      body: { code: 'not_supported', error: expect.stringContaining('Choose another network') },
    })
    expect(funding.relay.intents).toHaveLength(before)
  })

  test('is not made where no node can try it out', async () => {
    await atNodes('http://127.0.0.1:1')
    expect(await quote()).toMatchObject({
      status: 422,
      body: { code: 'not_supported', error: expect.stringContaining('test the payment first') },
    })
    await atNodes(chain.url)
  })

  test('says that there is no way where Relay has none', async () => {
    funding.relay.answerNext({ status: 400, body: { errorCode: 'NO_SWAP_ROUTES_FOUND' } })
    expect(await quote()).toMatchObject({ status: 422, body: { code: 'not_supported' } })
  })
})

describe('a bridge that was taken over', () => {
  const OTHER: Address = `0x${'66'.repeat(20)}`
  type Changed = Parameters<Parameters<FundingServer['relay']['changeQuotes']>[0]>[0]
  const dataOf = (it: Changed, place: number) =>
    it.steps[place]?.items[0]?.data ?? ({} as Record<string, never>)
  const change = (place: number, to: object) => (it: Changed) => Object.assign(dataOf(it, place), to)
  const deposit = (from: Address, token: Address, amount: bigint) => ({
    data: depositErc20Data(from, token, amount, requestId()),
  })

  test.each<[string, (quote: Changed) => void]>([
    ['pays to another wallet', it => Object.assign(it.details, { recipient: OTHER })],
    ['pays another token', it => Object.assign(it.details.currencyOut.currency, { address: OTHER })],
    ['pays on another chain', it => Object.assign(it.details.currencyOut.currency, { chainId: 1 })],
    ['takes another token', it => Object.assign(it.details.currencyIn.currency, { address: OTHER })],
    ['is of another sender', it => Object.assign(it.details, { sender: OTHER })],
    [
      'pays less',
      it => Object.assign(it.details.currencyOut, { amount: '20000000', minimumAmount: '20000000' }),
    ],
    ['may pay much less', it => Object.assign(it.details.currencyOut, { minimumAmount: '1' })],
    ['has another wallet send', change(1, { from: OTHER })],
    ['has it sent on another chain', change(1, { chainId: 1 })],
    ['deposits at another contract', change(1, { to: OTHER })],
    ['takes more than its price', it => change(1, deposit(SAVINGS, ON_OPTIMISM, 25_250_002n))(it)],
    ['deposits in another name', it => change(1, deposit(OTHER, ON_OPTIMISM, 25_250_001n))(it)],
    ['deposits another token', it => change(1, deposit(SAVINGS, OTHER, 25_250_001n))(it)],
    ['leaves an allowance over', it => change(1, deposit(SAVINGS, ON_OPTIMISM, 25_250_000n))(it)],
    ['has itself approved', change(0, { data: approveData(OTHER, 25_250_001n) })],
    ['has another token approved', change(0, { to: OTHER, data: approveData(OTHER, 2n ** 256n - 1n) })],
    ['has itself approved in the place of being paid', change(1, { data: approveData(OTHER, 1n) })],
    ['asks for a signature', it => Object.assign(it.steps[0] ?? {}, { kind: 'signature' })],
    ['names no order', it => it.steps.map(step => Object.assign(step, { requestId: null }))],
    ['has no step', it => Object.assign(it, { steps: [] })],
    ['leaves the price out', it => Object.assign(it.details.currencyIn, { amount: '-5' })],
  ])('is not believed where it %s', async (_, taken) => {
    funding.relay.changeQuotes(it => {
      taken(it)
      return it
    })
    expect(await quote()).toMatchObject(refused)
  })

  test('is found out by simulation where its contract takes another token', async () => {
    const snapshot = await chain.request('evm_snapshot')
    const theft = { abi: erc20Abi, functionName: 'transferFrom', args: [SAVINGS, OTHER, 1n] } as const
    await chain.callAs(SAVINGS, ON_OPTIMISM, approveData(chain.depository, 10n ** 9n))
    await chain.plan(ON_OPTIMISM, encodeFunctionData(theft))
    funding.relay.changeQuotes(it => ({ ...it, steps: it.steps.slice(-1) }))
    expect(await quote()).toMatchObject(refused)
    await chain.request('evm_revert', [snapshot])
    funding.relay.changeQuotes(it => it)
    expect(await quote()).toMatchObject({ status: 200 })
  })
})

describe('what became of it', () => {
  test.each([
    ['waiting', { status: 'waiting' }],
    ['depositing', { status: 'pending' }],
    ['delayed', { status: 'pending' }],
    ['success', { status: 'success', transactionHash: '0x02' }],
    ['failure', { status: 'failure' }],
    ['refund', { status: 'refunded' }],
    ['toString', { status: 'pending' }],
  ])('is what Relay says: %s', async (word, expected) => {
    const { quoteId } = (await quote()).body
    funding.relay.tell(funding.relay.intents.at(-1)?.requestId ?? '', word, ['0x01', '0x02'])
    expect((await status(ada, quoteId)).body).toEqual(expected)
  })

  test('is nobody else’s', async () => {
    const { quoteId } = (await quote()).body
    expect(await status(eve, quoteId)).toMatchObject({ status: 404 })
    expect(await status(ada, 'fund_x')).toMatchObject({ status: 404 })
  })
})
