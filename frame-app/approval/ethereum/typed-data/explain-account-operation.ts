import { shortAddress } from '../../../ui/short-address.ts'
import { say } from '../../../words/say.ts'
import { distinct, warn } from '../../explain/danger.ts'
import { type Detail, NO_EXPLANATION, type Part } from '../../explain/explanation.ts'
import { decodeSafeTransaction, decodeUserOperation } from '../decode/decode-call.ts'
import { nativeLine, nativeText, tokenAmount, tokenLine } from '../explain/amounts.ts'
import { explainCalls } from '../explain/explain-calls.ts'
import { type ExplainContext, inNameOf, isSame } from '../explain/explain-context.ts'
import { isHighFee } from '../fees/unusual-fee.ts'
import { hasUnreadSetUp } from './account-operations.ts'
import type { PermitOrOrder } from './permits-and-orders.ts'

type Of<Kind extends PermitOrOrder['kind']> = Extract<PermitOrOrder, { kind: Kind }>

/** Explains a Safe transaction by the calls that the Safe makes. The contract that it calls is not the recipient of the tokens. */
export function explainSafeTransaction(context: ExplainContext, content: Of<'safe-transaction'>): Part {
  const { safe, refund } = content
  const own = inNameOf(context, safe)
  const { headline, ...inner } = explainCalls(own, decodeSafeTransaction(context.chain.id, safe, content))
  const refunded = refund && {
    line: refund.token
      ? tokenLine(own, refund.token, refund.least, refund.receiver)
      : nativeLine(own, refund.least, refund.receiver),
    amount: refund.token ? tokenAmount(own, refund.token, refund.least) : nativeText(own, refund.least),
  }
  return {
    ...inner,
    headline: say('approval.headline.account', { action: headline }),
    outgoing: [...inner.outgoing, ...(refunded ? [refunded.line] : [])],
    dangers: [
      ...inner.dangers,
      ...(refunded
        ? [warn('danger.safeRefund', { account: shortAddress(safe), amount: refunded.amount })]
        : []),
      warn('danger.safeCall', { safe: shortAddress(safe) }),
    ],
    details: [account(safe), ...inside(inner.details)],
  }
}

/** Explains a user operation as a transaction of its account (ERC-4337). */
export function explainUserOperation(context: ExplainContext, content: Of<'user-operation'>): Part {
  const { account: address, data, factory, maxFee } = content
  const calls = decodeUserOperation(context.chain.id, address, data)
  const { headline, ...inner } =
    calls.length > 0 ? explainCalls(inNameOf(context, address), calls) : NO_EXPLANATION
  const { facts, chain } = context
  return {
    ...inner,
    headline: headline || say('approval.headline.operation'),
    dangers: distinct([
      ...inner.dangers,
      ...(hasUnreadSetUp(content, context.wallet)
        ? [warn('danger.accountUnread', { account: shortAddress(address) })]
        : []),
      ...(maxFee !== null && isHighFee(maxFee, facts.nativePrice, chain.nativeCurrency.decimals)
        ? [warn('danger.absurdFee', { fee: nativeText(context, maxFee) })]
        : []),
      warn('danger.operation', { account: shortAddress(address) }),
    ]),
    details: [
      account(address),
      ...(factory === null
        ? []
        : [
            row(
              say(isSame(address, context.wallet) ? 'approval.delegate.code' : 'approval.account.factory'),
              factory,
              'address',
            ),
          ]),
      ...(maxFee === null
        ? []
        : [
            row(
              say('approval.fee'),
              say('approval.feeAtMost', { amount: nativeText(context, maxFee) }),
              'text',
            ),
          ]),
      ...inside(inner.details),
    ],
  }
}

const row = (label: string, value: string, kind: Detail['kind']): Detail => ({ label, value, kind, depth: 0 })
const account = (address: string) => row(say('approval.field.owner'), address, 'address')
const inside = (details: readonly Detail[]) => details.map(it => ({ ...it, depth: it.depth + 1 }))
