import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { describe, expect, it, vi } from 'vitest'
import type { Explanation } from '../explain/explanation.ts'
import { type ApprovalEvent, type ApprovalState, approvalMachine, startApproval } from './approval-flow.ts'

type Review = { readonly of: string; readonly isFixed?: boolean }
type State = ApprovalState<Review, string>
type Event = ApprovalEvent<Review, string>

const review = { of: 'r' }
const fixed = { of: 'r', isFixed: true }
const cause = clientError('service_unavailable', 'Offline.')
const failure = { code: 'service_unavailable', message: 'Offline.', cause } as const
const explanation = { headline: 'Send' } as Explanation
const base = { attempt: 3, sent: ['0x01'] } as const
const prepare = { type: 'prepare', attempt: 4, sent: ['0x01'] }
const preparing = { status: 'preparing', attempt: 4, sent: ['0x01'] }
const perform = { type: 'perform', attempt: 4, sent: ['0x01'], review }

const STATES = {
  preparing: { status: 'preparing', ...base },
  unprepared: { status: 'unprepared', ...base, failure, explanation },
  reviewing: { status: 'reviewing', ...base, review },
  performing: { status: 'performing', ...base, review, isWaiting: false },
  failed: { status: 'failed', ...base, review, failure },
  failedFixed: { status: 'failed', ...base, review: fixed, failure },
  done: { status: 'done', ...base, result: 'x' },
} as const satisfies Record<string, State>

const EVENTS = {
  prepared: { type: 'prepared', attempt: 3, review },
  preparedStale: { type: 'prepared', attempt: 2, review: { of: 'old' } },
  unprepared: { type: 'unprepared', attempt: 3, failure, explanation },
  unpreparedStale: { type: 'unprepared', attempt: 2, failure, explanation },
  approve: { type: 'approve', attempt: 3 },
  approveStale: { type: 'approve', attempt: 2 },
  progressed: { type: 'progressed', attempt: 3, sent: ['0x01', '0x02'], isWaiting: true },
  progressedStale: { type: 'progressed', attempt: 2, sent: [], isWaiting: true },
  performed: { type: 'performed', attempt: 3, result: 'x' },
  performedStale: { type: 'performed', attempt: 2, result: 'old' },
  failed: { type: 'failed', attempt: 3, failure, sent: ['0x01', '0x02'] },
  failedStale: { type: 'failed', attempt: 2, failure, sent: [] },
  refresh: { type: 'refresh', attempt: 3 },
  refreshStale: { type: 'refresh', attempt: 2 },
  refreshed: { type: 'refreshed', attempt: 3, review: { of: 'fresh' }, isMaterial: false },
  refreshedUnchanged: { type: 'refreshed', attempt: 3, review, isMaterial: false },
  refreshedMaterial: { type: 'refreshed', attempt: 3, review: { of: 'fresh' }, isMaterial: true },
  refreshedStale: { type: 'refreshed', attempt: 2, review: { of: 'old' }, isMaterial: true },
  retry: { type: 'retry' },
  askAgain: { type: 'ask-again', attempt: 3 },
  askAgainStale: { type: 'ask-again', attempt: 2 },
} as const satisfies Record<string, Event>

/** What changes; every other pair changes nothing and does nothing. */
const CHANGES: Record<
  keyof typeof STATES,
  Partial<Record<keyof typeof EVENTS, readonly [object, object[]]>>
> = {
  preparing: {
    prepared: [STATES.reviewing, []],
    unprepared: [STATES.unprepared, []],
  },
  unprepared: { retry: [preparing, [prepare]] },
  reviewing: {
    approve: [{ ...STATES.performing, attempt: 4 }, [perform]],
    retry: [preparing, [prepare]],
    refresh: [STATES.reviewing, [{ type: 'refresh', attempt: 3, sent: ['0x01'], review }]],
    refreshed: [{ ...STATES.reviewing, review: { of: 'fresh' } }, []],
    refreshedMaterial: [{ ...STATES.reviewing, attempt: 4, review: { of: 'fresh' } }, []],
  },
  performing: {
    // Nothing was signed yet: the person has to look again.
    refreshedMaterial: [{ ...STATES.reviewing, attempt: 4, review: { of: 'fresh' } }, []],
    progressed: [{ ...STATES.performing, sent: ['0x01', '0x02'], isWaiting: true }, []],
    performed: [STATES.done, []],
    failed: [{ ...STATES.failed, sent: ['0x01', '0x02'] }, []],
  },
  failed: { retry: [preparing, [prepare]] },
  failedFixed: {
    approve: [{ ...STATES.performing, attempt: 4, review: fixed }, [{ ...perform, review: fixed }]],
    retry: [preparing, [prepare]],
  },
  done: {},
}

describe('an approval', () => {
  it('asks once more for what may be asked for twice, while it is asked for, and for nothing else', () => {
    const step = (state: State, event: Event, mayAskAgain = true) =>
      approvalMachine<Review, string>(undefined, mayAskAgain).reduce(state, event)
    const again = [{ ...STATES.performing, attempt: 4 }, [perform]]
    expect(step(STATES.performing, EVENTS.askAgain)).toEqual(again)
    expect(step(STATES.performing, EVENTS.askAgain, false)).toEqual([STATES.performing, []])
    expect(step(STATES.performing, EVENTS.askAgainStale)).toEqual([STATES.performing, []])
    expect(step(STATES.reviewing, EVENTS.askAgain)).toEqual([STATES.reviewing, []])
  })

  it('takes the answer to the second question, and none to the first', async () => {
    const answers: ((result: string) => void)[] = []
    const signals: AbortSignal[] = []
    const flow = startApproval<Review, string>({
      ready: fixed,
      mayAskAgain: true,
      perform: (_review, _progress, signal) => {
        signals.push(signal)
        return new Promise(resolve => answers.push(resolve))
      },
    })
    flow.send({ type: 'approve', attempt: 0 })
    flow.send({ type: 'ask-again', attempt: 1 })
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
    answers[0]?.('late')
    await Promise.resolve()
    expect(flow.get()).toMatchObject({ status: 'performing', attempt: 2 })
    answers[1]?.('second')
    await vi.waitFor(() => expect(flow.get()).toMatchObject({ status: 'done', result: 'second' }))
  })

  describe.each(Object.keys(STATES) as (keyof typeof STATES)[])('%s', stateName => {
    it.each(Object.keys(EVENTS) as (keyof typeof EVENTS)[])('takes %s', eventName => {
      const step = approvalMachine<Review, string>().reduce(STATES[stateName], EVENTS[eventName])
      expect(step).toEqual(CHANGES[stateName][eventName] ?? [STATES[stateName], []])
    })
  })

  it('reads at once, and performs once for one approval', async () => {
    const perform = vi.fn(async () => 'x')
    const flow = startApproval<Review, string>({ review: async () => ({ ok: true, review }), perform })
    await vi.waitFor(() => expect(flow.get().status).toBe('reviewing'))
    const { attempt } = flow.get()
    flow.send({ type: 'approve', attempt })
    flow.send({ type: 'approve', attempt })
    await vi.waitFor(() => expect(flow.get().status).toBe('done'))
    expect(perform).toHaveBeenCalledTimes(1)
  })

  it('begins with a review that is ready', () => {
    const flow = startApproval({ ready: fixed, perform: async () => 'x' })
    expect(flow.get()).toEqual({ status: 'reviewing', attempt: 0, sent: [], review: fixed })
  })

  it('keeps what was sent before a failure, and reads the rest anew', async () => {
    const read = vi.fn(async () => ({ ok: true, review }) as const)
    const flow = startApproval<Review, string>({
      review: read,
      async perform(_review, { onSent, onWait }) {
        onSent('0x01')
        onWait(true)
        throw clientError('service_unavailable', 'Offline.')
      },
    })
    await vi.waitFor(() => expect(flow.get().status).toBe('reviewing'))
    flow.send({ type: 'approve', attempt: flow.get().attempt })
    await vi.waitFor(() => expect(flow.get()).toMatchObject({ status: 'failed', sent: ['0x01'], failure }))
    flow.send({ type: 'retry' })
    expect(read).toHaveBeenLastCalledWith(['0x01'], expect.any(AbortSignal))
  })
})
