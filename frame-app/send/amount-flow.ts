import { type Flow, type Machine, type Step, startFlow } from '../core/flow.ts'
import type { SendProblem } from './flow.ts'

/** `measuring`: all is asked for, and the fee that has to stay is being read. */
export interface AmountState {
  readonly status: 'still' | 'measuring'
  readonly attempt: number
  /** As it stands in the field. */
  readonly text: string
  /** All of it: read once more when it is sent, since fees move. */
  readonly isMax: boolean
  readonly problem: SendProblem | null
}

export type AmountEvent =
  | { readonly type: 'typed'; readonly text: string }
  /** All of a coin in which no fee is paid is known. */
  | { readonly type: 'all'; readonly text: string }
  | { readonly type: 'measure' }
  | { readonly type: 'measured'; readonly attempt: number; readonly text: string }
  | { readonly type: 'failed'; readonly attempt: number; readonly problem: SendProblem }

export interface AmountEffect {
  readonly attempt: number
}

export const amountMachine: Machine<AmountState, AmountEvent, AmountEffect> = {
  initial: { status: 'still', attempt: 0, text: '', isMax: false, problem: null },
  reduce(state, event): Step<AmountState, AmountEffect> {
    const attempt = state.attempt + 1
    switch (event.type) {
      case 'typed':
        return [{ status: 'still', attempt, text: event.text, isMax: false, problem: null }, []]
      case 'all':
        return [{ status: 'still', attempt, text: event.text, isMax: true, problem: null }, []]
      case 'measure':
        if (state.status === 'measuring') return [state, []]
        return [{ ...state, status: 'measuring', attempt, isMax: false, problem: null }, [{ attempt }]]
    }
    // Something was typed meanwhile.
    if (state.status !== 'measuring' || event.attempt !== state.attempt) return [state, []]
    return event.type === 'measured'
      ? [{ ...state, status: 'still', text: event.text, isMax: true }, []]
      : [{ ...state, status: 'still', problem: event.problem }, []]
  },
}

/** @param measure all but the fee, as a person would type it. Never rejects */
export const startAmount = (
  measure: (signal: AbortSignal) => Promise<{ readonly text: string } | { readonly problem: SendProblem }>,
): Flow<AmountState, AmountEvent> =>
  startFlow(amountMachine, async ({ attempt }, signal): Promise<AmountEvent> => {
    const measured = await measure(signal)
    return 'text' in measured
      ? { type: 'measured', attempt, text: measured.text }
      : { type: 'failed', attempt, problem: measured.problem }
  })
