import type { SolanaChain } from '../chains/solana-clusters.ts'

/** Of USDC on every chain below (specification §1). */
export const USDC_DECIMALS = 6

/**
 * Circle's own USDC by chain id, with the checksum of EIP-55 (contract §7.3): the one table of it, for approvals and for
 * funding. An app's chain that has a token "USDC" among its `tokens` overrides it.
 */
export const USDC_ADDRESSES: Readonly<Record<number, `0x${string}`>> = {
  1: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  10: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
  130: '0x078D782b760474a361dDA0AF3839290b0EF57AD6',
  137: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
  146: '0x29219dd400f2Bf60E5a23d13Be72B486D4038894',
  324: '0x1d17CBcF0D6D143135aE902365D2E5e2A16538D4',
  480: '0x79A02482A880bCE3F13e09Da970dC34db4CD24d1',
  8453: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  42161: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  42220: '0xcebA9300f2b948710d2653dD7B07f33A8B32118C',
  43113: '0x5425890298aed601595a70AB815c96711a31Bc65',
  43114: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
  59144: '0x176211869cA2b568f2A7D4EE941E073a821EE1ff',
  80002: '0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582',
  84532: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  421614: '0x75faf114eafb1BDbe2F0316DF893fd58CE46AA4d',
  11155111: '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238',
  11155420: '0x5fd84259d66Cd46123540766Be93DFE6D43130D7',
}

/** The same on Solana, by cluster: its mint. An app's `solana_rpcs` can name another (`usdc_mint`). */
export const USDC_MINTS: Readonly<Partial<Record<SolanaChain, string>>> = {
  'solana:mainnet': 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  'solana:devnet': '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
}

interface NamedToken {
  readonly address: string
  readonly symbol: string
  readonly decimals: number
}

/**
 * USDC's contract on an Ethereum chain. One of other decimals than USDC's is some other token, whatever its name is.
 * @param chain `tokens`: those that the operator vouches for
 * @returns `null` where it is not known
 */
export function usdcOn(chain: {
  readonly id: number
  readonly tokens?: readonly NamedToken[] | undefined
}): `0x${string}` | null {
  const named = chain.tokens?.find(it => it.symbol === 'USDC' && it.decimals === USDC_DECIMALS)
  return (named?.address as `0x${string}` | undefined) ?? USDC_ADDRESSES[chain.id] ?? null
}

/** USDC's mint on a cluster. @returns `null` where it is not known */
export const usdcMintOn = (
  chain: SolanaChain,
  configured: { readonly [C in SolanaChain]?: { readonly usdc_mint?: string | undefined } | undefined } = {},
): string | null => configured[chain]?.usdc_mint ?? USDC_MINTS[chain] ?? null
