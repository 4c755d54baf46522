import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import type { Database } from '../../database/connect.ts'
import { requireRoots } from '../../keys/stored-roots.ts'
import { requireSealed, sealNext } from '../../signer/delegation/list.ts'
import type { DelegationList } from '../../signer/delegation-operations.ts'
import { type Keyring, keyringOf } from '../../signer/keyring.ts'
import type { SealedFactors } from '../../signer/mfa-shapes.ts'
import { issuePresence, LOGIN, requirePresence } from '../../signer/presence.ts'
import { requireFactors, sealFactors } from '../../signer/sealed-factors.ts'
import { openRoots } from '../../signer/sealed-roots.ts'
import { heldKey } from '../../signer/testing/derived-roots.ts'
import { openTestDatabase, type TestDatabase } from '../database.ts'
import told from './0.1.0.json' with { type: 'json' }
import { movedTimes, wholeSteps } from './moved-times.ts'

/**
 * What the built server of release 0.1.0 left in its database (`0.1.0.sql`), which people and keys it has (`0.1.0.json`), and the
 * statements that its API process used meanwhile (`0.1.0.statements.json`). All its secrets are of tests and of nothing else.
 */
export const release = told

const MADE_AT = Date.parse(told.made_at)

/** The database as the release left it a minute ago. */
export async function loadRelease(): Promise<TestDatabase> {
  const database = await openTestDatabase('template1')
  // The dump changes settings of its connection, which therefore serves nothing else.
  const client = new Client({ connectionString: database.url })
  await client.connect()
  await client.query(readFileSync(new URL('./0.1.0.sql', import.meta.url), 'utf8'))
  await client.end()
  await moveToNow(database.db)
  return database
}

/** Moves every time by as much: columns, what is counted in steps of 30 seconds, and JSON with what the signer sealed. */
async function moveToNow(db: Database): Promise<void> {
  // A minute ago, since a code of an authenticator app is taken once: another one is due by now.
  const byMs = wholeSteps(Date.now() - MADE_AT - 60_000)
  const columns = await db.execute<{ table: string; column: string; type: string }>(sql`
    select table_name as table, column_name as column, data_type as type from information_schema.columns
    where table_schema = 'public' and data_type in ('timestamp with time zone', 'jsonb')`)
  await moveSealed(db, byMs)
  for (const { table, column, type } of columns.rows) {
    const [of, at] = [sql.identifier(table), sql.identifier(column)]
    if (type !== 'jsonb') {
      await db.execute(sql`update ${of} set ${at} = ${at} + ${`${byMs} ms`}::interval`)
      continue
    }
    if (SEALED.has(`${table}.${column}`)) continue
    const { rows } = await db.execute<{ row: string; value: unknown }>(
      sql`select ctid::text as row, ${at} as value from ${of} where ${at} is not null`,
    )
    for (const { row, value } of rows) {
      const moved = movedTimes(value, MADE_AT, byMs)
      if (JSON.stringify(moved) === JSON.stringify(value)) continue
      await db.execute(sql`update ${of} set ${at} = ${JSON.stringify(moved)} where ctid = ${row}::tid`)
    }
  }
  await db.execute(sql`update mfa_factors set totp_step = totp_step + ${byMs / 30_000}`)
}

/** Columns whose JSON has a seal over its times. */
const SEALED = new Set(['wallet_delegations.list', 'mfa_factors.factors', 'sessions.presence'])

/** The release's seals are checked before each is made anew: this release must still take them. */
async function moveSealed(db: Database, byMs: number): Promise<void> {
  const keyring = keyringOf(openRoots([heldKey(Buffer.from(told.master_key, 'hex'))], await requireRoots(db)))
  await moveDelegations(db, keyring, byMs)
  await moveFactors(db, keyring, byMs)
  await moveLogins(db, keyring, byMs)
}

async function moveDelegations(db: Database, keyring: Keyring, byMs: number): Promise<void> {
  const { rows } = await db.execute<{ id: string; list: DelegationList; seal: string }>(
    sql`select wallet_id as id, list, seal from wallet_delegations`,
  )
  for (const { id, ...sealed } of rows) {
    const before = requireSealed({ keyring }, sealed)
    const moved = movedTimes({ ...before, sequence: before.sequence - 1 }, MADE_AT, byMs)
    const { list, seal } = sealNext({ keyring }, moved)
    await db.execute(
      sql`update wallet_delegations set list = ${JSON.stringify(list)}, seal = ${seal} where wallet_id = ${id}`,
    )
  }
}

async function moveFactors(db: Database, keyring: Keyring, byMs: number): Promise<void> {
  const { rows } = await db.execute<{
    appId: string
    userId: string
    version: number
    factors: Omit<SealedFactors, 'version'>
  }>(sql`select app_id as "appId", user_id as "userId", version, factors from mfa_factors`)
  for (const { version, factors, ...owner } of rows) {
    const before = { version, ...factors }
    requireFactors({ keyring }, owner, version, before)
    const { list, recoveryCodes, seal } = sealFactors({ keyring }, owner, movedTimes(before, MADE_AT, byMs))
    await db.execute(
      sql`update mfa_factors set factors = ${JSON.stringify({ list, recoveryCodes, seal })} where user_id = ${owner.userId}`,
    )
  }
}

async function moveLogins(db: Database, keyring: Keyring, byMs: number): Promise<void> {
  const { rows } = await db.execute<{
    id: string
    appId: string
    userId: string
    device: string
    presence: { at: number; seal: string }
  }>(sql`select id, app_id as "appId", user_id as "userId", thumbprint as device, presence from sessions
    where presence is not null`)
  for (const { id, presence, ...who } of rows) {
    requirePresence({ keyring, now: () => presence.at }, who, { of: 'login', ...presence }, LOGIN)
    const moved = issuePresence({ keyring, now: () => presence.at + byMs }, { ...who, ...LOGIN })
    await db.execute(sql`update sessions set presence = ${JSON.stringify(moved)} where id = ${id}`)
  }
}
