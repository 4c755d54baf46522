import type { TypedData } from '@vitrine/shared/wallet/sign-typed-data.ts'
import { shortAddress } from '../../../ui/short-address.ts'
import { say } from '../../../words/say.ts'
import { type Danger, distinct, warn } from '../../explain/danger.ts'
import { type Detail, type Explanation, type Line, mergeParts, type Part } from '../../explain/explanation.ts'
import { limitLines } from '../../explain/limit-lines.ts'
import { plainNumber } from '../../explain/numbers.ts'
import { tell } from '../../explain/tell.ts'
import { quoted } from '../../readable-text.ts'
import { decodeCall } from '../decode/decode-call.ts'
import { contractDangers, receiverDangers, tokenDangers } from '../explain/address-dangers.ts'
import { nativeLine, nftLine, tokenAmount, tokenLine, tokenName } from '../explain/amounts.ts'
import { explainAllowance, explainAllowanceOfAll } from '../explain/explain-allowance.ts'
import { explainCalls } from '../explain/explain-calls.ts'
import { type ExplainContext, isSame } from '../explain/explain-context.ts'
import type { NetworkMatch } from './domain-network.ts'
import { explainSafeTransaction, explainUserOperation } from './explain-account-operation.ts'
import { listFields } from './list-fields.ts'
import type { Item, PermitOrOrder, Recognised } from './permits-and-orders.ts'
import { domainContract, isPlaceholder } from './placeholder.ts'
import { textDangers } from './text-dangers.ts'

/** Typed data as a receipt: what a signature over it lets happen, and every field that is signed. Pure. */
export function explainTypedData(
  context: ExplainContext,
  data: TypedData,
  recognised: Recognised | null,
  match: NetworkMatch,
): Explanation {
  const parts = (recognised?.contents ?? []).map(content => explainContent(context, content))
  const all = mergeParts(parts)
  const [only] = parts
  const headline = parts.length === 1 && only ? only.headline : nameOf(data)
  const contract = domainContract(data)
  const movesValue = all.outgoing.length > 0 || all.permissions.length > 0
  // Assets of another account are not in the wallet.
  const isOfWallet = !recognised?.contents.every(content => isOfAccount(content, context.wallet))
  const movesOwn =
    all.outgoing.some(({ account }) => account === undefined) || (isOfWallet && all.permissions.length > 0)
  const { leading, rows, left } = listFields(data)
  return limitLines({
    ...all,
    headline: parts.length > 1 ? say('approval.headline.several', { count: parts.length }) : headline,
    dangers: distinct([
      ...networkDangers(match, movesValue),
      ...textDangers(data, context.hostOrigin, context.wallet),
      ...(recognised?.owner && !isSame(recognised.owner, context.wallet)
        ? [warn('danger.otherOwner', { address: recognised.owner })]
        : []),
      ...(recognised?.isPartial
        ? [warn('danger.partlyRead', { host: new URL(context.hostOrigin).host })]
        : []),
      // Where nothing says what it is, every field counts.
      ...(recognised === null && left > 0
        ? [warn('danger.moreThanShown', { count: plainNumber(left) })]
        : []),
      ...(contract ? contractDangers(context.facts, contract) : []),
      ...all.dangers,
      ...(movesOwn ? [warn('danger.signatureMoves')] : []),
    ]),
    notes: recognised === null && contract ? [say('approval.authorsWord'), ...all.notes] : all.notes,
    details:
      recognised === null
        ? [...leading, ...domainDetails(data), ...rows]
        : [...domainDetails(data), ...all.details, ...asSigned([...leading, ...rows])],
    raw: [{ label: say('approval.rawTypedData'), value: JSON.stringify(data, null, 2) }],
  })
}

/** Puts the signed fields under a heading of ours: a field named `to` can hold a token's contract, and our rows name the recipient. */
const asSigned = (fields: readonly Detail[]): readonly Detail[] => [
  { label: say('approval.typed.fields'), value: '', kind: 'text', depth: 0 },
  ...fields.map(field => ({ ...field, depth: field.depth + 1 })),
]

/** Whether it is another account's assets that move. */
function isOfAccount(content: PermitOrOrder, wallet: string): boolean {
  if (content.kind === 'safe-transaction') return !isSame(content.safe, wallet)
  return content.kind === 'user-operation' && !isSame(content.account, wallet)
}

/** Characters of a name of the site's in a headline, which has two. */
const MAX_NAME = 48

/** What data calls itself that nothing of ours recognises: a withdrawal must not read like a login. */
function nameOf({ primary_type, domain }: TypedData): string {
  const type = quoted(primary_type.replaceAll(':', ': '), MAX_NAME)
  const app = quoted(domain.name ?? '', MAX_NAME)
  if (type === '') return say('approval.headline.typedData')
  return app === ''
    ? tell('approval.headline.typedType', { type })
    : tell('approval.headline.typedFor', { type, app })
}

function networkDangers(match: NetworkMatch, movesValue: boolean): Danger[] {
  switch (match.kind) {
    case 'same':
      return []
    case 'other':
      return [warn('danger.otherNetwork', { wanted: match.wanted, current: match.current })]
    case 'unknown':
      return [warn('danger.unknownNetwork', { wanted: match.wanted })]
    // Many logins name no network and do no harm on any.
    case 'unbound':
      return movesValue ? [warn('danger.anyNetwork')] : []
  }
}

function explainContent(context: ExplainContext, content: PermitOrOrder): Part {
  switch (content.kind) {
    case 'permit': {
      const { token, spender, amount, until } = content
      return explainAllowance(context, {
        token,
        spender,
        number: amount,
        change: 'set',
        ...(until !== undefined && { until }),
      })
    }
    case 'transfer': {
      const { token, to, amount } = content
      const line = tokenLine(context, token, amount, to)
      const told = tokenAmount(context, token, amount)
      return {
        headline: tell('approval.headline.send', { amount: told }),
        outgoing: [line],
        dangers: [...tokenDangers(context, token), ...receiverDangers(context, to, token)],
      }
    }
    case 'order':
      return explainOrder(context, content)
    case 'permit-all':
      return explainAllowanceOfAll(context, content.contract, content.operator, content.isAllowed)
    case 'safe-transaction':
      return explainSafeTransaction(context, content)
    case 'user-operation':
      return explainUserOperation(context, content)
    case 'meta-transaction': {
      const { to, value, data } = content
      const all = explainCalls(context, [decodeCall(context.chain.id, { to, value, data })])
      return {
        ...all,
        dangers: [warn('danger.metaCall', { address: shortAddress(to) }), ...all.dangers],
      }
    }
  }
}

function explainOrder(
  context: ExplainContext,
  { gives, gets }: Extract<PermitOrOrder, { kind: 'order' }>,
): Part {
  const own = gets.filter(({ party }) => party === null || isSame(party, context.wallet))
  const incoming = own.map(item => lineOf(context, item)).filter(() => own.some(({ amount }) => amount > 0n))
  return {
    headline: say('approval.headline.order'),
    outgoing: gives.map(item => lineOf(context, item)),
    incoming,
    dangers: [
      ...(incoming.length === 0 ? [warn('danger.orderForNothing')] : []),
      ...[...gives, ...own].flatMap(item =>
        item.kind === 'native' ? [] : tokenDangers(context, item.token),
      ),
    ],
  }
}

function lineOf(context: ExplainContext, item: Item): Line {
  if (item.kind === 'native') return nativeLine(context, item.amount, null)
  if (item.kind === 'token') return tokenLine(context, item.token, item.amount, null)
  const { token, id, amount } = item
  if (id !== null) return nftLine(context, token, { id, amount }, null)
  const any = say('approval.all', { token: tokenName(context, token) })
  return { amount: any, beside: null, token, party: null, standing: null }
}

/** The domain, which binds the signature to an app (EIP-712 `EIP712Domain`). */
function domainDetails({ domain }: TypedData): Detail[] {
  const { name, version, verifyingContract } = domain
  const contract: [string | undefined, Detail['kind']] = isPlaceholder(verifyingContract)
    ? [placeholderText(verifyingContract), 'text']
    : [verifyingContract, 'address']
  const row = (label: string, value: string | undefined, kind: Detail['kind']): Detail[] =>
    value === undefined ? [] : [{ label, value, kind, depth: 0 }]
  return [
    ...row(say('approval.typed.app'), name, 'text'),
    ...row(say('approval.typed.version'), version, 'text'),
    ...row(say('approval.contract'), ...contract),
  ]
}

const placeholderText = (address: string | undefined): string =>
  address === undefined
    ? say('approval.placeholder')
    : say('approval.placeholderAt', { address: shortAddress(address) })
