import { readQuantity } from './quantity.ts'

type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>

/** About four minutes of Ethereum: long enough that one busy block does not decide, short enough to follow the day. */
const BLOCKS = 20

/**
 * Reads what one gas has cost lately, in wei: the median of the last blocks' base fee and median tip (`eth_feeHistory`). Blocks
 * without transactions do not count, since nobody paid in them.
 *
 * @returns the node's present price (`eth_gasPrice`) where it has no such history; `null` where it has neither, or gas is free
 */
export async function readRecentPrice(ask: Ask): Promise<bigint | null> {
  const history = await ask('eth_feeHistory', [`0x${BLOCKS.toString(16)}`, 'latest', [50]])
    .then(medianPrice)
    .catch(() => null)
  if (history) return history
  const present = await ask('eth_gasPrice', [])
    .then(readQuantity)
    .catch(() => null)
  return present || null
}

function medianPrice(answer: unknown): bigint | null {
  const { baseFeePerGas, gasUsedRatio, reward } = Object(answer)
  const prices = listOf(gasUsedRatio)
    .flatMap((used, place) =>
      Number(used) > 0
        ? [readQuantity(listOf(baseFeePerGas)[place]) + readQuantity(listOf(listOf(reward)[place])[0])]
        : [],
    )
    .sort((a, b) => (a < b ? -1 : 1))
  return prices[Math.floor(prices.length / 2)] ?? null
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
