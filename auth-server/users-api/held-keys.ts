import { STATUS_BY_CODE } from '@vitrine/shared/errors/codes.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { InferSelectModel } from 'drizzle-orm'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../database/connect.ts'
import { expectedWallets } from '../database/expected-tables.ts'
import { importedWallets, pendingImports } from '../database/imported-tables.ts'
import { accounts, embeddedWallets, users, wallets } from '../database/schema.ts'
import { reachedBy } from '../users/adopted.ts'
import { type Asked, requireUser } from './asked.ts'

type Identity = Pick<InferSelectModel<typeof accounts>, 'type' | 'subject'>

/** Keys that an operator brought for logins of a user, and that wait for the next one. */
export const waitsFor = (appId: string, identities: readonly Identity[]) =>
  and(
    eq(pendingImports.appId, appId),
    inArray(
      pendingImports.subject,
      identities.map(({ subject }) => subject),
    ),
    or(
      ...identities.map(({ type, subject }) =>
        and(eq(pendingImports.type, type), eq(pendingImports.subject, subject)),
      ),
    ),
  )

/** Who is expected by a login of a user, which they have not logged in by yet. */
export const expectedBy = (appId: string, identities: readonly Identity[]) => sql`(
  select expected_id from expected_accounts
  join jsonb_to_recordset(${JSON.stringify(identities)}::jsonb) as named (type text, subject text) using (type, subject)
  where app_id = ${appId})`

/**
 * Addresses of all wallets whose keys go with users, whoever holds them: with a server's wallet its key goes, with one on the devices
 * the shares that open it.
 * @param keepsExpected without those that the site made for a login which the person has not logged in by yet
 */
export async function keysOf(
  tx: Database | Transaction,
  appId: string,
  userIds: readonly string[],
  identities: readonly Identity[],
  keepsExpected = false,
): Promise<readonly string[]> {
  const found: string[] = []
  for (const table of [wallets, embeddedWallets, importedWallets]) {
    const rows = await tx
      .select({ address: table.address })
      .from(table)
      .where(inArray(table.userId, [...userIds]))
    found.push(...rows.map(({ address }) => address))
  }
  if (identities.length > 0) {
    const waiting = await tx
      .select({ address: pendingImports.address })
      .from(pendingImports)
      .where(waitsFor(appId, identities))
    found.push(...waiting.map(({ address }) => address))
  }
  if (identities.length > 0 && !keepsExpected) {
    const expected = await tx
      .select({ address: expectedWallets.address })
      .from(expectedWallets)
      .where(sql`${expectedWallets.expectedId} in ${expectedBy(appId, identities)}`)
    found.push(...expected.map(({ address }) => address))
  }
  return [...new Set(found)].sort()
}

/** Who deletes a user has not named exactly the wallets that go with them. */
export class WalletsNotNamed extends VitrineError {
  /** What is to be named. */
  readonly wallets: readonly string[]

  constructor(wallets: readonly string[]) {
    const code = 'resource_conflict'
    super({ type: 'api_error', code, status: STATUS_BY_CODE[code], message: sentence(wallets) })
    this.wallets = wallets
  }
}

const sentence = (wallets: readonly string[]): string =>
  wallets.length === 0
    ? 'Nothing was deleted. This user has no wallet whose key would go with it: name none.'
    : `Nothing was deleted. The keys of these wallets would go with this user, and what is in them is lost to whoever has no copy: ${wallets.join(', ')}. Name exactly these to delete the user.`

/** @throws WalletsNotNamed */
export function requireNamed(held: readonly string[], named: readonly string[]): void {
  const written = new Set(named.map(normal))
  const isExact = held.every(address => written.delete(normal(address))) && written.size === 0
  if (!isExact) throw new WalletsNotNamed(held)
}

/** Hexadecimal is one address in any case (EIP-55); base58 is not. */
const normal = (address: string): string => (address.startsWith('0x') ? address.toLowerCase() : address)

/**
 * Whether the wallets that go with a user are named, before anybody is asked to agree to it: `deleteUser` looks again, in its transaction.
 * @throws `not_found` (404) | WalletsNotNamed (409)
 */
export async function requireKeysNamed(
  db: Database,
  { appId }: Pick<Asked, 'appId'>,
  userId: string,
  named: readonly string[],
): Promise<void> {
  await requireUser(db, appId, userId)
  const reached = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`${users.id} in ${reachedBy(userId)}`)
  const ids = reached.map(({ id }) => id)
  const logins = await db.select().from(accounts).where(inArray(accounts.userId, ids))
  requireNamed(await keysOf(db, appId, ids, logins), named)
}
