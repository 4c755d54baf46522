import { address, getProgramDerivedAddress } from '@solana/kit'
import { PublicKey } from '@solana/web3.js'
import { expect, it } from 'vitest'
import { METADATA } from '../../../chains/solana/programs.ts'
import { SOL_PRICE_FEEDS } from './price-feeds.ts'
import { metadataAddress } from './program-address.ts'

/** web3.js derives the same, with another library for the curve. */
it('finds the address of a token’s metadata, as web3.js does', async () => {
  for (let count = 0; count < 20; count++) {
    const mint = PublicKey.unique()
    const program = new PublicKey(METADATA)
    const [expected] = PublicKey.findProgramAddressSync(
      [Buffer.from('metadata'), program.toBuffer(), mint.toBuffer()],
      program,
    )
    expect(await metadataAddress(mint.toBase58())).toBe(expected.toBase58())
  }
})

it('the account of SOL’s price is the push oracle’s, of shard 0', async () => {
  const feed = SOL_PRICE_FEEDS['solana:mainnet']
  const seeds = [Buffer.from([0, 0]), Buffer.from(feed?.id ?? '', 'hex')]
  const oracle = 'pythWSnswVUd12oZpeFP8e9CVaEqJg25g1Vtc2biRsT'
  expect(feed?.account).toBe(PublicKey.findProgramAddressSync(seeds, new PublicKey(oracle))[0].toBase58())
  const [found] = await getProgramDerivedAddress({ programAddress: address(oracle), seeds })
  expect(found).toBe(feed?.account)
})

it('only the main network has a price', () => {
  expect(Object.keys(SOL_PRICE_FEEDS)).toEqual(['solana:mainnet'])
})
