import type { Action } from '../decode/action.ts'
import type { ChainState } from '../reads/account-state.ts'

/** Lamports, or a token by its mint; `null`: the transaction does not say which, and no node did. */
export type Asset = { readonly kind: 'sol' } | { readonly kind: 'token'; readonly mint: string | null }

export interface Movement {
  readonly asset: Asset
  /** In the asset's smallest unit. */
  readonly amount: bigint
  /** The wallet at the other end where it is known, else the account; `null`: nobody, e.g. burnt. */
  readonly other: string | null
}

/** A token account of the wallet from which somebody may take. */
export interface Permission {
  readonly delegate: string
  readonly asset: Asset
  readonly amount: bigint
}

export interface Effects {
  readonly outgoing: readonly Movement[]
  readonly incoming: readonly Movement[]
  readonly permissions: readonly Permission[]
  /** Actions of which these lines state everything; every other one is listed as a detail. */
  readonly fullyStated: ReadonlySet<Action>
}

const SOL: Asset = { kind: 'sol' }

/** What the readable instructions do to one wallet. Moves between its own accounts are neither: nothing leaves it. */
export function findEffects(actions: readonly Action[], wallet: string, state: ChainState): Effects {
  const outgoing: Movement[] = []
  const incoming: Movement[] = []
  const permissions: Permission[] = []
  const fullyStated = new Set<Action>()
  /** The wallet behind an address: itself, or whose token account it is. */
  const holder = (address: string) => state.tokenOwner(address) ?? address
  const token = (mint: string | null, account: string): Asset => ({
    kind: 'token',
    mint: mint ?? state.tokenMint(account),
  })
  const move = (asset: Asset, amount: bigint, from: string, to: string) => {
    if (from === wallet && to !== wallet) outgoing.push({ asset, amount, other: to })
    if (to === wallet && from !== wallet) incoming.push({ asset, amount, other: from })
  }

  for (const action of actions) {
    const before = outgoing.length + incoming.length + permissions.length
    switch (action.kind) {
      case 'transfer-sol':
        move(SOL, action.lamports, action.from, isOwnPurse(action.to, wallet, state) ? wallet : action.to)
        break
      case 'create-account':
        move(SOL, action.lamports, action.payer, action.account)
        break
      case 'transfer-token': {
        const { source, destination, authority, mint, amount } = action
        // Not known: what the wallet's signature moves is taken to be its own.
        const from = state.tokenOwner(source) ?? (authority === wallet ? wallet : source)
        move(token(mint, source), amount, from, holder(destination))
        break
      }
      case 'burn':
        if (holder(action.account) === wallet || action.authority === wallet)
          outgoing.push({ asset: token(action.mint, action.account), amount: action.amount, other: null })
        break
      case 'mint':
        if (holder(action.account) === wallet)
          incoming.push({ asset: token(action.mint, action.account), amount: action.amount, other: null })
        break
      case 'delegate':
        if (holder(action.account) === wallet || action.owner === wallet)
          permissions.push({
            delegate: action.delegate,
            asset: token(action.mint, action.account),
            amount: action.amount,
          })
        break
      case 'compute-limit':
      case 'compute-price':
        // In the fee.
        fullyStated.add(action)
        break
      default:
        break
    }
    const isNew = outgoing.length + incoming.length + permissions.length > before
    if (isNew && action.kind !== 'create-account' && action.kind !== 'mint') fullyStated.add(action)
  }
  return { outgoing, incoming, permissions, fullyStated }
}

/**
 * Whether SOL that goes to this account stays the wallet's: the wallet, or its own wrapped SOL. Any other token account has
 * SOL that goes to whoever may close it, and that need not be its owner.
 */
const isOwnPurse = (account: string, wallet: string, state: ChainState): boolean =>
  account === wallet || (state.tokenOwner(account) === wallet && state.isWrappedSol(account))

/** Lamports among movements. */
export const sumOfSol = (movements: readonly Movement[]): bigint =>
  movements.reduce((sum, { asset, amount }) => (asset.kind === 'sol' ? sum + amount : sum), 0n)
