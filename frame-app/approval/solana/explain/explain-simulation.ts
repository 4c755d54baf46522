import type { Action } from '../decode/action.ts'
import type { InspectedTransaction } from '../review/inspect-transaction.ts'
import type { Asset, Movement } from './effects.ts'

/** What a simulation moves beyond what the instructions say of themselves. */
export interface UnstatedChange {
  readonly asset: Asset
  /** Below zero: it leaves. */
  readonly delta: bigint
}

/** Instructions that do not state their whole effect: what the simulation adds to them is no danger. */
const OPEN: readonly Action['kind'][] = ['unknown', 'close-account', 'routine']

export const mayTakeMore = ({ actions }: InspectedTransaction) =>
  actions.some(({ kind }) => OPEN.includes(kind))

/** Lamports for one new token account: five times what the usual one takes. */
const MAX_DEPOSIT = 10_000_000n

/**
 * The SOL that must stay in token accounts which the transaction makes, in lamports; `null` where what is beyond the words
 * is anything else.
 */
export function rentDeposit(
  { actions }: InspectedTransaction,
  beyond: readonly UnstatedChange[],
): bigint | null {
  const made = actions.filter(({ kind }) => kind === 'create-token-account').length
  const [only, ...more] = beyond
  const isDeposit =
    !actions.some(({ kind }) => kind === 'unknown') &&
    only?.asset.kind === 'sol' &&
    only.delta < 0n &&
    -only.delta <= MAX_DEPOSIT * BigInt(made) &&
    more.length === 0
  return isDeposit ? -only.delta : null
}

/** The difference, by asset; nothing without a simulation. */
export function unstatedChanges(
  { changes, effects, fee }: InspectedTransaction,
  wallet: string,
): UnstatedChange[] {
  if (changes === null) return []
  const rest = new Map<string, { asset: Asset; delta: bigint }>()
  const add = (asset: Asset, amount: bigint) => {
    const key = asset.kind === 'sol' ? '' : (asset.mint ?? '?')
    rest.set(key, { asset, delta: (rest.get(key)?.delta ?? 0n) + amount })
  }
  const sum = (movements: readonly Movement[], sign: bigint) => {
    for (const { asset, amount } of movements) add(asset, sign * amount)
  }
  for (const { asset, delta } of changes) add(asset, delta)
  // What remains of the simulation's changes without the stated ones is unstated.
  sum(effects.outgoing, 1n)
  sum(effects.incoming, -1n)
  if (fee.payer === wallet) add({ kind: 'sol' }, fee.lamports)
  return [...rest.values()].filter(({ asset, delta }) => {
    // A transfer fee of the token's own makes less arrive than was sent; a token without a known mint cannot be named.
    return delta !== 0n && !(asset.kind === 'token' && asset.mint === null)
  })
}
