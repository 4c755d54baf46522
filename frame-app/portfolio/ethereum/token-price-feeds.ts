import type { PriceFeed } from '../../chains/ethereum/ports.ts'

const DAY = 25 * 3_600

/**
 * Chainlink's "<token> / USD" of known tokens, by chain id and symbol, each with its heartbeat and some delay. Addresses as in
 * Chainlink's public list of data feeds.
 */
export const TOKEN_PRICE_FEEDS: Readonly<Record<number, Readonly<Record<string, PriceFeed>>>> = {
  1: {
    USDC: { address: '0x8fFfFfd4AfB6115b954Bd326cbe7B4BA576818f6', maxAge: DAY },
    USDT: { address: '0x3E7d1eAB13ad0104d2750B8863b489D65364e32D', maxAge: DAY },
    DAI: { address: '0xAed0c38402a5d19df6E4c03F4E2DceD6e29c1ee9', maxAge: 2 * 3_600 },
  },
  10: { USDC: { address: '0x16a9FA2FDa030272Ce99B29CF780dFA30361E0f3', maxAge: DAY } },
  137: { USDC: { address: '0xfE4A8cc5b5B2366C1B58Bea3858e81843581b2F7', maxAge: DAY } },
  8453: { USDC: { address: '0x7e860098F58bBFC8648a4311b374B1D669a2bc6B', maxAge: DAY } },
  42161: { USDC: { address: '0x50834F3163758fcC1Df9973b6e91f0F0F0434aD3', maxAge: DAY } },
  43114: { USDC: { address: '0xF096872672F44d6EBA71458D74fe67F9a77a23B9', maxAge: DAY } },
}
