import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fakeNetwork, fakeNetworks } from '../../approval/testing/fake-network.ts'
import { tokenAccountData } from '../../chains/solana/testing/spl-token.ts'
import { startWorld, type World } from '../../chains/solana/testing/world.ts'
import { associatedAccount } from '../../portfolio/solana/associated-account.ts'
import { ETHER, onBase, onSolana, SOL } from '../testing/requests.ts'
import { readBalance } from './read-balance.ts'

const { signal } = new AbortController()

describe('on Solana', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld('solana:mainnet')
  })
  afterAll(() => world.node.stop())
  const read = (own: Parameters<typeof onSolana>[0]) =>
    readBalance(
      { solana: async () => world.networks, ethereum: async () => fakeNetworks() },
      onSolana({ address: world.wallet.publicKey.toBase58(), ...own }),
      signal,
    )
  const token = () => ({ type: 'USDC', address: world.mint, symbol: 'USDC', decimals: 6 }) as const

  it('reads SOL, and a token that the wallet never had', async () => {
    expect(await read({ asset: SOL })).toBe(10_000_000_000n)
    expect(await read({ asset: token() })).toBe(0n)
  })

  it('believes of a token account only this wallet’s, of this token', async () => {
    const owner = world.wallet.publicKey.toBase58()
    const place = await associatedAccount(owner, world.mint)
    world.put(place, tokenAccountData(world.mint, owner, 7n))
    expect(await read({ asset: token() })).toBe(7n)
    world.put(place, tokenAccountData(world.mint, world.stranger.publicKey.toBase58(), 8n))
    await expect(read({ asset: token() })).rejects.toMatchObject({ code: 'service_unavailable' })
  })
})

it('on Ethereum what a node does not tell as a number is no balance', async () => {
  const network = fakeNetwork({ chain: { id: 8453 } })
  const answering = (answer: unknown) => ({
    solana: async () => Promise.reject(new Error('none')),
    ethereum: async () => fakeNetworks({ ...network, request: async () => answer as never }),
  })
  const ether = onBase({ asset: ETHER })
  expect(await readBalance(answering('0x7'), ether, signal)).toBe(7n)
  expect(await readBalance(answering(`0x${'9'.padStart(64, '0')}`), onBase(), signal)).toBe(9n)
  for (const [answer, request] of [
    [null, ether],
    ['7', ether],
    ['0x', onBase()],
  ] as const)
    await expect(readBalance(answering(answer), request, signal)).rejects.toMatchObject({
      code: 'service_unavailable',
    })
})
