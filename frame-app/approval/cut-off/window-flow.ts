import { APPROVAL_FLOWS, flowDone, flowOffer } from '@vitrine/shared/api/approval-flow.ts'
import { APP_ID_HEADER } from '@vitrine/shared/api/headers.ts'
import type * as z from 'zod/mini'
import { type Review, toWindow, type Verdict } from '../view/window-messages.ts'
import { type FlowSecret, open, seal } from './seal.ts'

/** The frame offers the review once it has read it, in ms. */
const OFFER_LIMIT_MS = 30_000
const ASK_EVERY_MS = 700

export interface WindowFlow {
  readonly language: string
  readonly colorScheme: string | undefined
  readonly review: Review
  /** Settles once the frame can know it. */
  answer(verdict: Verdict): Promise<unknown>
}

/** Takes the review of a flow from the server: once. @returns `null`: there is none, or it was not the frame's */
export async function takeFlow(appId: string, secret: FlowSecret): Promise<WindowFlow | null> {
  const post = async <T>(path: string, body: object, answer: z.ZodMiniType<T>): Promise<T> => {
    const response = await fetch(`/api/v1${APPROVAL_FLOWS}/${path}`, {
      method: 'POST',
      credentials: 'omit',
      headers: { 'content-type': 'application/json', [APP_ID_HEADER]: appId },
      body: JSON.stringify({ flow_id: secret.id, ...body }),
    })
    return answer.parse(await response.json())
  }
  const until = performance.now() + OFFER_LIMIT_MS
  while (performance.now() < until) {
    const claimed = await post('claim', {}, flowOffer).catch(() => null)
    if (claimed) return read(claimed.offer).catch(() => null)
    await new Promise(resolve => setTimeout(resolve, ASK_EVERY_MS))
  }
  return null

  async function read(offer: string): Promise<WindowFlow | null> {
    const given: object = JSON.parse(await open(secret, { kind: 'offer' }, offer))
    const message = toWindow.parse({ ...given, to: 'vitrine:approval-window', event: 'review' })
    if (message.event !== 'review') return null
    const { language, colorScheme, key, view } = message
    return {
      language,
      colorScheme,
      review: { key, view },
      answer: async verdict =>
        post('answer', { answer: await seal(secret, { kind: 'answer', review: key }, verdict) }, flowDone),
    }
  }
}
