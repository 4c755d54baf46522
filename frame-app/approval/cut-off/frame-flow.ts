import { APPROVAL_FLOWS, FLOW_LIFETIME_MS, flowDone, flowStatus } from '@vitrine/shared/api/approval-flow.ts'
import type { ErrorCode } from '@vitrine/shared/errors/codes.ts'
import { TIMED_OUT } from '@vitrine/shared/errors/vitrine-error.ts'
import type { Calls } from '../../session/calls.ts'
import type { Review, Verdict, WindowNews } from '../view/window-messages.ts'
import { newFlowSecret, open, seal, toFragment } from './seal.ts'

/** How often the server is asked, in ms; at once when the person comes back to the page. */
const ASK_EVERY_MS = 1_000
/** A window that was opened takes its task within this; else none was. */
const CLAIM_LIMIT_MS = 15_000

/** The language and colours of the frame. */
export interface Look {
  readonly language: string
  readonly colorScheme: string | undefined
}

export interface CutOffFlow {
  /** Unguessable; it stands in the fragment too. */
  readonly id: string
  /** For the address of the window. */
  readonly fragment: string
  /**
   * Has the review answered in the window. Once.
   * @param onClaimed the window is there
   * @returns `null`: there is no window, it was never answered, or what came back was not the window's
   */
  offer(look: Look, review: Review, onClaimed: () => void): Promise<Verdict | null>
  /** Stores what became of the request for the window, which can then neither take the review nor answer it. */
  tell(look: Look, news: WindowNews): void
  /** Stops waiting for an answer. */
  end(): void
}

/** A server that restarts, or a network that is away, ends no approval: it is asked again. */
function whileAway(error: unknown): null {
  if (AWAY.includes(Object(error).code)) return null
  throw error
}
const AWAY: readonly ErrorCode[] = ['service_unavailable', TIMED_OUT.code]

/** An approval by the server, for a window that the page's `Cross-Origin-Opener-Policy` cuts off from the frame. */
export function prepareFlow(own: Window, calls: Pick<Calls, 'postAuthorized'>): CutOffFlow {
  const secret = newFlowSecret()
  const ending = new AbortController()
  const { signal } = ending
  const post = <T>(
    path: string,
    body: object,
    answer: Parameters<typeof calls.postAuthorized<T>>[2],
    until: AbortSignal = signal,
  ) => calls.postAuthorized(`${APPROVAL_FLOWS}/${path}`, { flow_id: secret.id, ...body }, answer, until)
  /** What is told replaces what was told before, so it goes one after another. */
  let telling: Promise<unknown> = Promise.resolve()

  /** Until the next look is due, or the person has come back. */
  const pause = () =>
    new Promise<void>(resolve => {
      const timer = setTimeout(go, ASK_EVERY_MS)
      function go() {
        clearTimeout(timer)
        own.document.removeEventListener('visibilitychange', go)
        signal.removeEventListener('abort', go)
        resolve()
      }
      own.document.addEventListener('visibilitychange', go)
      signal.addEventListener('abort', go)
    })

  return {
    id: secret.id,
    fragment: toFragment(secret),
    tell(look, news) {
      telling = telling
        .then(async () => {
          const outcome = await seal(secret, { kind: 'outcome' }, JSON.stringify({ ...look, news }))
          await post('close', { outcome }, flowDone, new AbortController().signal)
        })
        // The window then says that it does not know, or that the request has expired.
        .catch(() => {})
    },
    async offer(look, review, onClaimed) {
      try {
        const said = JSON.stringify({ ...look, ...review })
        const offer = await seal(secret, { kind: 'offer' }, said)
        await post('offer', { offer }, flowDone)
        const began = performance.now()
        let isClaimed = false
        const isInTime = () => performance.now() - began < (isClaimed ? FLOW_LIFETIME_MS : CLAIM_LIMIT_MS)
        while (!signal.aborted && isInTime()) {
          await pause()
          const status = await post('status', {}, flowStatus).catch(whileAway)
          if (status === null) continue
          if (status.is_claimed && !isClaimed) onClaimed()
          isClaimed = status.is_claimed
          if (status.answer === null) continue
          const verdict = await open(secret, { kind: 'answer', review: review.key }, status.answer)
          return verdict === 'approved' || verdict === 'rejected' ? verdict : null
        }
      } catch {
        // Without an answer that is the window's nothing is approved; the person can open another.
      }
      return null
    },
    end: () => ending.abort(),
  }
}
