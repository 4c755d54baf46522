import type { Action, AuthorityRight } from './decode/action.ts'
import type { ChainState } from './state.ts'

/** What a person should know before they approve; the words stand with the screen. */
export type Danger =
  /** The wallet itself would belong to a program. */
  | { readonly kind: 'gives-wallet-away'; readonly to: string }
  | { readonly kind: 'changes-authority'; readonly right: AuthorityRight; readonly to: string | null }
  | { readonly kind: 'delegates'; readonly to: string; readonly isUnlimited: boolean }
  | { readonly kind: 'closes-elsewhere'; readonly to: string }
  | { readonly kind: 'nonce-authority'; readonly to: string }
  /** Good until it is used, maybe in a year. */
  | { readonly kind: 'durable-nonce' }
  | { readonly kind: 'unknown-program'; readonly program: string }
  | { readonly kind: 'unread-accounts' }
  | { readonly kind: 'other-fee-payer'; readonly payer: string }
  | { readonly kind: 'many-signers'; readonly count: number }
  | { readonly kind: 'high-fee' }
  | { readonly kind: 'would-fail'; readonly reason: string }
  | { readonly kind: 'expired' }
  /** No node was asked: neither balances nor what the transaction changes are known. */
  | { readonly kind: 'not-checked' }

/** More than half of what 64 bits can say is meant as "all, for ever". */
const UNLIMITED = 2n ** 63n
/** Lamports: 0.01 SOL, two thousand times the base fee. */
export const HIGH_FEE = 10_000_000n

export interface DangerContext {
  readonly wallet: string
  readonly feePayer: string
  readonly requiredSignatures: number
  readonly state: ChainState
  readonly isComplete: boolean
}

/** Dangers of the instructions themselves, gravest first. */
export function findDangers(actions: readonly Action[], context: DangerContext): Danger[] {
  const { wallet, feePayer, requiredSignatures, isComplete } = context
  const others = requiredSignatures - 1
  return [
    ...actions.flatMap(action => ofAction(action, context)),
    ...(actions[0]?.kind === 'advance-nonce' ? [{ kind: 'durable-nonce' } as const] : []),
    ...unknownPrograms(actions),
    ...(isComplete ? [] : [{ kind: 'unread-accounts' } as const]),
    ...(feePayer === wallet ? [] : [{ kind: 'other-fee-payer', payer: feePayer } as const]),
    ...(others > (feePayer === wallet ? 0 : 1)
      ? [{ kind: 'many-signers', count: requiredSignatures } as const]
      : []),
  ]
}

function ofAction(action: Action, { wallet, state }: DangerContext): Danger[] {
  const isOurs = (account: string, authority: string) =>
    authority === wallet || state.tokenOwner(account) === wallet
  switch (action.kind) {
    case 'assign':
    case 'create-account':
      return action.account === wallet ? [{ kind: 'gives-wallet-away', to: action.owner }] : []
    case 'set-authority':
      // Taking a right for oneself, as when a mint is set up, gives nothing away.
      return isOurs(action.account, action.authority) && action.newAuthority !== wallet
        ? [{ kind: 'changes-authority', right: action.right, to: action.newAuthority }]
        : []
    case 'delegate':
      return isOurs(action.account, action.owner)
        ? [{ kind: 'delegates', to: action.delegate, isUnlimited: action.amount >= UNLIMITED }]
        : []
    case 'close-account':
      return isOurs(action.account, action.owner) && action.destination !== wallet
        ? [{ kind: 'closes-elsewhere', to: action.destination }]
        : []
    case 'authorize-nonce':
      return action.authority === wallet && action.newAuthority !== wallet
        ? [{ kind: 'nonce-authority', to: action.newAuthority }]
        : []
    default:
      return []
  }
}

function unknownPrograms(actions: readonly Action[]): Danger[] {
  const programs = new Set(actions.flatMap(action => (action.kind === 'unknown' ? action.program : [])))
  return [...programs].map(program => ({ kind: 'unknown-program', program }))
}
