import { describe, expect, it } from 'vitest'
import { wallet } from '../ui/testing/fake-kernel.ts'
import { type AmountEvent, type AmountState, amountMachine } from './amount-flow.ts'
import { type Draft, type OwnRequest, type SendEvent, type SendState, sendMachine } from './flow.ts'
import { type RecipientEvent, type RecipientState, recipientMachine } from './recipient-flow.ts'

describe('sending', () => {
  const draft = { amount: 1n } as Draft
  const request: OwnRequest = {
    id: 'own-1',
    kind: 'send-transaction',
    wallet,
    chainId: 1,
    transaction: {},
    isOwn: true,
    uiOptions: {},
  }
  const sent = { chain: { type: 'ethereum', id: 1, name: 'Ethereum', isTestnet: false }, id: '0xab' } as const
  const form: SendState = { status: 'form', attempt: 0, problem: null }
  const preparing: SendState = { status: 'preparing', attempt: 1, draft }
  const recovering: SendState = { status: 'recovering', attempt: 2, draft }
  const asking: SendState = { status: 'asking', attempt: 2, draft, request, sent: null }
  const done: SendState = { ...asking, sent }
  it.each<[string, SendState, SendEvent, SendState, number]>([
    ['prepares what is reviewed', form, { type: 'review', draft }, preparing, 1],
    ['once at a time', preparing, { type: 'review', draft }, preparing, 0],
    ['asks when it is ready', preparing, { type: 'prepared', attempt: 1, request }, asking, 0],
    ['drops what is ready too late', form, { type: 'prepared', attempt: 1, request }, form, 0],
    ['drops what an earlier press made', preparing, { type: 'prepared', attempt: 0, request }, preparing, 0],
    ['asks for one at a time', asking, { type: 'prepared', attempt: 2, request }, asking, 0],
    [
      'tells why it cannot be made',
      preparing,
      { type: 'failed', attempt: 1, problem: 'feeShort' },
      { status: 'form', attempt: 2, problem: 'feeShort' },
      0,
    ],
    ['drops a late failure', asking, { type: 'failed', attempt: 1, problem: 'feeShort' }, asking, 0],
    ['opens the wallet first', preparing, { type: 'closed', attempt: 1 }, recovering, 0],
    ['and then prepares', recovering, { type: 'recovered' }, { ...preparing, attempt: 3 }, 1],
    ['recovers nothing else', form, { type: 'recovered' }, form, 0],
    ['comes back rejected', asking, { type: 'back' }, { ...form, attempt: 3 }, 0],
    ['comes back from the passcode', recovering, { type: 'back' }, { ...form, attempt: 3 }, 0],
    ['stops preparing', preparing, { type: 'back' }, { ...form, attempt: 2 }, 0],
    ['stays where it is', form, { type: 'back' }, form, 0],
    ['is sent', asking, { type: 'sent', sent }, done, 0],
    ['once', done, { type: 'sent', sent: { ...sent, id: '0xcd' } }, done, 0],
    ['nothing is sent that nobody approved', form, { type: 'sent', sent }, form, 0],
    ['what is sent does not come back', done, { type: 'back' }, done, 0],
  ])('%s', (_, state, event, next, effects) => {
    const [after, asked] = sendMachine.reduce(state, event)
    expect(after).toEqual(next)
    expect(asked).toHaveLength(effects)
  })
})

describe('the recipient', () => {
  const empty = recipientMachine.initial
  const ada = { address: '0xada', name: null }
  const looking: RecipientState = { ...empty, status: 'looking', attempt: 1, text: 'ada.eth' }
  const found: RecipientState = { ...looking, status: 'still', recipient: { ...ada, name: 'ada.eth' } }
  it.each<[string, RecipientState, RecipientEvent, RecipientState, number]>([
    [
      'is an address at once',
      empty,
      { type: 'typed', text: '0xada', read: { kind: 'address', address: '0xada' } },
      { ...empty, attempt: 1, text: '0xada', recipient: ada },
      0,
    ],
    [
      'is looked up by its name',
      empty,
      { type: 'typed', text: 'ada.eth', read: { kind: 'name', name: 'ada.eth', service: 'ens' } },
      looking,
      1,
    ],
    [
      'is none',
      found,
      { type: 'typed', text: 'x', read: { kind: 'problem', problem: 'unreadable' } },
      { ...empty, attempt: 2, text: 'x', problem: 'unreadable' },
      0,
    ],
    [
      'goes with its text',
      found,
      { type: 'typed', text: '', read: { kind: 'empty' } },
      { ...empty, attempt: 2 },
      0,
    ],
    ['is found', looking, { type: 'found', attempt: 1, recipient: { ...ada, name: 'ada.eth' } }, found, 0],
    [
      'is refused',
      looking,
      { type: 'refused', attempt: 1, problem: 'nameUnknown' },
      { ...looking, status: 'still', problem: 'nameUnknown' },
      0,
    ],
    ['is not what another name led to', looking, { type: 'found', attempt: 0, recipient: ada }, looking, 0],
    ['is not found twice', found, { type: 'found', attempt: 1, recipient: ada }, found, 0],
    ['is not refused late', found, { type: 'refused', attempt: 1, problem: 'noAnswer' }, found, 0],
  ])('%s', (_, state, event, next, effects) => {
    const [after, asked] = recipientMachine.reduce(state, event)
    expect(after).toEqual(next)
    expect(asked).toHaveLength(effects)
  })
})

describe('the amount', () => {
  const empty = amountMachine.initial
  const measuring: AmountState = { ...empty, status: 'measuring', attempt: 1 }
  const all: AmountState = { ...empty, attempt: 1, text: '4.9', isMax: true }
  it.each<[string, AmountState, AmountEvent, AmountState, number]>([
    ['is typed', all, { type: 'typed', text: '1' }, { ...empty, attempt: 2, text: '1' }, 0],
    ['is all of it', empty, { type: 'all', text: '4.9' }, all, 0],
    ['is all but the fee', empty, { type: 'measure' }, measuring, 1],
    ['is measured once at a time', measuring, { type: 'measure' }, measuring, 0],
    ['is measured', measuring, { type: 'measured', attempt: 1, text: '4.9' }, all, 0],
    [
      'is too little',
      measuring,
      { type: 'failed', attempt: 1, problem: 'feeShort' },
      { ...measuring, status: 'still', problem: 'feeShort' },
      0,
    ],
    [
      'is what was typed meanwhile',
      { ...empty, attempt: 2, text: '1' },
      { type: 'measured', attempt: 1, text: '4.9' },
      { ...empty, attempt: 2, text: '1' },
      0,
    ],
    ['is not of an earlier coin', measuring, { type: 'measured', attempt: 0, text: '4.9' }, measuring, 0],
    ['does not fail late', all, { type: 'failed', attempt: 1, problem: 'feeShort' }, all, 0],
  ])('%s', (_, state, event, next, effects) => {
    const [after, asked] = amountMachine.reduce(state, event)
    expect(after).toEqual(next)
    expect(asked).toHaveLength(effects)
  })
})
