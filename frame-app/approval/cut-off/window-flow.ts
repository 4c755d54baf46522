import { APPROVAL_FLOWS, flowDone, flowOffer, flowOutcome } from '@vitrine/shared/api/approval-flow.ts'
import { APP_ID_HEADER } from '@vitrine/shared/api/headers.ts'
import type * as z from 'zod/mini'
import { type Review, SILENCE_MS, toWindow, type Verdict, type WindowNews } from '../view/window-messages.ts'
import type { Look } from './frame-flow.ts'
import { type FlowSecret, open, seal } from './seal.ts'

/** How often the server is asked, in ms. */
const ASK_EVERY_MS = 700
/** While the review is on screen: the frame can end the request, or open another window for it. */
const WATCH_EVERY_MS = 2_000

/** What the window hears of its request by the server. */
export interface WindowFlowEvents {
  onReview(look: Look, review: Review): void
  onNews(look: Look | null, news: WindowNews): void
  /** Nobody has said what became of the answer, or the frame offered no review. */
  onSilence(): void
}

export interface WindowFlow {
  /** Sends the answer until the server has it. Closing the window does not cancel it. */
  answer(key: string, verdict: Verdict): void
  /** Asks once more what became of the answer. */
  checkAgain(): void
  stop(): void
}

const NOTHING_SIGNED: WindowNews = { event: 'state', state: { status: 'expired', transactions: [] } }
const TAKEN: WindowNews = { event: 'state', state: { status: 'answered', transactions: [] } }

/** Takes the review of a flow from the server, once, and follows what becomes of it. */
export function followFlow(appId: string, secret: FlowSecret, events: WindowFlowEvents): WindowFlow {
  let isStopped = false
  let answering: { readonly key: string; readonly verdict: Verdict } | null = null
  let isFollowing = false
  let wake = () => {}

  /** @returns `'over'` where the server has no such flow, `null` where it could not be asked */
  const post = async <T>(
    path: string,
    body: object,
    answer: z.ZodMiniType<T>,
  ): Promise<T | 'over' | null> => {
    try {
      const response = await fetch(`/api/v1${APPROVAL_FLOWS}/${path}`, {
        method: 'POST',
        credentials: 'omit',
        // A window that the user closes has its answer sent all the same.
        keepalive: path === 'answer',
        headers: { 'content-type': 'application/json', [APP_ID_HEADER]: appId },
        body: JSON.stringify({ flow_id: secret.id, ...body }),
      })
      if (response.status === 404) return 'over'
      return response.ok ? answer.parse(await response.json()) : null
    } catch {
      return null
    }
  }
  const pause = (ms: number) =>
    new Promise<void>(resolve => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const end = (look: Look | null, news: WindowNews) => {
    isStopped = true
    events.onNews(look, news)
  }
  /** @returns whether the frame has said what became of the request */
  const readOutcome = async (outcome: string | null): Promise<boolean> => {
    if (outcome === null) return false
    const said: object = JSON.parse(await open(secret, { kind: 'outcome' }, outcome))
    const message = toWindow.parse({ ...said, to: 'vitrine:approval-window', event: 'news' })
    if (message.event === 'news') {
      const { language, colorScheme, news } = message
      end({ language, colorScheme }, news)
    }
    return true
  }

  /** @returns whether a review is on screen */
  async function claim(): Promise<boolean> {
    const until = performance.now() + SILENCE_MS
    while (!isStopped) {
      const claimed = await post('claim', {}, flowOffer)
      if (claimed && claimed !== 'over') {
        const given: object = JSON.parse(await open(secret, { kind: 'offer' }, claimed.offer))
        const message = toWindow.parse({
          ...given,
          to: 'vitrine:approval-window',
          event: 'review',
          id: secret.id,
        })
        if (message.event !== 'review') return false
        const { language, colorScheme, key, view } = message
        events.onReview({ language, colorScheme }, { key, view })
        return true
      }
      const now = await post('outcome', {}, flowOutcome)
      if (now && now !== 'over') {
        if (await readOutcome(now.outcome)) return false
        // Claimed before: this window was loaded again, and what it showed is gone.
        if (now.is_claimed) {
          end(null, { event: 'unneeded' })
          return false
        }
      }
      if (performance.now() > until) break
      await pause(ASK_EVERY_MS)
    }
    return false
  }

  async function follow(): Promise<void> {
    if (isFollowing) return
    isFollowing = true
    let until: number | null = null
    while (!isStopped) {
      const given = answering
      if (given) until ??= performance.now() + SILENCE_MS
      const now = await post('outcome', {}, flowOutcome)
      if (now === 'over') {
        // The server ends a flow that is not answered in time. Nobody can say that of one that was answered here.
        if (given) events.onSilence()
        else end(null, NOTHING_SIGNED)
        break
      }
      if (now && (await readOutcome(now.outcome))) break
      if (now && given) {
        if (now.is_taken) return end(null, TAKEN)
        if (!now.is_answered) {
          const answer = await seal(secret, { kind: 'answer', review: given.key }, given.verdict)
          const sent = await post('answer', { answer }, flowDone)
          // What the server did not take is sent again after a pause.
          if (sent && sent !== 'over') continue
        }
      }
      // After it has asked: a browser wakes a window in the background up to a minute late.
      if (until !== null && performance.now() > until) {
        events.onSilence()
        break
      }
      await pause(given ? ASK_EVERY_MS : WATCH_EVERY_MS)
    }
    isFollowing = false
  }

  void claim()
    .then(isShown => (isShown ? follow() : isStopped || events.onSilence()))
    .catch(() => events.onSilence())
  const goOn = () => {
    wake()
    void follow().catch(() => events.onSilence())
  }
  return {
    answer(key, verdict) {
      answering ??= { key, verdict }
      goOn()
    },
    checkAgain: goOn,
    stop() {
      isStopped = true
    },
  }
}
