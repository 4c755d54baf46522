import type { ChainAccount } from '../../../chains/solana/ports.ts'
import type { Asset } from '../explain/effects.ts'
import { readTokenAccount } from './token-accounts.ts'

/** How a balance of the wallet would change. */
export interface BalanceChange {
  readonly asset: Asset
  /** In the smallest unit; below zero: it leaves. */
  readonly delta: bigint
}

type Accounts = ReadonlyMap<string, ChainAccount | null>

/** The wallet's balances after a simulation against those before: lamports first, then tokens by mint. No change, no entry. */
export function balanceChanges(wallet: string, before: Accounts, after: Accounts): BalanceChange[] {
  const lamports = (accounts: Accounts) => accounts.get(wallet)?.lamports ?? 0n
  const tokens = new Map<string, bigint>()
  const count = (accounts: Accounts, sign: bigint) => {
    for (const account of accounts.values()) {
      const token = readTokenAccount(account)
      if (token?.owner === wallet)
        tokens.set(token.mint, (tokens.get(token.mint) ?? 0n) + sign * token.amount)
    }
  }
  // Only accounts that the node reported before and after: one that it left out has not vanished.
  const known = new Map([...before].filter(([address]) => after.has(address)))
  count(known, -1n)
  count(after, 1n)
  const changes: BalanceChange[] = [
    { asset: { kind: 'sol' }, delta: after.has(wallet) ? lamports(after) - lamports(before) : 0n },
    ...[...tokens].map(([mint, delta]) => ({ asset: { kind: 'token', mint } as const, delta })),
  ]
  return changes.filter(({ delta }) => delta !== 0n)
}
