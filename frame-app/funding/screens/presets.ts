import { exactAmount, type Price } from '../../approval/explain/numbers.ts'
import type { KnownRequest } from '../asset.ts'

/** An amount that is offered, in the smallest unit. */
export interface Preset {
  readonly label: string
  readonly value: bigint
}

/** Whole dollars, and so of USDC. */
const DOLLARS = [10n, 25n, 50n, 100n]
/** Of a currency without a price: a hundredth of one, a twentieth and a tenth. */
const PARTS = [100n, 20n, 10n]
/** Digits of a suggested amount that are not zero: nobody pays "0.012834719". */
const DIGITS = 3

/** Amounts to choose from, in dollars where their worth is known. */
export function presetsOf({ isUSDC, asset }: KnownRequest, price: Price | null): readonly Preset[] {
  const { decimals } = asset
  if (isUSDC) return DOLLARS.map(sum => ({ label: inDollars(sum), value: sum * 10n ** BigInt(decimals) }))
  if (price === null || price.answer <= 0n)
    return PARTS.map(part => 10n ** BigInt(decimals) / part)
      .filter(value => value > 0n)
      .map(value => ({ label: `${exactAmount(value, decimals)} ${asset.symbol}`, value }))
  return DOLLARS.map(sum => {
    const exact = (sum * 10n ** BigInt(decimals + price.decimals)) / price.answer
    return { label: inDollars(sum), value: shortened(exact) }
  }).filter(({ value }) => value > 0n)
}

function shortened(value: bigint): bigint {
  const step = 10n ** BigInt(Math.max(0, value.toString().length - DIGITS))
  return ((value + step - 1n) / step) * step
}

/** Whole ones, without cents. */
function inDollars(sum: bigint): string {
  const { lang } = globalThis.document?.documentElement ?? {}
  const style = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const
  return new Intl.NumberFormat(lang || 'en', { ...style, maximumFractionDigits: 0 }).format(sum)
}
