import type { ChainAccount } from '../../../chains/solana/ports.ts'
import { WRAPPED_SOL } from '../../../chains/solana/programs.ts'
import type { Action } from '../decode/action.ts'
import { readMintDecimals, readTokenAccount } from './token-accounts.ts'

/** What is known of the accounts that a transaction names. */
export interface ChainState {
  /** Whose token account it is; `null` when it is none, or was not read. */
  tokenOwner(account: string): string | null
  tokenMint(account: string): string | null
  /** A token account whose SOL is the token, and which nobody but its owner may close. */
  isWrappedSol(account: string): boolean
  /** Balance of a token account, in the token's smallest unit. */
  tokenAmount(account: string): bigint | null
  decimals(mint: string): number | null
  /** `null`: not read. An account that does not exist has 0. */
  lamports(address: string): bigint | null
}

/**
 * Accounts as a node reported them, and token accounts that the transaction itself makes: the associated token program gives
 * such an account to the owner that the instruction names, and to nobody else.
 */
export function chainState(
  accounts: ReadonlyMap<string, ChainAccount | null>,
  actions: readonly Action[],
): ChainState {
  const made = new Map(
    actions.flatMap(action =>
      action.kind === 'create-token-account' ? [[action.account, action] as const] : [],
    ),
  )
  const token = (address: string) => {
    const existing = readTokenAccount(accounts.get(address))
    if (existing) return existing
    const planned = made.get(address)
    return planned
      ? { owner: planned.owner, mint: planned.mint, amount: 0n, delegate: null, closeAuthority: null }
      : null
  }
  return {
    tokenOwner: address => token(address)?.owner ?? null,
    tokenMint: address => token(address)?.mint ?? null,
    isWrappedSol(address) {
      const account = token(address)
      return account?.mint === WRAPPED_SOL && (account.closeAuthority ?? account.owner) === account.owner
    },
    tokenAmount: address => token(address)?.amount ?? null,
    decimals: mint => readMintDecimals(accounts.get(mint)),
    lamports(address) {
      const account = accounts.get(address)
      return account === undefined ? null : (account?.lamports ?? 0n)
    },
  }
}
