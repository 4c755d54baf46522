import { BRIDGE_STATUS_PATH, type BridgeStatus, bridgeStatus } from '@vitrine/shared/api/funding.ts'
import type { FundingRequest } from '@vitrine/shared/funding/request.ts'
import { wait } from '../../core/wait.ts'
import type { Kernel } from '../../ui/kernel-context.ts'
import type { BegunTransfer } from './begun-transfer.ts'
import type { Claims } from './claims.ts'
import { readCredit } from './credit.ts'
import type { Arrived, EndReason } from './flow.ts'
import { tellSent } from './send-guard.ts'
import { findLate, readOutcome, type SentOutcome } from './sent-outcome.ts'

const POLL_MS = 2_500
/** A transfer that takes longer than this, and a bridge that takes longer than it said, are told to be slow. */
const SLOW_MS = 120_000
const SLOW_BRIDGE_MS = 300_000
/** For a node that lags behind the one that had the receipt. */
const CREDIT_LIMIT_MS = 60_000

export interface FollowParts {
  readonly kernel: Pick<Kernel, 'ethereum' | 'solana' | 'operations'>
  readonly claims: Claims
  readonly request: FundingRequest
  readonly pollMs?: number
  /** Unix ms. */
  now(): number
}

export interface FollowNews {
  /** What the wallet was asked for is known to have been sent. */
  onSent(id: string): void
  onSlow(): void
}

export type Followed =
  | { readonly type: 'arrived'; readonly arrived: Arrived }
  | { readonly type: 'ended'; readonly why: EndReason }
  /** Another tab has given it back: the wallet declined. */
  | { readonly type: 'unsent' }

/**
 * Follows a transfer that a wallet was asked for until the money is in the funded wallet, or will not come. It goes on for as long as
 * somebody looks: what takes long is said to, and not given up. Never rejects but with the signal's reason.
 */
export async function followTransfer(
  parts: FollowParts,
  begun: BegunTransfer,
  news: FollowNews,
  signal: AbortSignal,
): Promise<Followed> {
  const { claims, now, pollMs = POLL_MS } = parts
  const { sent, bridge, at } = begun
  const slowAfter = bridge ? Math.max(SLOW_BRIDGE_MS, (bridge.timeEstimate ?? 0) * 4_000) : SLOW_MS
  if (sent !== null) void tellSent(claims, begun.transferId, sent)
  const look = sent === null ? lookForAnswer(parts, begun, news) : lookAtSent(parts, begun, sent)
  let isSlow = false
  for (;;) {
    // A node or server that is away for a while is asked again.
    const ended = await look(signal).catch(() => null)
    signal.throwIfAborted()
    if (ended) return ended
    if (!isSlow && now() - at > slowAfter) {
      isSlow = true
      news.onSlow()
    }
    await wait(pollMs, signal)
    signal.throwIfAborted()
  }
}

type Look = (signal: AbortSignal) => Promise<Followed | null>

/** The wallet was asked, and has not answered here. */
function lookForAnswer(
  { kernel, claims, request }: FollowParts,
  begun: BegunTransfer,
  news: FollowNews,
): Look {
  let hasAsked = false
  return async signal => {
    const late = await findLate(kernel, request.address, begun)
    if (late !== null) {
      news.onSent(late)
      return null
    }
    if (!hasAsked) {
      const { isFirst, transactionHash } = await claims.claim(begun.transferId)
      hasAsked = true
      if (isFirst) {
        await claims.tell(begun.transferId, null)
        return { type: 'unsent' }
      }
      if (transactionHash !== null) {
        news.onSent(transactionHash)
        return null
      }
    }
    // The balance speaks where nobody else does.
    return credited(kernel, request, begun, null, signal)
  }
}

function lookAtSent(parts: FollowParts, begun: BegunTransfer, sent: string): Look {
  const { kernel, request, now } = parts
  let outcome: SentOutcome = 'pending'
  let doneAt: number | null = null
  const arrivedOrMissing = async (hash: string | null, signal: AbortSignal): Promise<Followed | null> => {
    doneAt ??= now()
    const arrived = await credited(kernel, request, begun, hash, signal)
    if (arrived) return arrived
    return now() - doneAt > CREDIT_LIMIT_MS ? { type: 'ended', why: 'missing' } : null
  }
  return async signal => {
    if (outcome !== 'done') outcome = await readOutcome(kernel, begun, sent, signal)
    if (outcome === 'reverted' || outcome === 'gone') return { type: 'ended', why: outcome }
    if (outcome === 'pending') return null
    if (begun.bridge === null) return arrivedOrMissing(sent, signal)
    const told = await readBridge(kernel, begun.bridge.quoteId, signal)
    switch (told.status) {
      case 'success':
        return arrivedOrMissing(told.transactionHash ?? null, signal)
      case 'failure':
        return { type: 'ended', why: 'bridge-failed' }
      case 'refunded':
        return { type: 'ended', why: 'refunded' }
      default:
        return null
    }
  }
}

const readBridge = (
  { operations }: Pick<Kernel, 'operations'>,
  quoteId: string,
  signal: AbortSignal,
): Promise<BridgeStatus> =>
  operations.calls.getAuthorized(
    `${BRIDGE_STATUS_PATH}?${new URLSearchParams({ quoteId })}`,
    bridgeStatus,
    signal,
  )

async function credited(
  kernel: Pick<Kernel, 'ethereum' | 'solana'>,
  request: FundingRequest,
  { amount, before, bridge, sent }: BegunTransfer,
  hash: string | null,
  signal: AbortSignal,
): Promise<Followed | null> {
  const least = BigInt(bridge?.minimumAmountOut ?? amount)
  const credit = await readCredit(kernel, request, { hash, least, before: BigInt(before) }, signal)
  if (credit === null) return null
  const transactionHash = bridge ? hash : (hash ?? sent)
  return { type: 'arrived', arrived: { transactionHash, amount: credit.amount } }
}
