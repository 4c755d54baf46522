import { describe, expect, it } from 'vitest'
import { checkOffer } from './bridge-offer.ts'
import { type Plan, type Prepared, type WalletsEvent, type WalletsState, walletsMachine } from './flow.ts'
import { BASE, begunTransfer, payer, quote, usdcHolding, usdcRequest } from './testing/funding.ts'

const holding = usdcHolding({ chain: BASE })
const task = { payer: payer.wallet.address, holding, request: usdcRequest(), amount: 10_000_000n }
const offer = checkOffer(quote(), task)
const dearer = { ...offer, amountIn: offer.amountIn + 1n }
const transfer: Plan = { type: 'transfer', holding: usdcHolding() }
const bridge: Plan = { type: 'bridge', holding, offer, step: 0 }
const begun = begunTransfer()
const sent = { ...begun, sent: '0xabc' }
const problem = { message: 'No.' }
const request = {} as Prepared['request']
const paying: Prepared = { request, begin: begun, plan: transfer }
const allowing: Prepared = { request, begin: null, plan: bridge }
const arrived = { transactionHash: '0xabc', amount: 10_000_000n }

/** Every state, at its attempt 5. */
const STATES = {
  choosing: { status: 'choosing', hasGone: false },
  connecting: { status: 'connecting' },
  source: { status: 'source', payer, problem: null },
  quoting: { status: 'quoting', payer, holding, agreed: null },
  requoting: { status: 'quoting', payer, holding, agreed: offer },
  offered: { status: 'offered', payer, holding, offer, isChanged: false, problem: null },
  preparing: { status: 'preparing', payer, plan: transfer },
  preparingBridge: { status: 'preparing', payer, plan: bridge },
  recovering: { status: 'recovering', payer, plan: transfer },
  asking: { status: 'asking', payer, plan: transfer, prepared: paying },
  askingLeave: { status: 'asking', payer, plan: bridge, prepared: allowing },
  allowing: { status: 'allowing', payer, plan: bridge, hash: '0x1' },
  asked: { status: 'following', begun, isElsewhere: false, isSlow: false },
  following: { status: 'following', begun: sent, isElsewhere: false, isSlow: false },
  ended: { status: 'ended', begun: sent, why: 'reverted' },
  arrived: { status: 'arrived', begun: sent, arrived },
} as const satisfies Record<string, object>
type Name = keyof typeof STATES

/** Every event; where it answers something, for attempt 5. */
const EVENTS = {
  connect: { type: 'connect' },
  payer: { type: 'payer', payer },
  payerGone: { type: 'payer-gone' },
  transfer: { type: 'transfer', holding: usdcHolding() },
  bridge: { type: 'bridge', holding },
  quoted: { type: 'quoted', attempt: 5, offer },
  accept: { type: 'accept' },
  expired: { type: 'expired' },
  prepared: { type: 'prepared', attempt: 5, prepared: paying },
  closed: { type: 'closed', attempt: 5 },
  failed: { type: 'failed', attempt: 5, problem },
  recovered: { type: 'recovered' },
  allowing: { type: 'allowing', hash: '0x1' },
  allowed: { type: 'allowed', attempt: 5, isAllowed: true, problem },
  notAllowed: { type: 'allowed', attempt: 5, isAllowed: false, problem },
  begun: { type: 'begun', begun: sent },
  begunElsewhere: { type: 'begun', begun, isElsewhere: true },
  unsent: { type: 'unsent' },
  left: { type: 'left', begun: null },
  leftAsked: { type: 'left', begun },
  slow: { type: 'slow', attempt: 5 },
  ended: { type: 'ended', attempt: 5, why: 'gone' },
  arrived: { type: 'arrived', attempt: 5, arrived },
  again: { type: 'again' },
  back: { type: 'back' },
} as const satisfies Record<string, WalletsEvent>

/** The status that each pair leads to, with what it then does; every other pair changes nothing. */
const LEADS: Partial<Record<Name, Partial<Record<keyof typeof EVENTS, string>>>> = {
  choosing: {
    connect: 'connecting',
    payer: 'source',
    begun: 'following:follow',
    begunElsewhere: 'following:follow',
  },
  connecting: { payer: 'source', back: 'choosing' },
  source: { payerGone: 'choosing', transfer: 'preparing:prepare', bridge: 'quoting:quote', back: 'choosing' },
  quoting: { payerGone: 'choosing', quoted: 'offered', failed: 'source', back: 'source' },
  requoting: { payerGone: 'choosing', quoted: 'preparing:prepare', failed: 'source', back: 'source' },
  offered: { payerGone: 'choosing', accept: 'preparing:prepare', back: 'source' },
  preparing: {
    payerGone: 'choosing',
    prepared: 'asking',
    closed: 'recovering',
    failed: 'source',
    back: 'source',
  },
  preparingBridge: {
    ...{ payerGone: 'choosing', expired: 'quoting:quote', prepared: 'asking', closed: 'recovering' },
    ...{ failed: 'offered', back: 'offered' },
  },
  recovering: { recovered: 'preparing:prepare', back: 'source' },
  asking: {
    ...{ begun: 'following:follow', begunElsewhere: 'following:follow' },
    ...{ left: 'source', leftAsked: 'following:follow' },
  },
  askingLeave: {
    ...{ expired: 'quoting:quote', allowing: 'allowing:allow', left: 'offered' },
    ...{ begun: 'following:follow', begunElsewhere: 'following:follow', leftAsked: 'following:follow' },
  },
  allowing: { allowed: 'preparing:prepare', notAllowed: 'offered' },
  asked: {
    ...{ begun: 'following:follow', unsent: 'choosing', slow: 'following' },
    ...{ ended: 'ended', arrived: 'arrived' },
  },
  following: { unsent: 'choosing', slow: 'following', ended: 'ended', arrived: 'arrived' },
  ended: { again: 'choosing' },
}

const at = (name: Name): WalletsState => ({ ...STATES[name], attempt: 5 }) as WalletsState

describe.each(Object.keys(STATES) as Name[])('%s', name => {
  it.each(Object.keys(EVENTS) as (keyof typeof EVENTS)[])('%s', event => {
    const before = at(name)
    const [after, effects] = walletsMachine.reduce(before, EVENTS[event])
    const lead = LEADS[name]?.[event]
    if (lead === undefined) return expect([after, effects]).toEqual([before, []])
    expect([after.status, ...effects.map(({ type }) => type)].join(':')).toBe(lead)
    expect(after).not.toEqual(before)
    for (const effect of effects) expect(effect.attempt).toBe(after.attempt)
  })
})

it.each(['quoted', 'prepared', 'closed', 'failed', 'allowed', 'slow', 'ended', 'arrived'] as const)(
  'an answer of an attempt that is over changes nothing: %s',
  event => {
    for (const name of Object.keys(STATES) as Name[]) {
      const before = { ...at(name), attempt: 6 }
      expect(walletsMachine.reduce(before, EVENTS[event])).toEqual([before, []])
    }
  },
)

it('a price that got worse is asked about anew, also after leave was given', () => {
  const [state] = walletsMachine.reduce(at('requoting'), { type: 'quoted', attempt: 5, offer: dearer })
  expect(state).toMatchObject({ status: 'offered', offer: dearer, isChanged: true })
})

it('a slow one stays what it is, and what was said of it is not lost', () => {
  const [slow] = walletsMachine.reduce(at('following'), EVENTS.slow)
  expect(slow).toEqual({ ...at('following'), isSlow: true })
})
