import { expect, it } from 'vitest'
import { INITIAL, isOver, nextState, type RequestEvent, type RequestState } from './request-state.ts'

const after = (...types: (RequestEvent['type'] | RequestEvent)[]): RequestState =>
  types
    .map(it => (typeof it === 'string' ? ({ type: it, transactions: [] } as RequestEvent) : it))
    .reduce(nextState, INITIAL)
const status = (...types: Parameters<typeof after>) => after(...types).status
const part: RequestEvent = { type: 'progress', transactions: [{ id: '0x0a', url: null }] }

it.each<[RequestState['status'], Parameters<typeof after>]>([
  ['waiting', ['ask']],
  ['reviewed', ['shown']],
  ['waiting', ['shown', 'hidden']],
  ['answered', ['shown', 'approve']],
  ['signing', ['approve', 'sign']],
  ['sent', ['approve', 'sign', 'sent']],
  ['signed', ['approve', 'sign', 'signed']],
  ['failed', ['approve', 'sign', 'failed']],
  ['waiting', ['approve', 'sign', 'failed', 'ask']],
  ['rejected', ['shown', 'reject']],
  ['cancelled', ['shown', 'cancel']],
  ['expired', ['shown', 'expire']],
  ['failed', ['failed', 'cancel']],
])('is %s after %j', (expected, events) => expect(status(...events)).toBe(expected))

it.each(['reject', 'cancel', 'expire'] as const)(
  'does not say that nothing was signed after an answer: %s',
  end => {
    expect(status('approve', end)).toBe('unknown')
    expect(status('approve', 'sign', end)).toBe('unknown')
    expect(status('approve', 'sign', end, 'sent')).toBe('sent')
  },
)

it('says that a part of a batch was sent, and not that nothing was signed', () => {
  expect(status('approve', 'sign', part, 'failed', 'ask', 'reject')).toBe('sent')
  expect(after('approve', 'sign', part, 'failed', 'ask', 'cancel').transactions).toHaveLength(1)
})

it('accepts an answer in a waiting request alone, and changes nothing once it is over', () => {
  for (const end of ['sent', 'signed', 'reject', 'cancel', 'expire'] as const) {
    const over = after(end)
    expect(isOver(over)).toBe(true)
    for (const type of ['approve', 'reject', 'ask', 'sign', 'failed', 'cancel'] as const)
      expect(nextState(over, { type })).toBe(over)
  }
  expect(status('approve', 'approve')).toBe('answered')
  expect(status('approve', 'sign', 'approve')).toBe('signing')
  expect(status('failed', 'approve')).toBe('failed')
  expect(status('approve', 'cancel', 'approve')).toBe('unknown')
})
