import { describe, expect, it } from 'vitest'
import {
  admitsPress,
  type GuardEvent,
  type GuardState,
  guardCapability,
  initialGuard,
  reduceGuard,
} from './approval-guard.ts'

const seen = (atMs: number, over: Partial<Extract<GuardEvent, { type: 'seen' }>> = {}): GuardEvent => ({
  type: 'seen',
  ratio: 1,
  isVisible: true,
  atMs,
  ...over,
})

const STATES = {
  waiting: { status: 'waiting' },
  covered: { status: 'covered' },
  arming: { status: 'arming', sinceMs: 1_000 },
  armed: { status: 'armed', sinceMs: 1_400 },
  refused: { status: 'refused' },
} as const satisfies Record<string, GuardState>

const EVENTS = {
  seen: seen(1_700),
  covered: seen(1_700, { isVisible: false }),
  clipped: seen(1_700, { ratio: 0.98 }),
  untracked: seen(1_700, { isVisible: undefined }),
  early: { type: 'elapsed', atMs: 1_399 },
  elapsed: { type: 'elapsed', atMs: 1_400 },
  changed: { type: 'disturbed', atMs: 1_700 },
} as const satisfies Record<string, GuardEvent>

const armingNow: GuardState = { status: 'arming', sinceMs: 1_700 }
const lost = { covered: STATES.covered, clipped: STATES.covered, untracked: STATES.covered }

const CHANGES: Record<keyof typeof STATES, Partial<Record<keyof typeof EVENTS, GuardState>>> = {
  waiting: { seen: armingNow, ...lost },
  covered: { seen: armingNow, ...lost },
  arming: { elapsed: STATES.armed, changed: armingNow, ...lost },
  armed: { changed: armingNow, ...lost },
  refused: {},
}

describe('approval guard', () => {
  describe.each(Object.keys(STATES) as (keyof typeof STATES)[])('%s, tracked', stateName => {
    it.each(Object.keys(EVENTS) as (keyof typeof EVENTS)[])('takes %s', eventName => {
      const expected = CHANGES[stateName][eventName] ?? STATES[stateName]
      expect(reduceGuard('tracked', STATES[stateName], EVENTS[eventName])).toEqual(expected)
    })
  })

  it.each([
    { tracksVisibility: true, movesValue: true, capability: 'tracked' },
    { tracksVisibility: true, movesValue: false, capability: 'tracked' },
    { tracksVisibility: false, movesValue: false, capability: 'ratio' },
    { tracksVisibility: false, movesValue: true, capability: 'refused' },
  ])('tracks: $tracksVisibility, moves value: $movesValue → $capability', ({ capability, ...browser }) => {
    expect(guardCapability(browser)).toBe(capability)
  })

  it('never arms where the browser can tell too little for an approval that moves value', () => {
    expect(initialGuard('refused')).toEqual(STATES.refused)
  })

  it('counts the part in view where that is all the browser can tell', () => {
    expect(reduceGuard('ratio', STATES.waiting, EVENTS.untracked)).toEqual(armingNow)
    expect(reduceGuard('ratio', STATES.armed, EVENTS.clipped)).toEqual(STATES.covered)
  })

  it('starts the wait anew after each cover', () => {
    const uncovered = reduceGuard(
      'tracked',
      reduceGuard('tracked', STATES.armed, EVENTS.covered),
      seen(2_000),
    )
    expect(reduceGuard('tracked', uncovered, { type: 'elapsed', atMs: 2_399 }).status).toBe('arming')
    expect(reduceGuard('tracked', uncovered, { type: 'elapsed', atMs: 2_400 }).status).toBe('armed')
  })

  it.each([
    ['a press since it was armed', STATES.armed, { isTrusted: true, pressedAtMs: 1_400 }, true],
    [
      'the second press of a double click, however long the first was before',
      STATES.armed,
      { isTrusted: true, pressedAtMs: 1_900, count: 2 },
      false,
    ],
    [
      'a press by assistive technology, which has no pointer',
      STATES.armed,
      { isTrusted: true, pressedAtMs: null },
      true,
    ],
    ['a press that a script made', STATES.armed, { isTrusted: false, pressedAtMs: 1_600 }, false],
    ['a press that began before it was armed', STATES.armed, { isTrusted: true, pressedAtMs: 1_399 }, false],
    ['a press while it arms', STATES.arming, { isTrusted: true, pressedAtMs: 1_200 }, false],
    ['a press while it is covered', STATES.covered, { isTrusted: true, pressedAtMs: 1_200 }, false],
    ['a press before the first report', STATES.waiting, { isTrusted: true, pressedAtMs: 1_200 }, false],
    ['a press where it cannot work', STATES.refused, { isTrusted: true, pressedAtMs: 1_200 }, false],
  ] as const)('%s', (_name, state, press, admitted) => {
    expect(admitsPress(state, { count: 1, ...press })).toBe(admitted)
  })
})
