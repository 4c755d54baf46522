import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../database/connect.ts'
import { accounts, devices } from '../database/schema.ts'
import { NO_SEAL } from '../database/unsealed-device.ts'
import { sealedFacts } from '../identity/merge-plan.ts'
import type { SignerRequest, SignerResponse } from '../signer/operations.ts'

/** All ways in and devices of a user, as they are sealed. */
interface UserSeals {
  /** As the signer is asked to seal them anew. */
  readonly asked: Pick<SignerRequest<'completeFactorReset'>, 'logins' | 'devices'>
  readonly logins: readonly Sealed[]
  readonly devices: readonly Sealed[]
}

interface Sealed {
  /** Of its row. */
  readonly key: string
  readonly seal: string
}

export async function readSeals(db: Database | Transaction, userId: string): Promise<UserSeals> {
  const logins = await db.select().from(accounts).where(eq(accounts.userId, userId))
  const known = await db
    .select()
    .from(devices)
    .where(and(eq(devices.userId, userId), ne(devices.seal, NO_SEAL)))
  return {
    asked: {
      logins: logins.map(({ type, subject, seal, details }) => {
        const facts = sealedFacts(details)
        return { type, subject, seal, ...(facts && { facts }) }
      }),
      devices: known.map(({ publicKey, seal }) => ({ publicKey, seal })),
    },
    logins: logins.map(({ id, seal }) => ({ key: id, seal })),
    devices: known.map(({ thumbprint, seal }) => ({ key: thumbprint, seal })),
  }
}

/** Puts the signer's new seals in the place of those that were read. */
export async function storeSeals(
  tx: Transaction,
  userId: string,
  read: UserSeals,
  made: Pick<SignerResponse<'completeFactorReset'>, 'logins' | 'devices'>,
): Promise<void> {
  await sealAnew(tx, 'accounts', sql`user_id = ${userId} and id`, read.logins, made.logins)
  await sealAnew(tx, 'devices', sql`user_id = ${userId} and thumbprint`, read.devices, made.devices)
}

/** One that was sealed by somebody else meanwhile is left as it is. */
async function sealAnew(
  tx: Transaction,
  table: 'accounts' | 'devices',
  isRow: SQL,
  rows: readonly Sealed[],
  seals: readonly string[],
): Promise<void> {
  const sealed = rows.map(({ key, seal: former }, index) => ({ key, former, seal: seals[index] ?? '' }))
  await tx.execute(sql`
    update ${sql.identifier(table)} set seal = sealed.seal
    from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb) as sealed (key text, former text, seal text)
    where ${isRow} = sealed.key and ${sql.identifier(table)}.seal = sealed.former`)
}
