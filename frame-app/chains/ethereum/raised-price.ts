import type { GasPrice } from './ports.ts'

/** Nodes take a replacement that pays at least 10 % more, some 12.5 %. Rounded up. */
const more = (wei: bigint) => (wei * 9n + 7n) / 8n

/** The price of a replacement: each of its fields the network's present one, or an eighth above the old one where that is more. */
export function raisedPrice(present: GasPrice, old: GasPrice): GasPrice {
  if ('gasPrice' in present) {
    const before = 'gasPrice' in old ? old.gasPrice : old.maxFeePerGas
    return { gasPrice: larger(present.gasPrice, more(before)) }
  }
  const [limit, tip] =
    'gasPrice' in old ? [old.gasPrice, old.gasPrice] : [old.maxFeePerGas, old.maxPriorityFeePerGas]
  const maxPriorityFeePerGas = larger(present.maxPriorityFeePerGas, more(tip))
  // With room for the base fee that the present limit has room for.
  const room = present.maxFeePerGas - present.maxPriorityFeePerGas + maxPriorityFeePerGas
  return { maxPriorityFeePerGas, maxFeePerGas: larger(room, more(limit)) }
}

/** `Math.max` takes no bigints. */
function larger(a: bigint, b: bigint): bigint {
  if (a > b) return a
  return b
}
