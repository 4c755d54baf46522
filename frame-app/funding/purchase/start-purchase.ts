import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { type Flow, startFlow } from '../../core/flow.ts'
import { wait } from '../../core/wait.ts'
import { type Pace, pollAnswer } from '../../login-method/poll.ts'
import type { Kernel } from '../../ui/kernel-context.ts'
import { watch } from '../../window/watch.ts'
import { toFailure } from '../../words/failure.ts'
import type { FundingOutcome } from '../method.ts'
import { type PurchaseEffect, type PurchaseEvent, type PurchaseState, purchaseMachine } from './flow.ts'
import type { KeptFunding } from './kept.ts'
import { requirePage } from './require-page.ts'
import type { Order, Vendor } from './vendor.ts'

/** A bank may look at a payment for long; nobody should be left before a spinner for it. */
const PACE: Pace = { firstPause: 1_000, longestPause: 5_000, lifetime: 20 * 60_000 }

export interface PurchaseFlow extends Flow<PurchaseState, PurchaseEvent> {
  /** Opens the company's page; to be called in the person's click, or the browser blocks it. */
  open(frame: Window): void
}

/** Buys by a company's page: prepares, opens, and asks the server until it knows what became of it. */
export function startPurchase(
  kernel: Pick<Kernel, 'operations' | 'config' | 'appearance'>,
  vendor: Vendor,
  order: Order,
  kept: KeptFunding,
): PurchaseFlow {
  let popup: Window | null = null
  const told = new Map<string, 'failed'>()

  /** The first that is there; `null` while any of them is still to be told. */
  const askAll = async (ids: readonly string[], signal: AbortSignal) => {
    for (const id of ids) {
      if (told.has(id)) continue
      const answer = await vendor.status(kernel, id, signal)
      if (answer.status === 'failed') told.set(id, 'failed')
      if (answer.status !== 'completed') continue
      const { status: _, ...rest } = answer
      return { outcome: { amount: order.amount, ...rest } satisfies FundingOutcome }
    }
    return ids.every(id => told.has(id)) ? { outcome: null } : null
  }

  const perform = async (effect: PurchaseEffect, signal: AbortSignal): Promise<PurchaseEvent> => {
    const { attempt } = effect
    switch (effect.type) {
      case 'prepare':
        try {
          const purchase = await vendor.prepare(kernel, order, signal)
          requirePage(purchase.url)
          return { type: 'prepared', attempt, purchase }
        } catch (error) {
          return { type: 'unprepared', attempt, failure: toFailure(error) }
        }
      case 'age':
        await wait(vendor.goodFor, signal)
        return { type: 'aged', attempt }
      case 'watch':
        await new Promise<void>(resolve => {
          if (popup) signal.addEventListener('abort', watch(popup, resolve))
        })
        return { type: 'gone', attempt }
      case 'ask':
        try {
          const ask = () => askAll(effect.opened, signal)
          const { outcome } = await pollAnswer(ask, PACE, { document, window }, signal)
          kept.forget(effect.opened)
          popup?.close()
          return { type: 'told', attempt, outcome }
        } catch (error) {
          const isLate = error instanceof VitrineError && error.code === 'client_request_timeout'
          return { type: 'untold', attempt, failure: isLate ? null : toFailure(error) }
        }
    }
  }
  const resumed = kept.purchasesOf(order.request, vendor.provider, order.method)
  const flow = startFlow(purchaseMachine(resumed), perform)
  flow.send({ type: resumed.length > 0 ? 'ask-again' : 'prepare' })
  return {
    ...flow,
    open(frame) {
      const state = flow.get()
      if (state.status !== 'ready') return
      // Before the window is there: what is paid in it must be found again, whatever becomes of this page.
      kept.remember(order, vendor.provider, state.purchase.id)
      popup = frame.open(state.purchase.url, '_blank', 'popup,width=480,height=720')
      flow.send({ type: 'opened', sight: popup ? 'open' : 'unseen' })
    },
  }
}
