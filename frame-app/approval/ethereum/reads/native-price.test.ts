import { encodeFunctionResult, getAddress, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { ETHEREUM } from '../../testing/fake-network.ts'
import { readNativePrice } from './native-price.ts'
import { NATIVE_PRICE_FEEDS } from './price-feeds.ts'

const ABI = parseAbi([
  'function decimals() view returns (uint8)',
  'function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)',
])
const NOW = 1_900_000_000
const { signal } = new AbortController()

function feed(answer: bigint, updatedAt: number, decimals = 8) {
  return async <T>(_method: string, [call]: readonly unknown[]): Promise<T> => {
    const { data } = call as { data: string }
    const at = BigInt(updatedAt)
    const result =
      data === '0x313ce567'
        ? encodeFunctionResult({ abi: ABI, functionName: 'decimals', result: decimals })
        : encodeFunctionResult({
            abi: ABI,
            functionName: 'latestRoundData',
            result: [1n, answer, at, at, 1n],
          })
    return result as T
  }
}
const price = (request: ReturnType<typeof feed>, chain: object = {}) =>
  readNativePrice({ chain: { ...ETHEREUM, ...chain }, request }, NOW, signal)

describe('the price of the native currency', () => {
  it('is the feed’s', async () => {
    expect(await price(feed(2_480_00000000n, NOW - 60))).toEqual({ answer: 2_480_00000000n, decimals: 8 })
  })

  it.each([
    ['too old', feed(1n, NOW - 7_201)],
    ['from the future', feed(1n, NOW + 7_201)],
    ['nothing', feed(0n, NOW)],
    ['less than nothing', feed(-1n, NOW)],
    ['of absurd decimals', feed(1n, NOW, 200)],
    ['beyond all worth', feed(10n ** 30n, NOW)],
  ])('is none when the answer is %s', async (_name, request) => {
    expect(await price(request)).toBeNull()
  })

  it('is none without a feed, and on a test network whatever its id', async () => {
    expect(await price(feed(1n, NOW), { id: 31_337 })).toBeNull()
    expect(await price(feed(1n, NOW), { isTestnet: true })).toBeNull()
  })

  it('has feeds at addresses that are written right (EIP-55)', () => {
    for (const { address } of Object.values(NATIVE_PRICE_FEEDS)) expect(getAddress(address)).toBe(address)
  })
})
