import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database, Transaction } from '../database/connect.ts'
import { importedWallets } from '../database/imported-tables.ts'
import { accounts, embeddedWallets, wallets } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import { reachedBy } from './adopted.ts'

/**
 * Whether a wallet with this address was made in the user's account or brought into it, whoever holds its key; not one of another app
 * that is linked.
 * Ethereum's letters may be of any case (EIP-55).
 */
export async function isOwnWallet(
  db: Database | Transaction,
  userId: string,
  address: string,
): Promise<boolean> {
  for (const table of [wallets, embeddedWallets, importedWallets]) {
    const owned = and(inArray(table.userId, reachedBy(userId)), isAddress(table.address, address))
    if ((await db.$count(table, owned)) > 0) return true
  }
  return false
}

/**
 * Demands that a wallet which is brought is none that the user has already: made here, brought before, or of another app and linked.
 * @throws `embedded_wallet_already_exists` (409)
 */
export async function requireNewWallet(
  tx: Transaction,
  userId: string,
  { chainType, address }: { readonly chainType: 'ethereum' | 'solana'; readonly address: string },
): Promise<void> {
  if (await isUsersWallet(tx, userId, { chainType, address }))
    throw apiError('embedded_wallet_already_exists', 'You have this wallet already.')
}

/** Whether a wallet is the user's, also one of another app that is linked. */
export async function isUsersWallet(
  db: Database | Transaction,
  userId: string,
  { chainType, address }: { readonly chainType: 'ethereum' | 'solana'; readonly address: string },
): Promise<boolean> {
  const subject = `${chainType}:${chainType === 'ethereum' ? address.toLowerCase() : address}`
  const isLinked = and(
    eq(accounts.userId, userId),
    eq(accounts.type, 'wallet'),
    eq(accounts.subject, subject),
  )
  return (await isOwnWallet(db, userId, address)) || (await db.$count(accounts, isLinked)) > 0
}

const isAddress = (column: AnyPgColumn, address: string): SQL =>
  address.startsWith('0x') ? sql`lower(${column}) = ${address.toLowerCase()}` : eq(column, address)
