import { describe, expect, it } from 'vitest'
import { type PurchaseEvent, type PurchaseState, purchaseMachine } from './flow.ts'

const machine = purchaseMachine([])
const failure = { code: 'service_unavailable', message: 'Try again later.' } as const
const purchase = { id: 'fund_2', url: 'https://pay.example/2' }
const outcome = { transactionHash: '0x01' }
const at = { attempt: 3, opened: ['fund_1'] }
const STATES: Readonly<Record<PurchaseState['status'], PurchaseState>> = {
  preparing: { ...at, status: 'preparing' },
  ready: { ...at, status: 'ready', purchase },
  unprepared: { ...at, status: 'unprepared', failure },
  waiting: { ...at, status: 'waiting', sight: 'open' },
  late: { ...at, status: 'late' },
  failed: { ...at, status: 'failed', failure: null },
  completed: { ...at, status: 'completed', outcome },
}
const EVENTS: readonly PurchaseEvent[] = [
  { type: 'prepare' },
  { type: 'prepared', attempt: 3, purchase },
  { type: 'unprepared', attempt: 3, failure },
  { type: 'aged', attempt: 3 },
  { type: 'opened', sight: 'unseen' },
  { type: 'gone', attempt: 3 },
  { type: 'told', attempt: 3, outcome },
  { type: 'told', attempt: 3, outcome: null },
  { type: 'untold', attempt: 3, failure },
  { type: 'untold', attempt: 3, failure: null },
  { type: 'ask-again' },
]

/** Where each event leads from each state; what is not here leaves the state as it is. */
const LEADS: Readonly<Record<PurchaseState['status'], Readonly<Record<string, PurchaseState['status']>>>> = {
  preparing: { prepared: 'ready', unprepared: 'unprepared' },
  ready: { prepare: 'preparing', aged: 'preparing', opened: 'waiting' },
  unprepared: { prepare: 'preparing' },
  waiting: { prepare: 'preparing', gone: 'waiting' },
  late: { prepare: 'preparing', 'ask-again': 'waiting' },
  failed: { prepare: 'preparing' },
  completed: {},
}
/** What is told of the purchases leads on from every state but the end: they are asked about in all of them. */
const TOLD = {
  'told there': 'completed',
  'told failed': 'failed',
  'untold why': 'failed',
  untold: 'late',
} as const

const nameOf = (event: PurchaseEvent) => {
  if (event.type === 'told') return event.outcome ? 'told there' : 'told failed'
  return event.type === 'untold' ? (event.failure ? 'untold why' : 'untold') : event.type
}

describe.each(Object.values(STATES))('$status', state => {
  it.each(EVENTS.map(event => [nameOf(event), event] as const))('%s', (name, event) => {
    const [next] = machine.reduce(state, event)
    const told = state.status === 'completed' ? undefined : TOLD[name as keyof typeof TOLD]
    const expected = told ?? LEADS[state.status][name]
    if (expected) expect(next.status).toBe(expected)
    else expect(next).toBe(state)
  })

  it('drops what answers an attempt that is over', () => {
    for (const event of EVENTS)
      if ('attempt' in event) expect(machine.reduce(state, { ...event, attempt: 2 })[0]).toBe(state)
  })
})

it('goes on asking about what was opened before, whatever the person does next', () => {
  const asks = (from: PurchaseState, event: PurchaseEvent) =>
    machine.reduce(from, event)[1].flatMap(it => (it.type === 'ask' ? [it.opened] : []))
  expect(asks(STATES.waiting, { type: 'prepare' })).toEqual([['fund_1']])
  expect(asks(STATES.preparing, { type: 'prepared', attempt: 3, purchase })).toEqual([['fund_1']])
  expect(asks(STATES.preparing, { type: 'unprepared', attempt: 3, failure })).toEqual([['fund_1']])
  expect(asks(STATES.ready, { type: 'opened', sight: 'open' })).toEqual([['fund_1', 'fund_2']])
  expect(asks(STATES.late, { type: 'ask-again' })).toEqual([['fund_1']])
})

it('that the window is gone decides nothing', () => {
  const [next, effects] = machine.reduce(STATES.waiting, { type: 'gone', attempt: 3 })
  expect(next).toEqual({ ...STATES.waiting, sight: 'gone' })
  expect(effects).toEqual([])
})

it('a purchase of before a reload is asked about first', () => {
  expect(purchaseMachine(['fund_0']).initial).toMatchObject({ status: 'late', opened: ['fund_0'] })
})
