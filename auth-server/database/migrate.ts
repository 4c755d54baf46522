import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { logNote } from '../log.ts'
import { connectDatabase, type Database, PATIENT, type Transaction } from './connect.ts'
import { installQueue } from './queue.ts'

const FOLDER = new URL('./migrations/', import.meta.url)
/** Any constant that no other lock of the database uses. */
const SETUP_LOCK = 7_281_001

/**
 * Serialises what servers and commands that start at once do to the schema and to roles, until the transaction ends. Postgres answers
 * two that change the rights of one object with "tuple concurrently updated".
 */
export const lockSetup = (tx: Pick<Transaction, 'execute'>) =>
  tx.execute(sql`select pg_advisory_xact_lock(${SETUP_LOCK})`)

/** `migrate` on a connection of its own, which no time limit ends. What a migration reports (`raise warning`) is logged. */
export async function migrateDatabase(url: string): Promise<void> {
  const { db, close } = connectDatabase(url, 1, PATIENT)
  db.$client.on('connect', client =>
    client.on('notice', ({ severity, message }) => {
      if (severity === 'WARNING' && message !== undefined) logNote(message)
    }),
  )
  try {
    await migrate(db)
  } finally {
    await close()
  }
}

/**
 * Brings the schema up to date: runs each numbered file of `migrations/` once, in order, all in one transaction, so that
 * a crash leaves the schema as it was. A server that starts meanwhile waits, then finds nothing to do. Neither is ended by
 * the time limit of other statements: of a large table an index takes longer.
 * @returns the files that ran.
 */
export const migrate = async (db: Database): Promise<readonly string[]> => {
  const files = await namesMigrations()
  return db.transaction(tx => migrateWithin(tx, files))
}

/** Names of the files that this release has, in their order. */
export const namesMigrations = async (): Promise<readonly string[]> =>
  (await readdir(FOLDER)).filter(name => /^\d{4}_[a-z_]+\.sql$/.test(name)).sort()

/** What these files make, as far as it was made and is there yet; functions with their arguments' types. */
export async function madeBy(
  files: readonly string[],
): Promise<{ readonly tables: readonly string[]; readonly functions: readonly string[] }> {
  const texts = await Promise.all(files.map(readMigration))
  const all = (what: RegExp) => texts.flatMap(text => [...text.matchAll(what)].map(([, name = '']) => name))
  return {
    tables: all(/^[ \t]*create table (?:if not exists )?([a-z_]+)/gim),
    functions: all(/^[ \t]*create (?:or replace )?function ([a-z_]+\([^()]*\))/gim),
  }
}

const readMigration = (name: string) => readFile(new URL(name, FOLDER), 'utf8')

/** As `migrate`, of some of the files, and in a transaction that does more. @returns the files that ran */
export async function migrateWithin(
  tx: Pick<Transaction, 'execute'>,
  files: readonly string[],
): Promise<readonly string[]> {
  await tx.execute(sql`set local statement_timeout = 0`)
  await lockSetup(tx)
  await tx.execute(sql`
    create table if not exists vitrine_migrations (
      name text primary key,
      applied_at timestamptz not null default now()
    )`)
  // Before the files: their triggers add jobs.
  await installQueue(tx)
  const { rows } = await tx.execute<{ name: string }>(sql`select name from vitrine_migrations`)
  const applied = new Set(rows.map(({ name }) => name))
  const pending = files.filter(name => !applied.has(name))
  for (const name of pending) {
    await tx.execute(sql.raw(await readMigration(name)))
    await tx.execute(sql`insert into vitrine_migrations (name) values (${name})`)
  }
  return pending
}
