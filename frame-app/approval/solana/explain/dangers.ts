import type { TransactionError } from '../../../chains/solana/ports.ts'
import type { Action, AuthorityRight } from '../decode/action.ts'
import type { ChainState } from '../reads/account-state.ts'

/** What a person should know before they approve; the words stand with the screen. */
export type Danger =
  /** The wallet itself would belong to a program, or somebody else could take all the SOL in it. */
  | { readonly kind: 'gives-wallet-away'; readonly to: string }
  /** The wallet could send no SOL and pay no fee any more. */
  | { readonly kind: 'locks-wallet' }
  /** The wallet's signature takes from an account that is not its own, but that it may decide about. */
  | { readonly kind: 'moves-others'; readonly owner: string }
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
  | { readonly kind: 'would-fail'; readonly error: TransactionError }
  | { readonly kind: 'expired' }
  /** No node was asked: neither balances nor what the transaction changes are known. */
  | { readonly kind: 'not-checked' }
  /** The site did not want it tried out. */
  | { readonly kind: 'not-simulated' }

/** Most severe first: what is lost for good, then what may be lost, then what is merely unusual. */
const SEVERITY: readonly Danger['kind'][] = [
  'gives-wallet-away',
  'locks-wallet',
  'changes-authority',
  'delegates',
  'moves-others',
  'closes-elsewhere',
  'nonce-authority',
  'expired',
  'unknown-program',
  'unread-accounts',
  'durable-nonce',
  'many-signers',
  'other-fee-payer',
  'not-checked',
  'not-simulated',
  'would-fail',
  'high-fee',
]

/** Most severe first, each once: an instruction and the simulation can report the same danger. */
export const inOrder = (dangers: readonly Danger[]): Danger[] =>
  [...new Map(dangers.map(danger => [JSON.stringify(danger), danger])).values()].sort(
    (a, b) => SEVERITY.indexOf(a.kind) - SEVERITY.indexOf(b.kind),
  )

/** More than half of what 64 bits can say is meant as "all, for ever". */
const UNLIMITED = 2n ** 63n
export const isUnlimited = (amount: bigint) => amount >= UNLIMITED
/** Lamports: 0.01 SOL, two thousand times the base fee. */
export const HIGH_FEE = 10_000_000n

export interface DangerContext {
  readonly wallet: string
  readonly feePayer: string
  readonly requiredSignatures: number
  readonly state: ChainState
  readonly isComplete: boolean
  readonly isDurable: boolean
}

/** Dangers of the instructions themselves. */
export function findDangers(actions: readonly Action[], context: DangerContext): Danger[] {
  const { wallet, feePayer, requiredSignatures, isComplete, isDurable } = context
  const others = requiredSignatures - 1
  return [
    ...actions.flatMap(action => ofAction(action, context)),
    ...(isDurable ? [{ kind: 'durable-nonce' } as const] : []),
    ...unknownPrograms(actions),
    ...(isComplete ? [] : [{ kind: 'unread-accounts' } as const]),
    ...(feePayer === wallet ? [] : [{ kind: 'other-fee-payer', payer: feePayer } as const]),
    ...(others > (feePayer === wallet ? 0 : 1)
      ? [{ kind: 'many-signers', count: requiredSignatures } as const]
      : []),
  ]
}

function ofAction(action: Action, { wallet, state }: DangerContext): Danger[] {
  const hasSigned = (authority: string) =>
    authority === wallet || ('cosigners' in action && action.cosigners?.includes(wallet) === true)
  const isOurs = (account: string, authority: string) =>
    hasSigned(authority) || state.tokenOwner(account) === wallet
  switch (action.kind) {
    case 'transfer-sol':
      return action.from !== wallet && action.to !== wallet && hasSigned(action.authority)
        ? [{ kind: 'moves-others', owner: action.from }]
        : []
    case 'transfer-token': {
      const owner = state.tokenOwner(action.source)
      return owner !== null && owner !== wallet && hasSigned(action.authority)
        ? [{ kind: 'moves-others', owner }]
        : []
    }
    case 'allocate':
      return action.account === wallet ? [{ kind: 'locks-wallet' }] : []
    case 'initialize-nonce':
      return action.account === wallet ? [{ kind: 'gives-wallet-away', to: action.authority }] : []
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
        ? [{ kind: 'delegates', to: action.delegate, isUnlimited: isUnlimited(action.amount) }]
        : []
    case 'close-account':
      return isOurs(action.account, action.owner) && action.destination !== wallet
        ? [{ kind: 'closes-elsewhere', to: action.destination }]
        : []
    case 'authorize-nonce':
      return hasSigned(action.authority) && action.newAuthority !== wallet
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
