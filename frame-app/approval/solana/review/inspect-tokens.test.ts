import { Keypair, SystemProgram } from '@solana/web3.js'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { METADATA, PRICE_RECEIVER } from '../../../chains/solana/programs.ts'
import { metaplexData } from '../../../chains/solana/testing/mint-account.ts'
import { type PriceAccount, priceAccountData } from '../../../chains/solana/testing/price-account.ts'
import { transferChecked, transferToken } from '../../../chains/solana/testing/spl-token.ts'
import { startWorld, type World } from '../../../chains/solana/testing/world.ts'
import { SOL_PRICE_FEEDS } from '../reads/price-feeds.ts'
import { metadataAddress } from '../reads/program-address.ts'
import { inspectTransaction } from './inspect-transaction.ts'

/** What a review on the main network learns of tokens and of SOL's price, from a real runtime's accounts. */
const CHAIN = 'solana:mainnet'
const feed = SOL_PRICE_FEEDS[CHAIN]
const now = 1_900_000_000
let world: World
beforeAll(async () => {
  world = await startWorld(CHAIN)
  world.put(await metadataAddress(world.mint), metaplexData(world.mint, 'Bonk', 'BONK'), METADATA)
})
afterAll(() => world.node.stop())
beforeEach(() => {
  world.node.asked.length = 0
})

const review = (transaction: Uint8Array) =>
  inspectTransaction(
    {
      wallet: world.wallet.publicKey.toBase58(),
      chain: CHAIN,
      transaction,
      skipSimulation: false,
      now,
      network: world.network,
    },
    new AbortController().signal,
  )
const sol = () =>
  world.legacy([
    SystemProgram.transfer({
      fromPubkey: world.wallet.publicKey,
      toPubkey: world.stranger.publicKey,
      lamports: 1,
    }),
  ])
const accountQuestions = () => world.node.asked.filter(it => it === 'getMultipleAccounts').length
const putPrice = (over: Partial<PriceAccount> = {}) =>
  world.put(
    feed?.account ?? '',
    priceAccountData({
      id: feed?.id ?? '',
      price: 15_000_000_000n,
      doubt: 1n,
      exponent: -8,
      at: now - 30,
      level: 1,
      name: 'PriceUpdateV2',
      ...over,
    }),
    PRICE_RECEIVER,
  )

it('the price of SOL comes with the accounts, in one question', async () => {
  expect((await review(sol())).price).toBeNull()
  putPrice()
  world.node.asked.length = 0
  expect((await review(sol())).price).toEqual({ answer: 15_000_000_000n, decimals: 8 })
  expect(accountQuestions()).toBe(1)
  putPrice({ at: now - 3_600 })
  expect((await review(sol())).price).toBeNull()
})

it('a token that is named brings its own words along, in the same question', async () => {
  const { account, mint, strangersAccount, wallet } = world
  const owner = wallet.publicKey.toBase58()
  const found = await review(world.legacy([transferChecked(account, mint, strangersAccount, owner, 5n, 6)]))
  expect(found.mints.get(mint)).toMatchObject({ decimals: 6, symbol: 'BONK' })
  expect(accountQuestions()).toBe(1)
})

it('a token that only its accounts tell of takes a second', async () => {
  const { account, mint, strangersAccount, wallet } = world
  const found = await review(
    world.legacy([transferToken(account, strangersAccount, wallet.publicKey.toBase58(), 5n)]),
  )
  expect(found.mints.get(mint)).toMatchObject({ decimals: 6, symbol: 'BONK' })
  expect(accountQuestions()).toBe(2)
})

it('what is no mint is no token, whatever metadata stands beside it', async () => {
  const fake = Keypair.generate().publicKey.toBase58()
  world.put(await metadataAddress(fake), metaplexData(fake, 'USD Coin', 'USDC'), METADATA)
  const { account, strangersAccount, wallet } = world
  const found = await review(
    world.legacy([transferChecked(account, fake, strangersAccount, wallet.publicKey.toBase58(), 5n, 6)]),
  )
  expect(found.mints.has(fake)).toBe(false)
})
