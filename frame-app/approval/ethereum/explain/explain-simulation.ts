import { type Danger, warn } from '../../explain/danger.ts'
import type { Explanation, Line } from '../../explain/explanation.ts'
import { singleLine } from '../../readable-text.ts'
import { assetKey, type BalanceChange, type Simulation } from '../reads/simulation.ts'
import type { Spending } from './action-part.ts'
import { tokenDangers } from './address-dangers.ts'
import { nativeLine, nativeText, nftLine, nftName, tokenAmount, tokenLine } from './amounts.ts'
import type { ExplainContext } from './explain-context.ts'

/** A contract's own words are a stranger's: one line, and no more than fit. */
export function quoteReason(reason: string): string {
  const line = singleLine(reason)
  return line.length > 160 ? `${line.slice(0, 160)}…` : line
}

interface Stated {
  readonly takes: readonly Spending[]
  readonly mayTakeMore: boolean
  readonly expectsReturn: boolean
}

/**
 * Adds the balance changes of the simulation. A contract can detect a simulation and behave well in it, so a simulation
 * adds lines and dangers and removes none.
 */
export function withSimulation(context: ExplainContext, explained: Explanation, stated: Stated): Explanation {
  const { simulation } = context.facts
  if (simulation === null) return explained
  const failed = simulation.calls.find(call => !call.ok)
  if (failed) return { ...explained, dangers: [failureDanger(failed.reason), ...explained.dangers] }
  const more = simulation.changes.flatMap(change => unstatedChange(change, stated.takes))
  const arriving = simulation.changes.filter(it => it.amount > 0n && !isStated(explained.incoming, it))
  return {
    ...explained,
    outgoing: [...explained.outgoing, ...more.map(it => lineOf(context, it))],
    incoming: [...explained.incoming, ...arriving.map(it => lineOf(context, it))],
    dangers: [
      ...(stated.expectsReturn && !simulation.changes.some(it => it.amount > 0n)
        ? [warn('danger.nothingArrives')]
        : []),
      ...(stated.mayTakeMore
        ? []
        : more.map(it => warn('danger.alsoLeaves', { amount: amountOf(context, it) }))),
      ...explained.dangers,
      // A contract can send a token of its own making that calls itself like a known one: gain that is none.
      ...[...more, ...arriving].flatMap(({ asset }) =>
        asset.kind === 'native' ? [] : tokenDangers(context, asset.address),
      ),
    ],
  }
}

export function failureDanger(reason: string | null): Danger {
  // Nodes put this before every reason. Without it, the estimate and the simulation give one sentence, shown once.
  const own = quoteReason(reason ?? '').replace(/^execution reverted:?\s*/i, '')
  return own === '' ? warn('danger.willFail') : warn('danger.willFailWith', { reason: own })
}

/** What a simulation spends beyond what the request states; nothing of one that fails. */
export const unstatedSpending = (simulation: Simulation | null, stated: readonly Spending[]): Spending[] =>
  simulation?.calls.every(({ ok }) => ok)
    ? simulation.changes
        .flatMap(change => unstatedChange(change, stated))
        .map(({ asset, amount }) => ({ asset, amount: -amount }))
    : []

/** What the simulation spends of an asset beyond what the request states; nothing when it spends no more. */
function unstatedChange(change: BalanceChange, takes: readonly Spending[]): BalanceChange[] {
  const key = assetKey(change.asset)
  const stated = takes.filter(it => assetKey(it.asset) === key).reduce((sum, { amount }) => sum + amount, 0n)
  const rest = change.amount + stated
  return change.amount < 0n && rest < 0n ? [{ asset: change.asset, amount: rest }] : []
}

const isStated = (lines: readonly Line[], { asset }: BalanceChange) =>
  lines.some(({ token }) =>
    asset.kind === 'native' ? token === null : token?.toLowerCase() === asset.address.toLowerCase(),
  )

function lineOf(context: ExplainContext, { asset, amount }: BalanceChange): Line {
  const size = amount < 0n ? -amount : amount
  if (asset.kind === 'native') return nativeLine(context, size, null)
  return asset.kind === 'token'
    ? tokenLine(context, asset.address, size, null)
    : nftLine(context, asset.address, { id: asset.id, amount: size }, null)
}

function amountOf(context: ExplainContext, { asset, amount }: BalanceChange): string {
  const size = amount < 0n ? -amount : amount
  if (asset.kind === 'native') return nativeText(context, size)
  return asset.kind === 'token'
    ? tokenAmount(context, asset.address, size)
    : nftName(context, asset.address, asset.id, size)
}
