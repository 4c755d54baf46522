import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database, Transaction } from '../database/connect.ts'
import { embeddedWallets, wallets } from '../database/schema.ts'
import { reachedBy } from './adopted.ts'

/**
 * Whether the user's account made a wallet with this address, whoever holds its key; not one of another app that is linked.
 * Ethereum's letters may be of any case (EIP-55).
 */
export async function isOwnWallet(
  db: Database | Transaction,
  userId: string,
  address: string,
): Promise<boolean> {
  const atServer = await db.$count(
    wallets,
    and(inArray(wallets.userId, reachedBy(userId)), isAddress(wallets.address, address)),
  )
  const onDevice = await db.$count(
    embeddedWallets,
    and(inArray(embeddedWallets.userId, reachedBy(userId)), isAddress(embeddedWallets.address, address)),
  )
  return atServer + onDevice > 0
}

const isAddress = (column: AnyPgColumn, address: string): SQL =>
  address.startsWith('0x') ? sql`lower(${column}) = ${address.toLowerCase()}` : eq(column, address)
