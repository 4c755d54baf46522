import { toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { safeSymbol } from '../../explain/token-symbol.ts'
import { ETHEREUM } from '../../testing/fake-network.ts'
import { FRIEND, USDC } from '../../testing/scenes.ts'
import { borrowedSymbol } from './known-tokens.ts'
import { readToken } from './token.ts'

const { signal } = new AbortController()
/** A contract that answers every call with the same. */
const contract = (answer: unknown) => ({ chain: ETHEREUM, request: async <T>() => answer as T })
const read = (answer: unknown) => readToken(contract(answer), USDC, FRIEND, signal)

describe('a token', () => {
  it.each([
    ['nothing', '0x'],
    ['megabytes', `0x${'00'.repeat(100_000)}`],
    ['no hex', 'lorem'],
    ['no text', 7],
    ['half a byte', '0x0'],
  ])('that answers %s is unknown', async (_name, answer) => {
    expect(await read(answer)).toEqual({
      address: USDC,
      standard: 'unknown',
      symbol: null,
      supply: null,
      decimals: null,
      balance: null,
    })
  })

  it('with absurd decimals is no coin', async () => {
    // 200 decimals: every amount would be shown as nothing.
    expect(await read(toHex(200, { size: 32 }))).toMatchObject({ standard: 'unknown', decimals: null })
  })

  it('that is a coin and a piece at once is neither: its numbers could be amounts or ids', async () => {
    const yes = { chain: ETHEREUM, request: async <T>() => toHex(1, { size: 32 }) as T }
    expect(await readToken(yes, USDC, FRIEND, signal)).toMatchObject({ standard: 'unknown' })
  })

  it('of the first days has its symbol in 32 bytes', async () => {
    expect(await read(`0x${Buffer.from('MKR').toString('hex').padEnd(64, '0')}`)).toMatchObject({
      symbol: 'MKR',
    })
  })
})

describe('a symbol', () => {
  it.each([
    ['USDC', 'USDC'],
    ['  US\nDC ', 'US DC'],
    ['U\u202eSD\u200bC', 'U SD C'],
    ['A very long symbol that fills the screen', 'A very long …'],
    ['000,000 USDC', 'USDC'],
    ['.5', null],
    ['\u200b', null],
    ['', null],
  ])('%j is shown as %j', (text, expected) => {
    expect(safeSymbol(text)).toBe(expected)
  })

  it.each([
    [1, 'USDC', null],
    [1, 'usdc', 'USDC'],
    [1, 'UЅDС', 'USDC'],
    [1, 'ＵＳＤＣ', 'USDC'],
    [1, 'ETH', 'ETH'],
    [1, '$USDC', 'USDC'],
    [1, 'USDĊ', 'USDC'],
    [1, 'ETH.', 'ETH'],
    [1, 'ꓴꓢꓓꓚ', 'USDC'],
    [1, 'CATS', null],
    [56, 'USDC', null],
  ])('on chain %i, %j', (chainId, symbol, borrowed) => {
    const address = symbol === 'USDC' ? USDC : FRIEND
    expect(borrowedSymbol({ ...ETHEREUM, id: chainId }, { address, symbol })).toBe(borrowed)
  })

  it('of a token that the operator vouches for is borrowed by every other one', () => {
    const own = { address: USDC, symbol: 'DUSD', name: 'Demo', decimals: 6, logoUrl: null, priceFeed: null }
    const chain = { ...ETHEREUM, tokens: [own] }
    expect(borrowedSymbol(chain, { address: FRIEND, symbol: 'dUSD' })).toBe('DUSD')
    expect(borrowedSymbol(chain, { address: USDC, symbol: 'USDC' })).toBeNull()
  })
})
