import { say } from '../../words/say.ts'
import { singleLine } from '../readable-text.ts'
import { assetKey, type BalanceChange } from '../reads/simulation.ts'
import { tokenDangers } from './address-dangers.ts'
import { coinAmount, coinLine, nativeLine, nativeText, pieceLine, pieceName } from './amounts.ts'
import type { ExplainContext } from './context.ts'
import type { Explanation, Line, Taking } from './explanation.ts'

/** A contract's own words are a stranger's: one line, and no more than fit. */
export function quoteReason(reason: string): string {
  const line = singleLine(reason)
  return line.length > 160 ? `${line.slice(0, 160)}…` : line
}

interface Stated {
  readonly takes: readonly Taking[]
  readonly isOpen: boolean
  readonly brings: boolean
}

/**
 * Adds what the node saw when it tried the calls out. A contract can behave well for a trial only, so a trial adds lines
 * and dangers and takes none away.
 */
export function withTrial(context: ExplainContext, explained: Explanation, stated: Stated): Explanation {
  const { simulation } = context.facts
  if (simulation === null) return explained
  const failed = simulation.calls.find(call => !call.ok)
  if (failed) return { ...explained, dangers: [failureDanger(failed.reason), ...explained.dangers] }
  const more = simulation.changes.flatMap(change => beyond(change, stated.takes))
  const arriving = simulation.changes.filter(it => it.amount > 0n && !isToldOf(explained.arrives, it))
  return {
    ...explained,
    leaves: [...explained.leaves, ...more.map(it => lineOf(context, it))],
    arrives: [...explained.arrives, ...arriving.map(it => lineOf(context, it))],
    dangers: [
      ...(stated.brings && !simulation.changes.some(it => it.amount > 0n)
        ? [say('danger.nothingArrives')]
        : []),
      ...(stated.isOpen ? [] : more.map(it => say('danger.alsoLeaves', { amount: amountOf(context, it) }))),
      ...explained.dangers,
      // A contract can send a token of its own making that calls itself like a known one: gain that is none.
      ...[...more, ...arriving].flatMap(({ asset }) =>
        asset.kind === 'native' ? [] : tokenDangers(context, asset.address),
      ),
    ],
  }
}

export function failureDanger(reason: string | null): string {
  // The node's own word for every failure: without it the estimate and the trial say the same, and it is told once.
  const own = quoteReason(reason ?? '').replace(/^execution reverted:?\s*/i, '')
  return own === '' ? say('danger.willFail') : say('danger.willFailWith', { reason: own })
}

/** What goes beyond the request's own words, if anything does. */
function beyond(change: BalanceChange, takes: readonly Taking[]): BalanceChange[] {
  const key = assetKey(change.asset)
  const told = takes.filter(it => assetKey(it.asset) === key).reduce((sum, { amount }) => sum + amount, 0n)
  const rest = change.amount + told
  return change.amount < 0n && rest < 0n ? [{ asset: change.asset, amount: rest }] : []
}

const isToldOf = (lines: readonly Line[], { asset }: BalanceChange) =>
  lines.some(({ token }) =>
    asset.kind === 'native' ? token === null : token?.toLowerCase() === asset.address.toLowerCase(),
  )

function lineOf(context: ExplainContext, { asset, amount }: BalanceChange): Line {
  const size = amount < 0n ? -amount : amount
  if (asset.kind === 'native') return nativeLine(context, size, null)
  return asset.kind === 'coin'
    ? coinLine(context, asset.address, size, null)
    : pieceLine(context, asset.address, { id: asset.id, amount: size }, null)
}

function amountOf(context: ExplainContext, { asset, amount }: BalanceChange): string {
  const size = amount < 0n ? -amount : amount
  if (asset.kind === 'native') return nativeText(context, size)
  return asset.kind === 'coin'
    ? coinAmount(context, asset.address, size)
    : pieceName(context, asset.address, asset.id, size)
}
