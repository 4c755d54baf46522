import { hexText } from '@vitrine/shared/encoding.ts'
import { say } from '../../../words/say.ts'
import type { Detail } from '../../explain/explanation.ts'
import type { Action } from '../decode/action.ts'
import { type AmountContext, assetAmount, solAmount } from './amounts.ts'

/** Each instruction in turn, with the accounts that matter. */
export function actionDetails(context: AmountContext, actions: readonly Action[]): Detail[] {
  return actions.flatMap((action, index) => [
    {
      label: say('solana.step', { number: index + 1 }),
      value: what(action),
      kind: 'text' as const,
      depth: 0,
    },
    ...fields(context, action),
  ])
}

function what(action: Action): string {
  switch (action.kind) {
    case 'transfer-sol':
    case 'transfer-token':
      return say('solana.action.transfer')
    case 'burn':
      return say('solana.action.burn')
    case 'mint':
      return say('solana.action.mint')
    case 'delegate':
      return say('solana.action.delegate')
    case 'set-authority':
    case 'authorize-nonce':
      return say('solana.action.authority')
    case 'close-account':
      return say('solana.action.close')
    case 'create-token-account':
    case 'create-account':
      return say('solana.action.create')
    case 'assign':
      return say('solana.action.assign')
    case 'allocate':
    case 'initialize-nonce':
      return say('solana.action.purpose')
    case 'advance-nonce':
      return say('solana.action.nonce')
    case 'memo':
      return say('solana.action.memo')
    case 'compute-limit':
    case 'compute-price':
      return say('solana.action.budget')
    case 'routine':
      return say('solana.action.routine')
    case 'unknown':
      return say('solana.action.unknown')
  }
}

const line = (label: string, value: string, kind: Detail['kind']): Detail => ({
  label,
  value,
  kind,
  depth: 1,
})
const address = (label: string, value: string) => line(label, value, 'address')

function fields(context: AmountContext, action: Action): Detail[] {
  const amount = (mint: string | null, units: bigint) =>
    line(say('approval.field.amount'), assetAmount(context, { kind: 'token', mint }, units), 'text')
  switch (action.kind) {
    case 'transfer-sol':
      return [
        line(say('approval.field.amount'), solAmount(action.lamports), 'text'),
        address(say('approval.from'), action.from),
        address(say('approval.to'), action.to),
      ]
    case 'transfer-token':
      return [
        amount(action.mint, action.amount),
        address(say('approval.from'), action.source),
        address(say('approval.to'), action.destination),
      ]
    case 'burn':
    case 'mint':
      return [amount(action.mint, action.amount), address(say('approval.field.owner'), action.account)]
    case 'delegate':
      return [
        amount(action.mint, action.amount),
        address(say('approval.field.owner'), action.account),
        address(say('approval.field.spender'), action.delegate),
      ]
    case 'set-authority':
    case 'authorize-nonce':
      return [
        address(say('approval.field.owner'), action.account),
        ...(action.newAuthority === null ? [] : [address(say('approval.to'), action.newAuthority)]),
      ]
    case 'close-account':
      return [
        address(say('approval.field.owner'), action.account),
        address(say('approval.to'), action.destination),
      ]
    case 'create-token-account':
    case 'create-account':
    case 'assign':
      return [address(say('approval.field.owner'), action.account), address(say('approval.to'), action.owner)]
    case 'advance-nonce':
    case 'allocate':
      return [address(say('approval.field.owner'), action.account)]
    case 'initialize-nonce':
      return [
        address(say('approval.field.owner'), action.account),
        address(say('solana.control'), action.authority),
      ]
    case 'memo':
      return action.text === null ? [] : [line(say('sign.message'), action.text, 'text')]
    case 'routine':
      return [address(say('solana.program'), action.program)]
    case 'unknown':
      return [
        address(say('solana.program'), action.program),
        line(say('sign.data'), hex(action.data), 'code'),
      ]
    default:
      return []
  }
}

const hex = (bytes: Uint8Array) => `0x${hexText(bytes)}`
