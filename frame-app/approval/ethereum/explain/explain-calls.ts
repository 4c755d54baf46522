import type { Authorization } from '@vitrine/shared/wallet/sign-authorization.ts'
import { shortAddress } from '../../../ui/short-address.ts'
import { say } from '../../../words/say.ts'
import { warn } from '../../explain/danger.ts'
import { type Detail, type Explanation, mergeParts } from '../../explain/explanation.ts'
import { limitLines } from '../../explain/limit-lines.ts'
import { withoutMarks } from '../../explain/tell.ts'
import type { AccountCalls, DecodedCall } from '../decode/action.ts'
import type { ActionPart, Spending } from './action-part.ts'
import { contractDangers } from './address-dangers.ts'
import { nativeText } from './amounts.ts'
import { explainAction } from './explain-action.ts'
import { actorOf, type ExplainContext, inNameOf, isSame } from './explain-context.ts'
import { unstatedSpending, withSimulation } from './explain-simulation.ts'

/**
 * One or several calls of a wallet, as a receipt. Pure.
 * @param calls at least one
 * @param delegations EIP-7702 authorizations that go along
 */
export function explainCalls(
  context: ExplainContext,
  calls: readonly DecodedCall[],
  delegations: readonly Authorization[] = [],
): Explanation {
  const perCall = calls.map(call => ({ call, parts: partsOf(context, call) }))
  const parts = perCall.flatMap(it => it.parts)
  const all = mergeParts(parts)
  const details = perCall.flatMap(({ call, parts: own }, place) => [
    ...(calls.length > 1 ? [stepDetail(place, calls.length, wordFor(call, own))] : []),
    ...own
      .flatMap(part => part.details ?? [])
      .map(detail => ({
        ...detail,
        depth: detail.depth + (calls.length > 1 ? 1 : 0),
      })),
    ...(call.value > 0n && own.length > 1 && calls.length > 1 ? [valueDetail(context, call)] : []),
  ])
  const stated: Explanation = {
    ...all,
    headline: headlineOf(perCall.map(({ call, parts: own }) => wordFor(call, own))),
    details,
    dangers: [
      ...delegations.map(({ contract }) =>
        warn('danger.carriesDelegation', { address: shortAddress(contract) }),
      ),
      ...all.dangers,
    ],
  }
  const simulated = withSimulation(context, stated, {
    takes: statedSpending(parts),
    mayTakeMore: parts.some(part => part.mayTakeMore),
    expectsReturn: parts.some(part => part.expectsReturn),
  })
  return limitLines(simulated)
}

const statedSpending = (parts: readonly ActionPart[]) => parts.flatMap(part => part.takes ?? [])

/** All that leaves the wallet: what the calls state, and what the simulation takes beyond it. The lines of the receipt, as numbers. */
export function spendingOf(context: ExplainContext, calls: readonly DecodedCall[]): readonly Spending[] {
  const stated = statedSpending(calls.flatMap(call => partsOf(context, call)))
  return [...stated, ...unstatedSpending(context.facts.simulation, stated)]
}

/** Money that goes along with a call is a part of it, and stands in the lines alone. */
const partsOf = (context: ExplainContext, call: DecodedCall): readonly ActionPart[] =>
  call.actions.map(action =>
    action.kind === 'account-calls' ? explainAccount(context, action) : explainAction(context, action),
  )

/** Explains the calls of another account. The wallet spends nothing by them, so nothing of them counts as spent. */
function explainAccount(context: ExplainContext, { account, calls }: AccountCalls): ActionPart {
  const isItself = isSame(account, actorOf(context))
  const { facts } = context
  const { headline, ...inner } = explainCalls(
    // The simulation is of the wallet's own calls, and is told beside them.
    { ...inNameOf(context, account), facts: { ...facts, simulation: null } },
    calls,
  )
  if (isItself) return { ...inner, headline }
  return {
    ...inner,
    // A headline of calls within another account's calls names its kind once, in front.
    headline:
      context.account === undefined ? say('approval.headline.account', { action: headline }) : headline,
    dangers: [
      ...contractDangers(facts, account),
      ...inner.dangers,
      // Any contract can have a function of this name, and do something else.
      warn('danger.accountClaims', {
        address: shortAddress(account),
        host: new URL(context.hostOrigin).host,
      }),
    ],
    details: [
      { label: say('approval.field.owner'), value: account, kind: 'address', depth: 0 },
      ...inner.details.map(detail => ({ ...detail, depth: detail.depth + 1 })),
    ],
  }
}

const headlineOf = (calls: readonly string[]): string =>
  calls.length === 1 && calls[0] !== undefined
    ? calls[0]
    : say('approval.headline.several', { count: calls.length })

/** A call's own word stands over the money that goes along with it; of two actions neither speaks for the other. */
function wordFor({ value }: DecodedCall, parts: readonly ActionPart[]): string {
  const own = value > 0n && parts.length > 1 ? parts.slice(1) : parts
  return own.length === 1 && own[0]
    ? own[0].headline
    : say('approval.headline.several', { count: own.length })
}

const stepDetail = (place: number, count: number, value: string): Detail => ({
  label: say('approval.step', { number: place + 1, count }),
  value: withoutMarks(value),
  kind: 'text',
  depth: 0,
})

const valueDetail = (context: ExplainContext, call: DecodedCall): Detail => ({
  label: say('approval.field.pays'),
  value: nativeText(context, call.value),
  kind: 'text',
  depth: 1,
})
