import { type StepUpWays, stepUpTarget } from '@vitrine/shared/api/step-up.ts'
import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { createStore, type ReadableStore } from '../core/store.ts'
import type { Calls } from '../session/calls.ts'
import { say } from '../words/say.ts'
import { type Confirmation, fetchWays, type Purpose } from './step-up-api.ts'

/** The way in that is added or removed, or what else a proof is for. */
export interface ChangedAccount {
  readonly type: string
  /** What tells it from others; absent for one that the change itself makes, such as a passkey. */
  readonly subject?: string
  /** As its person knows it, whole. Absent: nobody knows it yet. */
  readonly name?: string
}

/** A person is asked to prove a way into their account that they have already. */
export interface AskedStepUp extends Confirmation {
  readonly account: ChangedAccount | null
  readonly ways: StepUpWays['ways']
  /** For `release`: of a session that the page brought back. */
  readonly isResumed?: true
  /** @param token the proof; `null` for `release` */
  onProven(token: string | null): void
  onLeft(): void
}

/** What a change is sent with. */
export interface StepUpBody {
  readonly step_up?: string
  readonly from_account?: true
}

/** The proof that a change of ways in takes, for one card: asked for when the server wants one, and kept until it is used. */
export interface StepUp {
  /** What the card shows in its place; `null`: the card itself. */
  readonly asked: ReadableStore<AskedStepUp | null>
  /** Settles when the change may be asked for. @throws VitrineError `user_rejected` when the person leaves */
  prove(account: ChangedAccount, signal: AbortSignal): Promise<StepUpBody>
  /** Makes the change with its proof; with a new one where that was too old. */
  change<T>(account: ChangedAccount, signal: AbortSignal, send: (body: StepUpBody) => Promise<T>): Promise<T>
}

export interface StepUpOptions {
  readonly purpose: Exclude<Purpose, 'release'>
  /** The person pressed the button on the account screen: no page asked for it. */
  readonly isFromAccount: boolean
}

export function createStepUp(calls: Calls, { purpose, isFromAccount }: StepUpOptions): StepUp {
  const asked = createStore<AskedStepUp | null>(null)
  const proven = new Map<string, StepUpBody>()

  const ask = (
    confirmation: Confirmation,
    account: ChangedAccount,
    ways: StepUpWays['ways'],
    signal: AbortSignal,
  ) =>
    new Promise<StepUpBody>((resolve, reject) => {
      const leave = (reason: unknown) => {
        asked.set(null)
        reject(reason)
      }
      signal.addEventListener('abort', () => leave(signal.reason), { once: true })
      asked.set({
        ...confirmation,
        account,
        ways,
        onProven(token) {
          asked.set(null)
          resolve(token === null ? {} : { step_up: token })
        },
        onLeft: () => leave(clientError('user_rejected', say('stepUp.needed'))),
      })
    })

  const prove: StepUp['prove'] = async (account, signal) => {
    const target = stepUpTarget(account.type, account.subject)
    const kept = proven.get(target)
    if (kept) return kept
    const { is_required: isRequired, ways } = await fetchWays(calls, purpose, isFromAccount, signal)
    signal.throwIfAborted()
    if (!isRequired) return isFromAccount ? { from_account: true } : {}
    const body = await ask({ purpose, target }, account, ways, signal)
    proven.set(target, body)
    return body
  }

  return {
    asked,
    prove,
    async change(account, signal, send) {
      const sendProven = async () => {
        const result = await send(await prove(account, signal))
        // It is spent: what the card changes next takes another.
        proven.delete(stepUpTarget(account.type, account.subject))
        return result
      }
      try {
        return await sendProven()
      } catch (error) {
        if (!(error instanceof VitrineError) || error.code !== 'step_up_required') throw error
        proven.delete(stepUpTarget(account.type, account.subject))
        return sendProven()
      }
    },
  }
}
