import { describe, expect, it } from 'vitest'
import { BUILT_IN_CHAINS } from '../chains/defaults.ts'
import { readAddress } from './address.ts'
import { USDC_ADDRESSES, USDC_MINTS, usdcMintOn, usdcOn } from './usdc.ts'

describe('the table of USDC', () => {
  it.each(Object.entries(USDC_ADDRESSES))('has the address of chain %s with its checksum', (_, address) => {
    expect(readAddress('ethereum', address)).toBe(address)
  })

  it.each(Object.values(USDC_MINTS))('has a mint that is an address: %s', mint => {
    expect(readAddress('solana', mint)).toBe(mint)
  })

  it('has no chain without a name of our own', () => {
    const named = new Set(BUILT_IN_CHAINS.map(({ id }) => id.toString()))
    expect(Object.keys(USDC_ADDRESSES).filter(id => !named.has(id))).toEqual([])
  })

  it('gives way to a token that the app’s operator calls so, of as many decimals', () => {
    const address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
    const token = { address, symbol: 'USDC', decimals: 6 }
    expect(usdcOn({ id: 31337, tokens: [token] })).toBe(address)
    expect(usdcOn({ id: 1, tokens: [token] })).toBe(address)
    expect(usdcOn({ id: 1, tokens: [{ ...token, decimals: 18 }] })).toBe(USDC_ADDRESSES[1])
    expect(usdcOn({ id: 1, tokens: [{ ...token, symbol: 'USDT' }] })).toBe(USDC_ADDRESSES[1])
    expect(usdcOn({ id: 31337 })).toBeNull()
  })

  it('gives way to a mint that the app’s operator names', () => {
    expect(usdcMintOn('solana:testnet')).toBeNull()
    expect(usdcMintOn('solana:testnet', { 'solana:testnet': { usdc_mint: 'Mint' } })).toBe('Mint')
    expect(usdcMintOn('solana:mainnet', { 'solana:mainnet': {} })).toBe(USDC_MINTS['solana:mainnet'])
  })
})

describe('an address', () => {
  const checked = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  it.each([
    ['ethereum', checked, checked],
    ['ethereum', checked.toLowerCase(), checked],
    ['ethereum', `0x${checked.slice(2).toUpperCase()}`, checked],
    ['ethereum', checked.replace('dA6', 'da6'), null],
    ['ethereum', checked.slice(0, -1), null],
    ['ethereum', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', null],
    [
      'solana',
      'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    ],
    ['solana', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZw', null],
    ['solana', checked, null],
    ['solana', 'not-base58!', null],
  ] as const)('of %s, %s, is read as %s', (chainType, written, read) => {
    expect(readAddress(chainType, written)).toBe(read)
  })
})
