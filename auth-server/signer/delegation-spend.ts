import type { SpendLimit } from '@vitrine/shared/wallet/policy.ts'
import type { Spending, Spent } from './delegation-operations.ts'

/** A limit's time is counted in so many steps: what a wallet's row holds is bounded, however often a delegate spends. */
const STEPS = 24

/** What counts against a limit now. */
export const countedAt = (spent: Spent, now: number): bigint =>
  spent.reduce((sum, [until, amount]) => (until > now ? sum + BigInt(amount) : sum), 0n)

/**
 * What is spent now, with what counts still. An amount counts for the limit's whole time and to the end of a step after it,
 * so that in no span of that time more than the limit is spent.
 */
export function spendAt(
  spent: Spent,
  { per_seconds: seconds }: Pick<SpendLimit, 'per_seconds'>,
  amount: bigint,
  now: number,
): Spent {
  const counted = spent.filter(([until]) => until > now)
  if (amount === 0n) return counted
  const step = Math.ceil((seconds * 1000) / STEPS)
  const until = (Math.floor(now / step) + 1) * step + seconds * 1000
  const same = counted.find(([each]) => each === until)
  const others = counted.filter(([each]) => each !== until)
  return [...others, [until, String(BigInt(same?.[1] ?? 0) + amount)]]
}

/** How much of a limit's asset these are. */
export const amountOf = (
  { chain, asset }: Pick<SpendLimit, 'chain' | 'asset'>,
  spendings: readonly Spending[],
): bigint =>
  spendings.reduce(
    (sum, each) => (each.chain === chain && each.asset === asset ? sum + BigInt(each.amount) : sum),
    0n,
  )

/** Whether all limits hold with these spent now. */
export const isWithin = (
  limits: readonly SpendLimit[],
  spent: readonly Spent[],
  spendings: readonly Spending[],
  now: number,
): boolean =>
  limits.every(
    (limit, at) => countedAt(spent[at] ?? [], now) + amountOf(limit, spendings) <= BigInt(limit.amount),
  )

/** What counts against each limit once these are spent. */
export const withSpent = (
  limits: readonly SpendLimit[],
  spent: readonly Spent[],
  spendings: readonly Spending[],
  now: number,
): Spent[] => limits.map((limit, at) => spendAt(spent[at] ?? [], limit, amountOf(limit, spendings), now))
