import type { Machine, Step } from '../../core/flow.ts'
import type { Holding } from '../../portfolio/ports.ts'
import type { OwnRequest, SendProblem } from '../../send/flow.ts'
import type { BegunTransfer } from './begun-transfer.ts'
import { type BridgeOffer, isWorse } from './bridge-offer.ts'
import type { Payer } from './payer.ts'

/** How the money is to come. */
export type Plan =
  | { readonly type: 'transfer'; readonly holding: Holding }
  /** `step`: the place among the offer's that is next. */
  | { readonly type: 'bridge'; readonly holding: Holding; readonly offer: BridgeOffer; readonly step: number }

/** What is to be approved, whole. */
export interface Prepared {
  readonly request: OwnRequest
  /** What is written down when the wallet is asked; `null`: this step gives nothing away yet. */
  readonly begin: BegunTransfer | null
  /** The plan, at the step that this is. */
  readonly plan: Plan
}

/** Why a transfer that was begun brought nothing. */
export type EndReason =
  /** In a block, and failed: nothing but the fee is gone. */
  | 'reverted'
  /** Replaced, lost or expired: nothing left the wallet. */
  | 'gone'
  /** It succeeded, and the funded wallet does not have it. */
  | 'missing'
  /** The bridge has it and cannot bring it. */
  | 'bridge-failed'
  | 'refunded'

export interface Arrived {
  readonly transactionHash: string | null
  /** In the smallest unit. */
  readonly amount: bigint
}

type Stage =
  | { readonly status: 'choosing'; readonly hasGone: boolean }
  | { readonly status: 'connecting' }
  | { readonly status: 'source'; readonly payer: Payer; readonly problem: SendProblem | null }
  | { readonly status: 'quoting'; readonly payer: Payer; readonly holding: Holding; readonly agreed: Agreed }
  | {
      readonly status: 'offered'
      readonly payer: Payer
      readonly holding: Holding
      readonly offer: BridgeOffer
      /** It costs more, or brings less, than what was agreed to before. */
      readonly isChanged: boolean
      readonly problem: SendProblem | null
    }
  | { readonly status: 'preparing'; readonly payer: Payer; readonly plan: Plan }
  /** The wallet's key is not on this device: the passcode comes first. */
  | { readonly status: 'recovering'; readonly payer: Payer; readonly plan: Plan }
  | { readonly status: 'asking'; readonly payer: Payer; readonly plan: Plan; readonly prepared: Prepared }
  /** The approval of a bridge has to be in a block before the deposit. */
  | { readonly status: 'allowing'; readonly payer: Payer; readonly plan: Plan; readonly hash: string }
  /** `isElsewhere`: another tab or device asked for it. `isSlow`: it takes longer than it should. */
  | {
      readonly status: 'following'
      readonly begun: BegunTransfer
      readonly isElsewhere: boolean
      readonly isSlow: boolean
    }
  | { readonly status: 'ended'; readonly begun: BegunTransfer; readonly why: EndReason }
  | { readonly status: 'arrived'; readonly begun: BegunTransfer; readonly arrived: Arrived }

/** What the person said yes to; `null`: nothing yet. */
type Agreed = Pick<BridgeOffer, 'amountIn' | 'minimumAmountOut'> | null

export type WalletsState = Stage & { readonly attempt: number }

export type WalletsEvent =
  | { readonly type: 'connect' | 'back' | 'recovered' | 'again' }
  /** The approval was left. `begun`: the wallet was asked by then, and may still say yes. */
  | { readonly type: 'left'; readonly begun: BegunTransfer | null }
  | { readonly type: 'payer'; readonly payer: Payer }
  /** The chosen wallet is not connected any more. */
  | { readonly type: 'payer-gone' }
  | { readonly type: 'transfer'; readonly holding: Holding }
  | { readonly type: 'bridge'; readonly holding: Holding }
  | { readonly type: 'quoted'; readonly attempt: number; readonly offer: BridgeOffer }
  | { readonly type: 'accept' }
  | { readonly type: 'prepared'; readonly attempt: number; readonly prepared: Prepared }
  /** The offer is over, before anything was asked of the wallet. */
  | { readonly type: 'expired' }
  | { readonly type: 'closed'; readonly attempt: number }
  | { readonly type: 'failed'; readonly attempt: number; readonly problem: SendProblem }
  /** An approval of a bridge is on its way, in a block, or has failed there. */
  | { readonly type: 'allowing'; readonly hash: string }
  | {
      readonly type: 'allowed'
      readonly attempt: number
      readonly isAllowed: boolean
      readonly problem: SendProblem
    }
  /** A wallet was asked, here or elsewhere; again as more is known of it. */
  | { readonly type: 'begun'; readonly begun: BegunTransfer; readonly isElsewhere?: boolean }
  /** The wallet declined: nothing was sent. */
  | { readonly type: 'unsent' }
  | { readonly type: 'slow'; readonly attempt: number }
  | { readonly type: 'ended'; readonly attempt: number; readonly why: EndReason }
  | { readonly type: 'arrived'; readonly attempt: number; readonly arrived: Arrived }

export type WalletsEffect = { readonly attempt: number } & (
  | { readonly type: 'quote'; readonly payer: Payer; readonly holding: Holding }
  | { readonly type: 'prepare'; readonly payer: Payer; readonly plan: Plan }
  | { readonly type: 'allow'; readonly plan: Plan; readonly hash: string }
  | { readonly type: 'follow'; readonly begun: BegunTransfer; readonly isElsewhere: boolean }
)

type Next = Step<WalletsState, WalletsEffect>

/** What an earlier page has begun comes as `begun`, first of all. */
export const walletsMachine: Machine<WalletsState, WalletsEvent, WalletsEffect> = {
  initial: { status: 'choosing', attempt: 0, hasGone: false },
  reduce,
}

function reduce(state: WalletsState, event: WalletsEvent): Next {
  const attempt = state.attempt + 1
  const stay: Next = [state, []]
  const go = (stage: Stage): Next => [{ ...stage, attempt }, []]
  const quote = (payer: Payer, holding: Holding, agreed: Agreed): Next => [
    { status: 'quoting', attempt, payer, holding, agreed },
    [{ type: 'quote', attempt, payer, holding }],
  ]
  const prepare = (payer: Payer, plan: Plan): Next => [
    { status: 'preparing', attempt, payer, plan },
    [{ type: 'prepare', attempt, payer, plan }],
  ]
  const follow = (of: BegunTransfer, isElsewhere: boolean): Next => [
    { status: 'following', attempt, begun: of, isElsewhere, isSlow: false },
    [{ type: 'follow', attempt, begun: of, isElsewhere }],
  ]
  /** Back to where the plan was chosen. */
  const home = (payer: Payer, plan: Plan, problem: SendProblem | null): Next =>
    plan.type === 'transfer'
      ? go({ status: 'source', payer, problem })
      : go({ status: 'offered', payer, ...offerOf(plan), isChanged: false, problem })

  switch (event.type) {
    case 'connect':
      return state.status === 'choosing' ? go({ status: 'connecting' }) : stay
    case 'payer':
      return state.status === 'choosing' || state.status === 'connecting'
        ? go({ status: 'source', payer: event.payer, problem: null })
        : stay
    case 'payer-gone':
      return ['source', 'quoting', 'offered', 'preparing'].includes(state.status)
        ? go({ status: 'choosing', hasGone: true })
        : stay
    case 'transfer':
      return state.status === 'source'
        ? prepare(state.payer, { type: 'transfer', holding: event.holding })
        : stay
    case 'bridge':
      return state.status === 'source' ? quote(state.payer, event.holding, null) : stay
    case 'accept':
      return state.status === 'offered'
        ? prepare(state.payer, { type: 'bridge', ...offerOf(state), step: 0 })
        : stay
    case 'expired':
      return (state.status === 'preparing' || state.status === 'asking') && state.plan.type === 'bridge'
        ? quote(state.payer, state.plan.holding, state.plan.offer)
        : stay
    case 'recovered':
      return state.status === 'recovering' ? prepare(state.payer, state.plan) : stay
    case 'allowing':
      return state.status === 'asking' && state.plan.type === 'bridge' && state.prepared.begin === null
        ? [
            { status: 'allowing', attempt, payer: state.payer, plan: state.plan, hash: event.hash },
            [{ type: 'allow', attempt, plan: state.plan, hash: event.hash }],
          ]
        : stay
    case 'begun':
      if (state.status === 'choosing') return follow(event.begun, false)
      if (state.status === 'asking' && event.isElsewhere) return follow(event.begun, true)
      // The wallet has it, or has said what it did; before that its person still looks at the approval.
      if (state.status === 'asking' && event.begun.sent !== null) return follow(event.begun, false)
      return state.status === 'following' && state.begun.sent === null && event.begun.sent !== null
        ? follow(event.begun, state.isElsewhere)
        : stay
    case 'unsent':
      return state.status === 'following' ? go({ status: 'choosing', hasGone: false }) : stay
    case 'left':
      if (state.status !== 'asking') return stay
      return event.begun ? follow(event.begun, false) : home(state.payer, state.plan, null)
    case 'again':
      return state.status === 'ended' ? go({ status: 'choosing', hasGone: false }) : stay
    case 'back':
      return back()
  }
  // What is answered late.
  if (event.attempt !== state.attempt) return stay
  switch (event.type) {
    case 'quoted': {
      if (state.status !== 'quoting') return stay
      const { payer, holding, agreed } = state
      const { offer } = event
      // The same or better than what was agreed to goes on by itself; anything else is asked anew.
      if (agreed && !isWorse(offer, agreed))
        return prepare(payer, { type: 'bridge', holding, offer, step: 0 })
      return go({ status: 'offered', payer, holding, offer, isChanged: agreed !== null, problem: null })
    }
    case 'prepared': {
      if (state.status !== 'preparing') return stay
      const { prepared } = event
      return go({ status: 'asking', payer: state.payer, plan: prepared.plan, prepared })
    }
    case 'closed':
      return state.status === 'preparing'
        ? go({ status: 'recovering', payer: state.payer, plan: state.plan })
        : stay
    case 'failed':
      if (state.status === 'preparing') return home(state.payer, state.plan, event.problem)
      return state.status === 'quoting'
        ? go({ status: 'source', payer: state.payer, problem: event.problem })
        : stay
    case 'allowed': {
      if (state.status !== 'allowing' || state.plan.type !== 'bridge') return stay
      const { payer, plan } = state
      return event.isAllowed
        ? prepare(payer, { ...plan, step: plan.step + 1 })
        : home(payer, plan, event.problem)
    }
    case 'slow':
      return state.status === 'following' ? [{ ...state, isSlow: true }, []] : stay
    case 'ended':
      return state.status === 'following' ? go({ status: 'ended', begun: state.begun, why: event.why }) : stay
    case 'arrived':
      return state.status === 'following'
        ? go({ status: 'arrived', begun: state.begun, arrived: event.arrived })
        : stay
  }

  function back(): Next {
    switch (state.status) {
      case 'connecting':
      case 'source':
        return go({ status: 'choosing', hasGone: false })
      case 'quoting':
      case 'offered':
        return go({ status: 'source', payer: state.payer, problem: null })
      case 'preparing':
      case 'recovering':
        return home(state.payer, state.plan, null)
      default:
        return stay
    }
  }
}

const offerOf = ({ holding, offer }: { readonly holding: Holding; readonly offer: BridgeOffer }) => ({
  holding,
  offer,
})
