import { shortAddress } from '../../../ui/short-address.ts'
import { say } from '../../../words/say.ts'
import { warn } from '../../explain/danger.ts'
import type { Detail } from '../../explain/explanation.ts'
import { plainNumber } from '../../explain/numbers.ts'
import type { Action } from '../decode/action.ts'
import type { ActionPart } from './action-part.ts'
import { contractDangers } from './address-dangers.ts'
import type { ExplainContext } from './explain-context.ts'

type Of<Kind extends Action['kind']> = Extract<Action, { kind: Kind }>

/** Explains a change of who controls an account, which outlasts the transaction. */
export function explainControl(
  context: ExplainContext,
  { contract, name, added, removed, threshold }: Of<'change-control'>,
): ActionPart {
  const row = (label: string, value: string | null, kind: Detail['kind']): Detail[] =>
    value === null ? [] : [{ label, value, kind, depth: 0 }]
  return {
    headline: say('danger.head.changesControl'),
    dangers: [
      warn('danger.changesControl', { address: shortAddress(contract) }),
      ...contractDangers(context.facts, contract),
    ],
    details: [
      ...row(say('approval.contract'), contract, 'address'),
      ...row(say('approval.function'), name, 'code'),
      ...row(say('approval.account.added'), added, 'address'),
      ...row(say('approval.account.removed'), removed, 'address'),
      ...row(say('approval.account.threshold'), threshold === null ? null : plainNumber(threshold), 'text'),
    ],
  }
}

/** Explains code of another contract that runs as the account (DELEGATECALL). Its function's name says nothing about what it does. */
export const explainDelegate = ({ account, contract }: Of<'delegate'>): ActionPart => ({
  headline: say('danger.head.account'),
  dangers: [
    warn('danger.accountDelegates', { address: shortAddress(contract), account: shortAddress(account) }),
  ],
  details: [{ label: say('approval.delegate.code'), value: contract, kind: 'address', depth: 0 }],
})

/** Explains a call of an account that cannot be read. It counts as the worst that it can be. */
export const explainUnread = ({ account }: Of<'unread'>): ActionPart => ({
  headline: say('danger.head.unread'),
  dangers: [warn('danger.accountUnread', { account: shortAddress(account) })],
  details: [{ label: say('approval.field.owner'), value: account, kind: 'address', depth: 0 }],
})
