import type { Hex } from '../../chains/ethereum/ports.ts'
import { say } from '../../words/say.ts'
import type { Action, CallField, Intent, KnownCall } from '../decode/action.ts'
import { guessValues } from '../decode/guess-values.ts'
import { contractDangers, receiverDangers, tokenDangers } from './address-dangers.ts'
import {
  coinAmount,
  coinLine,
  nativeLine,
  nativeText,
  pieceLine,
  pieceName,
  tokenAt,
  tokenName,
} from './amounts.ts'
import { type ExplainContext, isSame } from './context.ts'
import { explainAllowance, explainAllowanceOfAll } from './explain-permission.ts'
import type { Detail, Part } from './explanation.ts'
import { dateAndTime, plainNumber } from './numbers.ts'

type Of<Kind extends Action['kind']> = Extract<Action, { kind: Kind }>

/** One action in words. */
export function explainAction(context: ExplainContext, action: Action): Part {
  switch (action.kind) {
    case 'send-native':
      return {
        headline: say('approval.headline.send', { amount: nativeText(context, action.value) }),
        leaves: [nativeLine(context, action.value, action.to)],
        takes: [{ asset: { kind: 'native' }, amount: action.value }],
        dangers: receiverDangers(context, action.to, null),
        notes: isSame(action.to, context.wallet) ? [say('approval.ownWallet')] : [],
      }
    case 'create-contract':
      return {
        headline: say('approval.headline.create'),
        leaves: action.value > 0n ? [nativeLine(context, action.value, null)] : [],
        takes: [{ asset: { kind: 'native' }, amount: action.value }],
        details: [text(say('approval.contract'), say('approval.bytes', { count: plainNumber(action.size) }))],
      }
    case 'transfer':
      return explainTransfer(context, action)
    case 'allow': {
      const { contract, spender, number, change, until } = action
      return explainAllowance(context, {
        token: contract,
        spender,
        number,
        change,
        ...(until !== undefined && { until }),
      })
    }
    case 'allow-all':
      return explainAllowanceOfAll(context, action.contract, action.operator, action.isAllowed)
    case 'send-pieces':
      return explainPieces(context, action)
    case 'known-call':
      return explainKnownCall(context, action)
    case 'unknown-call':
      return {
        headline: say('approval.headline.unknownCall'),
        dangers: [
          ...contractDangers(context.facts, action.contract),
          say('danger.unknownCall', { host: new URL(context.hostOrigin).host }),
        ],
        details: [
          address(say('approval.contract'), action.contract),
          { label: say('approval.selector'), value: action.selector, kind: 'code', depth: 0 },
          ...(context.isExtended ? valueDetails(action.data) : []),
        ],
        notes: context.isExtended ? [say('approval.guessed')] : [],
      }
  }
}

function explainTransfer(context: ExplainContext, action: Of<'transfer'>): Part {
  const { contract, from, to, number } = action
  const token = tokenAt(context, contract)
  if (token?.standard === 'piece')
    return explainPieces(context, {
      kind: 'send-pieces',
      contract,
      from: from ?? context.wallet,
      to,
      pieces: [{ id: number, amount: null }],
    })
  const amount = coinAmount(context, contract, number)
  const isOwn = from === null || isSame(from, context.wallet)
  const arrives = !isOwn && isSame(to, context.wallet)
  const isShort = isOwn && token?.balance !== null && token?.balance !== undefined && token.balance < number
  return {
    headline: say('approval.headline.send', { amount }),
    leaves: isOwn ? [coinLine(context, contract, number, to)] : [],
    takes: isOwn ? [{ asset: { kind: 'coin', address: contract }, amount: number }] : [],
    arrives: arrives ? [coinLine(context, contract, number, from)] : [],
    dangers: [
      ...tokenDangers(context, contract),
      ...receiverDangers(context, to, contract),
      ...(isShort
        ? [say('danger.tokenShort', { balance: coinAmount(context, contract, token?.balance ?? 0n) })]
        : []),
      ...(token?.standard === 'coin' ? [] : [say('danger.unknownToken')]),
    ],
    details: isOwn || arrives ? [] : [address(say('approval.from'), from), address(say('approval.to'), to)],
    notes: isOwn && isSame(to, context.wallet) ? [say('approval.ownWallet')] : [],
  }
}

function explainPieces(context: ExplainContext, action: Of<'send-pieces'>): Part {
  const { contract, from, to, pieces } = action
  const [first] = pieces
  const lines = (party: `0x${string}`) => pieces.map(piece => pieceLine(context, contract, piece, party))
  const isOwn = isSame(from, context.wallet)
  const piece =
    pieces.length === 1 && first
      ? pieceName(context, contract, first.id, first.amount)
      : tokenName(context, contract)
  return {
    headline: say('approval.headline.sendPieces', { piece }),
    leaves: isOwn ? lines(to) : [],
    takes: isOwn
      ? pieces.map(({ id, amount }) => ({
          asset: { kind: 'piece', address: contract, id },
          amount: amount ?? 1n,
        }))
      : [],
    arrives: !isOwn && isSame(to, context.wallet) ? lines(from) : [],
    dangers: [...tokenDangers(context, contract), ...receiverDangers(context, to, contract)],
    // Ids are shortened in the lines.
    details: pieces.map(({ id }) => text(tokenName(context, contract), `#${id}`)),
  }
}

function explainKnownCall(context: ExplainContext, call: KnownCall): Part {
  const pays = call.fields.filter(isPayment)
  return {
    headline: say(call.intent),
    leaves: pays.map(({ token, value }) => coinLine(context, token, value, call.contract)),
    takes: pays.map(({ token, value }) => ({ asset: { kind: 'coin', address: token }, amount: value })),
    isOpen: call.isOpen,
    brings: BRINGING.has(call.intent),
    dangers: [...contractDangers(context.facts, call.contract), ...partyDangers(context, call)],
    details: [
      address(say('approval.contract'), call.contract),
      { label: say('approval.function'), value: call.signature.replace(/\(.*/, ''), kind: 'code', depth: 0 },
      ...call.fields.map(field => explainField(context, field)),
    ],
    notes: call.isOfContract ? [] : [say('approval.authorsWord')],
  }
}

/** What a person does to get something. */
const BRINGING: ReadonlySet<Intent> = new Set([
  'approval.intent.swap',
  'approval.intent.withdraw',
  'approval.intent.borrow',
])

/** In some routers' words: the caller, or the router itself, from which a later step takes it. */
const PLACEHOLDER = /^0x0{39}[012]$/

/** A swap that pays somebody else looks like any other swap. */
function partyDangers({ wallet }: ExplainContext, { contract, fields }: KnownCall): string[] {
  return fields.flatMap(field => {
    if (field.format !== 'address' || PLACEHOLDER.test(field.value)) return []
    if (isSame(field.value, wallet) || isSame(field.value, contract)) return []
    return field.label === 'approval.field.receiver'
      ? [say('danger.otherReceiver', { address: field.value })]
      : [say('danger.otherOwner', { address: field.value })]
  })
}

const isPayment = (field: CallField): field is Extract<CallField, { format: 'token-amount' }> =>
  field.format === 'token-amount' &&
  (field.label === 'approval.field.pays' || field.label === 'approval.field.paysAtMost')

function explainField(context: ExplainContext, field: CallField): Detail {
  const label = say(field.label)
  switch (field.format) {
    case 'address':
      return address(label, field.value)
    case 'token-amount':
      return text(label, coinAmount(context, field.token, field.value))
    case 'native-amount':
      return text(label, nativeText(context, field.value))
    case 'number':
      return text(label, plainNumber(field.value))
    case 'date':
      return text(label, dateAndTime(field.value) ?? say('approval.noEnd'))
  }
}

const valueDetails = (data: Hex): Detail[] =>
  guessValues(data).map(({ kind, value }, place) => ({
    label: say('approval.value', { number: place + 1 }),
    value,
    kind,
    depth: 0,
  }))

const text = (label: string, value: string): Detail => ({ label, value, kind: 'text', depth: 0 })
const address = (label: string, value: string): Detail => ({ label, value, kind: 'address', depth: 0 })
