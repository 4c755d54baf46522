import { describe, expect, it } from 'vitest'
import type { Failure } from '../words/failure.ts'
import type { Chosen, Reached } from './choice.ts'
import { type Plan, type WalletEvent, type WalletState, walletMachine } from './flow.ts'
import { ADDRESS, fakeConnection, OTHER_ADDRESS, relayed } from './testing/fake-wallets.ts'

const attempt = 4
const chosen: Chosen = {
  name: 'MetaMask',
  icon: null,
  entry: 'metamask',
  line: { type: 'injected', wallet: relayed() },
}
const other: Chosen = { ...chosen, name: 'Rainbow', entry: 'rainbow' }
const reached: Reached = { connection: fakeConnection(), address: ADDRESS }
const moved: Reached = { ...reached, address: OTHER_ADDRESS }
const failure: Failure = { code: 'user_rejected', message: 'No.' }
const chain = { id: 1 } as never
const message = { parts: {} as never, chainId: 1 }
const signed = { message: 'm', signature: '0x', messageType: 'plain', chainId: 1 } as const
const held = { attempt, chosen, reached, manner: 'plain' } as const

const STATES = {
  choosing: { status: 'initial', step: 'choosing', attempt },
  connecting: { status: 'initial', step: 'connecting', attempt, chosen, uri: null, wasReset: false },
  switching: { status: 'initial', step: 'switching', ...held },
  confirming: { status: 'initial', step: 'confirming', ...held },
  generating: { status: 'generating-message', ...held },
  awaiting: { status: 'awaiting-signature', ...held },
  submitting: { status: 'submitting-signature', ...held },
  done: { status: 'done', attempt, result: 'in' },
  failed: { status: 'error', ...held, failure },
  unreached: { status: 'error', ...held, failure, reached: null },
} as const satisfies Record<string, WalletState<string>>
type StateName = keyof typeof STATES

const EVENTS = {
  choose: { type: 'choose', chosen: other },
  retry: { type: 'retry' },
  confirm: { type: 'confirm' },
  back: { type: 'back' },
  uri: { type: 'uri', attempt, uri: 'wc:1' },
  reset: { type: 'reset', attempt },
  connected: { type: 'connected', attempt, reached, manner: 'plain', switchTo: null },
  elsewhere: { type: 'connected', attempt, reached, manner: 'plain', switchTo: chain },
  switched: { type: 'switched', attempt },
  prepared: { type: 'prepared', attempt, message },
  signed: { type: 'signed', attempt, signed },
  authenticated: { type: 'authenticated', attempt, result: 'in' },
  failed: { type: 'failed', attempt, failure },
  left: { type: 'left', address: OTHER_ADDRESS, failure },
  gone: { type: 'left', address: null, failure },
} as const satisfies Record<string, WalletEvent<string>>
type EventName = keyof typeof EVENTS

const PLANS = {
  sign: { next: 'sign' },
  confirm: { next: 'confirm' },
  nothing: { next: 'nothing', result: ({ address }: Reached) => address },
} as const satisfies Record<string, Plan<string>>

const step = (state: WalletState<string>, event: WalletEvent<string>, plan: keyof typeof PLANS = 'sign') =>
  walletMachine<string>(PLANS[plan]).reduce(state, event)
/** The state's status and step, with the effect that it asks for. */
const told = ([state, effects]: ReturnType<typeof step>) =>
  [state.status, 'step' in state ? state.step : '', ...effects.map(({ type }) => type)]
    .filter(Boolean)
    .join(' ')

/** What each event changes; what is not here stays as it is. */
const TO_LIST = 'initial choosing'
const ANEW = 'initial connecting connect'
const SIGNS = 'generating-message prepare'
const CHANGES: { readonly [S in StateName]: { readonly [E in EventName]?: string } } = {
  choosing: { choose: ANEW },
  connecting: {
    choose: ANEW,
    retry: ANEW,
    back: TO_LIST,
    uri: 'initial connecting',
    reset: 'initial connecting',
    connected: SIGNS,
    elsewhere: 'initial switching switch',
    failed: 'error',
  },
  switching: {
    choose: ANEW,
    retry: SIGNS,
    back: TO_LIST,
    switched: SIGNS,
    failed: 'error',
    left: 'error',
    gone: 'error',
  },
  confirming: {
    choose: ANEW,
    retry: SIGNS,
    confirm: SIGNS,
    back: TO_LIST,
    failed: 'error',
    left: 'error',
    gone: 'error',
  },
  generating: {
    choose: ANEW,
    retry: SIGNS,
    back: TO_LIST,
    prepared: 'awaiting-signature sign',
    failed: 'error',
    left: 'error',
    gone: 'error',
  },
  awaiting: {
    choose: ANEW,
    retry: SIGNS,
    back: TO_LIST,
    signed: 'submitting-signature submit',
    failed: 'error',
    left: 'error',
    gone: 'error',
  },
  submitting: { authenticated: 'done', failed: 'error' },
  done: {},
  failed: { choose: ANEW, retry: SIGNS, back: TO_LIST, left: 'error', gone: 'error' },
  unreached: { choose: ANEW, retry: ANEW, back: TO_LIST, left: 'error' },
}

const pairs = (Object.keys(STATES) as StateName[]).flatMap(state =>
  (Object.keys(EVENTS) as EventName[]).map(event => [state, event] as const),
)

describe('a wallet that signs in', () => {
  it.each(pairs)('%s, %s', (state, event) => {
    const before: WalletState<string> = STATES[state]
    const change = CHANGES[state][event]
    const after = step(before, EVENTS[event])
    if (change === undefined) expect(after).toEqual([before, []])
    else expect(told(after)).toBe(change)
  })

  it.each(pairs.filter(([, event]) => 'attempt' in EVENTS[event]))(
    '%s: a late answer, %s, changes nothing',
    (state, event) => {
      const before: WalletState<string> = STATES[state]
      const late = { ...EVENTS[event], attempt: attempt - 1 } as WalletEvent<string>
      expect(step(before, late)).toEqual([before, []])
    },
  )

  it.each(pairs)(
    '%s, %s: what begins has a new attempt, unless the status says that it is other work',
    (state, event) => {
      const before: WalletState<string> = STATES[state]
      const [after, effects] = step(before, EVENTS[event])
      for (const effect of effects) {
        expect(effect.attempt).toBe(after.attempt)
        expect(after.attempt > before.attempt || after.status !== before.status).toBe(true)
      }
    },
  )
})

it('a wallet that is added signs when the person has confirmed it', () => {
  expect(told(step(STATES.connecting, EVENTS.connected, 'confirm'))).toBe('initial confirming')
  expect(told(step(STATES.switching, EVENTS.switched, 'confirm'))).toBe('initial confirming')
  expect(told(step(STATES.confirming, EVENTS.confirm, 'confirm'))).toBe(SIGNS)
  // It may be another account by now.
  expect(told(step(STATES.failed, EVENTS.retry, 'confirm'))).toBe('initial confirming')
  expect(told(step(STATES.awaiting, EVENTS.retry, 'confirm'))).toBe(SIGNS)
})

it('to connect alone ends when the wallet is where it should be', () => {
  const done = [{ status: 'done', attempt: attempt + 1, result: ADDRESS }, []]
  expect(step(STATES.connecting, EVENTS.connected, 'nothing')).toEqual(done)
  expect(told(step(STATES.connecting, EVENTS.elsewhere, 'nothing'))).toBe('initial switching switch')
  expect(step(STATES.switching, EVENTS.switched, 'nothing')).toEqual(done)
})

it('an account that comes into use before anything is asked of it is the one that is added', () => {
  expect(step(STATES.confirming, EVENTS.left, 'confirm')).toEqual([
    { ...STATES.confirming, reached: moved },
    [],
  ])
  expect(step(STATES.switching, EVENTS.left, 'nothing')).toEqual([
    { ...STATES.switching, reached: moved },
    [],
  ])
  expect(step(STATES.awaiting, EVENTS.left, 'confirm')[0]).toMatchObject({ status: 'error', reached: moved })
})

it('another try goes on with the account in use, and connects anew where there is none', () => {
  expect(step(STATES.awaiting, EVENTS.left)[0]).toMatchObject({ status: 'error', reached: moved, failure })
  const [gone] = step(STATES.awaiting, EVENTS.gone)
  expect(gone).toMatchObject({ status: 'error', reached: null })
  expect(told(step(gone, EVENTS.retry))).toBe(ANEW)
  expect(step(STATES.awaiting, { ...EVENTS.left, address: ADDRESS })).toEqual([STATES.awaiting, []])
})

it('a manner that the wallet cannot is another one at the next try', () => {
  const [failed] = step(STATES.awaiting, { ...EVENTS.failed, manner: 'offchain-message' })
  expect(failed).toMatchObject({ status: 'error', manner: 'offchain-message' })
  expect(step(failed, EVENTS.retry)[0]).toMatchObject({ manner: 'offchain-message' })
  expect(step(STATES.awaiting, { type: 'retry', manner: 'transaction' })[0]).toMatchObject({
    manner: 'transaction',
  })
})

it('a code that is void makes room for the next one, and the person is told', () => {
  const [shown] = step(STATES.connecting, EVENTS.uri)
  expect(shown).toMatchObject({ uri: 'wc:1', wasReset: false })
  const [reset] = step(shown, EVENTS.reset)
  expect(reset).toMatchObject({ uri: null, wasReset: true })
  expect(step(reset, { ...EVENTS.uri, uri: 'wc:2' })[0]).toMatchObject({ uri: 'wc:2', wasReset: true })
})
