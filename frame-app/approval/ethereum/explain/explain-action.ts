import type { Address, Hex } from '../../../chains/ethereum/ports.ts'
import { say } from '../../../words/say.ts'
import { type Danger, warn } from '../../explain/danger.ts'
import type { Detail } from '../../explain/explanation.ts'
import { dateAndTime, plainNumber } from '../../explain/numbers.ts'
import { tell } from '../../explain/tell.ts'
import type { AccountCalls, Action, CallField, Intent, KnownCall } from '../decode/action.ts'
import { guessValues } from '../decode/guess-values.ts'
import type { ActionPart } from './action-part.ts'
import { contractDangers, receiverDangers, tokenDangers } from './address-dangers.ts'
import {
  nativeLine,
  nativeText,
  nftLine,
  nftName,
  tokenAmount,
  tokenAt,
  tokenLine,
  tokenName,
} from './amounts.ts'
import { explainAllowance, explainAllowanceOfAll } from './explain-allowance.ts'
import { actorOf, type ExplainContext, inNameOf, isSame } from './explain-context.ts'
import { explainControl, explainDelegate, explainUnread } from './explain-control.ts'

type Of<Kind extends Action['kind']> = Extract<Action, { kind: Kind }>

/** One action in words. The calls of another account are `explainCalls`'s. */
export function explainAction(context: ExplainContext, action: Exclude<Action, AccountCalls>): ActionPart {
  switch (action.kind) {
    case 'send-native':
      return {
        headline: tell('approval.headline.send', { amount: nativeText(context, action.value) }),
        outgoing: [nativeLine(context, action.value, action.to)],
        takes: [{ asset: { kind: 'native' }, amount: action.value }],
        dangers: receiverDangers(context, action.to, null),
        notes: isSame(action.to, context.wallet) ? [say('approval.ownWallet')] : [],
      }
    case 'create-contract':
      return {
        headline: say('approval.headline.create'),
        outgoing: action.value > 0n ? [nativeLine(context, action.value, null)] : [],
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
    case 'send-nfts':
      return explainNfts(context, action)
    case 'known-call':
      return explainKnownCall(context, action)
    case 'change-control':
      return explainControl(context, action)
    case 'delegate':
      return explainDelegate(action)
    case 'unread':
      return explainUnread(action)
    case 'unknown-call':
      return {
        headline: say('approval.headline.unknownCall'),
        dangers: [
          ...contractDangers(context.facts, action.contract),
          warn('danger.unknownCall', { host: new URL(context.hostOrigin).host }),
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

function explainTransfer(context: ExplainContext, action: Of<'transfer'>): ActionPart {
  const { contract, from, to, number } = action
  const token = tokenAt(context, contract)
  if (token?.standard === 'erc721')
    return explainNfts(context, {
      kind: 'send-nfts',
      contract,
      from: from ?? actorOf(context),
      to,
      nfts: [{ id: number, amount: null }],
    })
  const amount = tokenAmount(context, contract, number)
  const payer = from ?? actorOf(context)
  const isOwn = isSame(payer, context.wallet) || isSame(payer, actorOf(context))
  const incoming = !isOwn && isSame(to, context.wallet)
  // The balance is the wallet's. Nobody has read what another account has.
  const isShort =
    isSame(payer, context.wallet) &&
    token?.balance !== null &&
    token?.balance !== undefined &&
    token.balance < number
  return {
    headline: tell('approval.headline.send', { amount }),
    outgoing: isOwn ? [tokenLine(inNameOf(context, payer), contract, number, to)] : [],
    takes: isOwn ? [{ asset: { kind: 'token', address: contract }, amount: number }] : [],
    incoming: incoming ? [tokenLine(inNameOf(context, to), contract, number, payer)] : [],
    dangers: [
      ...tokenDangers(context, contract),
      ...receiverDangers(context, to, contract),
      ...(isShort
        ? [warn('danger.tokenShort', { balance: tokenAmount(context, contract, token?.balance ?? 0n) })]
        : []),
      ...(token?.standard === 'erc20' ? [] : [warn('danger.unknownToken')]),
    ],
    details: isOwn || incoming ? [] : [address(say('approval.from'), payer), address(say('approval.to'), to)],
    notes: isOwn && isSame(to, context.wallet) ? [say('approval.ownWallet')] : [],
  }
}

function explainNfts(context: ExplainContext, action: Of<'send-nfts'>): ActionPart {
  const { contract, from, to, nfts } = action
  const [first] = nfts
  const lines = (account: Address, party: Address) =>
    nfts.map(nft => nftLine(inNameOf(context, account), contract, nft, party))
  const isOwn = isSame(from, context.wallet) || isSame(from, actorOf(context))
  const nft =
    nfts.length === 1 && first
      ? nftName(context, contract, first.id, first.amount)
      : tokenName(context, contract)
  return {
    headline: tell('approval.headline.sendNft', { nft }),
    outgoing: isOwn ? lines(from, to) : [],
    takes: isOwn
      ? nfts.map(({ id, amount }) => ({
          asset: { kind: 'nft', address: contract, id },
          amount: amount ?? 1n,
        }))
      : [],
    incoming: !isOwn && isSame(to, context.wallet) ? lines(to, from) : [],
    dangers: [...tokenDangers(context, contract), ...receiverDangers(context, to, contract)],
    // Ids are shortened in the lines.
    details: nfts.map(({ id }) => text(tokenName(context, contract), `#${id}`)),
  }
}

function explainKnownCall(context: ExplainContext, call: KnownCall): ActionPart {
  const pays = call.fields.filter(isPayment)
  return {
    headline: say(call.intent),
    outgoing: pays.map(({ token, value }) => tokenLine(context, token, value, call.contract)),
    takes: pays.map(({ token, value }) => ({ asset: { kind: 'token', address: token }, amount: value })),
    mayTakeMore: call.mayTakeMore,
    expectsReturn: EXPECTING_RETURN.has(call.intent),
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
const EXPECTING_RETURN: ReadonlySet<Intent> = new Set([
  'approval.intent.swap',
  'approval.intent.withdraw',
  'approval.intent.borrow',
])

/** In some routers' words: the caller, or the router itself, from which a later step takes it. */
const PLACEHOLDER = /^0x0{39}[012]$/

/** A swap that pays somebody else looks like any other swap. */
function partyDangers(context: ExplainContext, { contract, fields }: KnownCall): Danger[] {
  return fields.flatMap(field => {
    if (field.format !== 'address' || PLACEHOLDER.test(field.value)) return []
    const own = [context.wallet, actorOf(context), contract]
    if (own.some(it => isSame(field.value, it))) return []
    return field.label === 'approval.field.receiver'
      ? [warn('danger.otherReceiver', { address: field.value })]
      : [warn('danger.otherOwner', { address: field.value })]
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
      return text(label, tokenAmount(context, field.token, field.value))
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
