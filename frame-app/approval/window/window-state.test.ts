import { expect, it } from 'vitest'
import { view } from '../testing/view.ts'
import type { RequestState } from '../view/request-state.ts'
import { isFinished, nextWindowState, type WindowEvent, type WindowState } from './window-state.ts'

const review = (key: string): WindowEvent => ({ type: 'review', review: { key, view } })
const press: WindowEvent = { type: 'answer', key: 'k', verdict: 'approved' }
const silence: WindowEvent = { type: 'silence' }
const gone: WindowEvent = { type: 'news', news: { event: 'gone' } }
const unneeded: WindowEvent = { type: 'news', news: { event: 'unneeded' } }
const news = (status: RequestState['status']): WindowEvent => ({
  type: 'news',
  news: { event: 'state', state: { status, transactions: [] } },
})
const after = (...events: WindowEvent[]) => events.reduce<WindowState>(nextWindowState, { status: 'waiting' })

it('keeps a review on screen however long nobody speaks', () => {
  expect(after(review('k'), silence, silence)).toMatchObject({ status: 'review' })
})

it('says that it does not know while an answer has no reply', () => {
  expect(after(review('k'), press, silence)).toEqual({ status: 'unknown' })
  expect(after(review('k'), press, gone)).toEqual({ status: 'unknown' })
  expect(isFinished({ status: 'unknown' })).toBe(false)
  expect(after(review('k'), press, silence, news('sent'))).toMatchObject({ state: { status: 'sent' } })
})

it('says that nothing was signed where the frame was loaded again before an answer', () => {
  expect(after(review('k'), gone)).toMatchObject({ status: 'told', state: { status: 'cancelled' } })
})

it('says neither that something was signed nor that nothing was where it never had a review', () => {
  for (const end of [silence, gone, unneeded]) expect(after(end)).toEqual({ status: 'unneeded' })
})

it('answers a review once, and a new reading anew', () => {
  const answered = after(review('k'), press)
  expect(nextWindowState(answered, press)).toBe(answered)
  // Said before the frame heard the answer.
  expect(nextWindowState(answered, review('k'))).toBe(answered)
  expect(nextWindowState(answered, review('anew'))).toMatchObject({ status: 'review' })
})

it('has no live button once it was told how the request ended', () => {
  const told = after(review('k'), news('rejected'))
  for (const event of [review('k'), review('anew'), press, { type: 'wait' } as const, unneeded, gone])
    expect(nextWindowState(told, event)).toBe(told)
})
