// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { GuardState } from '../ui/approval-guard.ts'
import { en } from '../words/en.ts'
import { SHOWN_MS } from './hidden-text.ts'
import type { InSight } from './in-sight.ts'
import { labelsOf } from './labels.ts'
import { secretText } from './opened-secret.ts'
import { showView } from './show-view.ts'

const KEY = `0x${'07'.repeat(32)}`
const opened = () => ({ type: 'key', chainType: 'ethereum', bytes: new Uint8Array(32).fill(7) }) as const
const ofSolana = () => ({ type: 'key', chainType: 'solana', bytes: new Uint8Array(64).fill(7) }) as const

/** A document in sight, or not. */
function fakeSight() {
  const listeners = new Set<(state: GuardState) => void>()
  let state: GuardState = { status: 'armed', sinceMs: 0 }
  const out = new Set<Element>()
  const sight: InSight = {
    now: () => state,
    holds: part => !out.has(part),
    onChange: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    disturb: () => {},
    stop: () => {},
  }
  const become = (next: GuardState) => {
    state = next
    for (const listener of [...listeners]) listener(next)
  }
  return { sight, become, out }
}

/** jsdom makes no trusted event: the listener is handed one that says it is. */
const clicks = new Map<EventTarget, (event: unknown) => void>()
const real = EventTarget.prototype.addEventListener
let sight: ReturnType<typeof fakeSight>
let view: ReturnType<typeof showView>
const copied = vi.fn()
const writeText = vi.fn(async () => {})
const button = (word: 'secret.show' | 'secret.hide' | 'secret.copy' | 'secret.json') => {
  const found = [...document.querySelectorAll('button')].find(it => it.textContent === en[word])
  if (!found) throw new Error(`No button says ${en[word]}`)
  return found
}
const press = (word: Parameters<typeof button>[0], over: object = {}) =>
  clicks.get(button(word))?.({ isTrusted: true, detail: 1, ...over })
const html = () => document.documentElement.outerHTML

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  vi.spyOn(EventTarget.prototype, 'addEventListener').mockImplementation(function (
    this: EventTarget,
    ...[type, listener, options]
  ) {
    if (type === 'click' && typeof listener === 'function') clicks.set(this, listener as never)
    real.call(this, type, listener, options)
  })
  sight = fakeSight()
  view = showView(opened(), labelsOf(en), sight.sight, copied)
  document.body.replaceChildren(view.root)
})
afterEach(() => {
  view.wipe()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('shows nothing until its person asks, and nothing of it is in the document again after a minute', () => {
  expect(html()).not.toContain(KEY)
  press('secret.show')
  expect(document.querySelector('.key')?.textContent).toBe(KEY)
  // Not where a tool, a manager or a title could keep it.
  expect(
    [...document.querySelectorAll('*')].flatMap(it => [...it.attributes].map(at => at.value)),
  ).not.toContain(KEY)
  vi.advanceTimersByTime(SHOWN_MS)
  expect(html()).not.toContain(KEY)
})

it.each([
  ['covered', () => sight.become({ status: 'covered' })],
  ['another window is in front', () => window.dispatchEvent(new Event('blur'))],
  ['it is hidden', () => press('secret.hide')],
  ['it ends', () => view.wipe()],
])('hides it again when %s', (_, happen) => {
  press('secret.show')
  expect(html()).toContain(KEY)
  happen()
  expect(html()).not.toContain(KEY)
})

it('takes no more room shown than hidden: nothing moves under its person’s finger', () => {
  const length = () => document.querySelector('.key')?.textContent?.length
  expect(length()).toBe(KEY.length)
  press('secret.show')
  expect(length()).toBe(KEY.length)
})

it('in another format is hidden until it is asked for again', () => {
  view.wipe()
  view = showView(ofSolana(), labelsOf(en), sight.sight, copied)
  document.body.replaceChildren(view.root)
  press('secret.show')
  expect(document.querySelector('.key')?.textContent).toBe(secretText(ofSolana(), 'base58'))
  press('secret.json')
  const json = secretText(ofSolana(), 'json')
  expect(document.querySelector('.key')?.textContent).toBe('0'.repeat(json.length))
  press('secret.show')
  expect(document.querySelector('.key')?.textContent).toBe(json)
})

it.each([
  ['a script’s', {}, { isTrusted: false }],
  ['the second of a double click', {}, { detail: 2 }],
])('%s press shows and copies nothing', (_, __, event) => {
  press('secret.show', event)
  press('secret.copy', event)
  expect(html()).not.toContain(KEY)
  expect(writeText).not.toHaveBeenCalled()
})

it.each(['covered', 'waiting'] as const)(
  'while it is %s no press counts, and the buttons are off',
  status => {
    sight.become({ status })
    press('secret.show')
    press('secret.copy')
    expect(html()).not.toContain(KEY)
    expect(writeText).not.toHaveBeenCalled()
    expect([button('secret.show').disabled, button('secret.copy').disabled]).toEqual([true, true])
  },
)

it('a button that is scrolled out of sight is brought there, and takes no press', () => {
  const copy = button('secret.copy')
  copy.scrollIntoView = vi.fn()
  sight.out.add(copy)
  press('secret.copy')
  expect(writeText).not.toHaveBeenCalled()
  expect(copy.scrollIntoView).toHaveBeenCalledTimes(1)
})

it('copies on a press alone, without showing, and says so', async () => {
  press('secret.copy')
  await vi.advanceTimersByTimeAsync(0)
  expect(writeText).toHaveBeenCalledExactlyOnceWith(KEY)
  expect(copied).toHaveBeenCalledTimes(1)
  expect(html()).not.toContain(KEY)
  expect(document.body.textContent).toContain(en['secret.copied'])
  view.clipboard('kept')
  expect(document.body.textContent).toContain(en['secret.kept'])
})

it('what cannot be copied is not said to be', async () => {
  writeText.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
  press('secret.copy')
  await vi.advanceTimersByTimeAsync(0)
  expect(copied).not.toHaveBeenCalled()
  expect(document.body.textContent).toContain(en['secret.copyFailed'])
})
