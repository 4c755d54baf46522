import type { Price } from '../approval/explain/numbers.ts'
import type { Holding } from './ports.ts'

/** Below a cent, so that a sum of many small ones is right to the cent. */
const PARTS_OF_CENT = 1_000_000n

/** US cents × 10⁶, rounded down; `null`: its amount or its price is not known. Whole numbers alone: a sum must be exact. */
export function worthOf({
  amount,
  decimals,
  price,
}: Pick<Holding, 'amount' | 'decimals' | 'price'>): bigint | null {
  if (amount === null || price === null) return null
  return (amount * price.answer * 100n * PARTS_OF_CENT) / 10n ** BigInt(decimals + price.decimals)
}

/** US cents of an amount, rounded down. @param amount in smallest units */
export const centsOf = (amount: bigint, decimals: number, price: Price): bigint =>
  (worthOf({ amount, decimals, price }) ?? 0n) / PARTS_OF_CENT

/** US cents of all that has a price; `null`: nothing has one. */
export function totalCents(holdings: readonly Holding[]): bigint | null {
  const worths = holdings.flatMap(holding => worthOf(holding) ?? [])
  return worths.length > 0 ? worths.reduce((sum, worth) => sum + worth, 0n) / PARTS_OF_CENT : null
}

/** Native currencies first, then by worth, then what is held at all; test networks last. Equals stay in their order. */
export function byWorth(holdings: readonly Holding[]): Holding[] {
  const ranked = holdings.map((holding, place) => ({
    holding,
    ranks: [
      holding.chain.isTestnet ? 0n : 1n,
      holding.token === null ? 1n : 0n,
      worthOf(holding) ?? -1n,
      holding.amount !== null && holding.amount > 0n ? 1n : 0n,
      BigInt(-place),
    ],
  }))
  return ranked.sort((a, b) => compare(b.ranks, a.ranks)).map(({ holding }) => holding)
}

function compare(a: readonly bigint[], b: readonly bigint[]): number {
  const place = a.findIndex((rank, index) => rank !== b[index])
  return place < 0 ? 0 : (a[place] ?? 0n) > (b[place] ?? 0n) ? 1 : -1
}
