import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { connectDatabase, type Database, PATIENT, type Transaction } from './connect.ts'
import { lockSetup, migrateDatabase } from './migrate.ts'
import { isForbidden } from './violations.ts'

/** Owns the tables of the embedded database and changes them; nobody logs in as it. */
const OWNER = 'vitrine_owner'
/** The API process of the embedded database. */
const API = 'vitrine_api'

/** Which databases the operator named. */
export interface ExternalDatabase {
  /** As whom the API process works. */
  readonly databaseUrl: string
  /** As whom the schema is changed; `null`: as the API process. */
  readonly migrationUrl: string | null
}

/**
 * Brings the embedded database's schema up to date, as a role that owns the tables and is no superuser, and gives the API
 * process's role what its statements need: rows, and nothing of the server or its files. A database of an earlier release,
 * whose tables belong to the superuser, is handed over.
 * @param url of the superuser
 */
export async function prepareEmbedded(url: string): Promise<void> {
  await inSetup(url, async tx => {
    for (const role of [OWNER, API]) {
      await tx.execute(
        sql.raw(
          `do $$ begin create role ${role}; exception when duplicate_object or unique_violation then null; end $$`,
        ),
      )
    }
    const { rows } = await tx.execute<{ name: string }>(sql`select current_database() as name`)
    const database = sql.identifier(rows[0]?.name ?? '')
    await tx.execute(sql`revoke all on database ${database} from public`)
    await tx.execute(sql`grant connect on database ${database} to ${sql.identifier(API)}`)
    await tx.execute(sql.raw(HAND_OVER))
  })
  const asOwner = new URL(url)
  asOwner.searchParams.set('options', `-c role=${OWNER}`)
  await migrateDatabase(asOwner.href)
  await inSetup(asOwner.href, tx => grantRows(tx, API))
}

/**
 * Gives the API process's role of the embedded database a new password.
 * @param url of the superuser
 * @returns the URL as that role
 */
export async function openApiRole(url: string): Promise<string> {
  const password = randomBytes(32).toString('base64url')
  await inSetup(url, async tx => {
    // Nobody guesses 32 random bytes: stretching them would only slow every connection down.
    await tx.execute(sql`set local scram_iterations = 1`)
    await tx.execute(
      sql.raw(
        `alter role ${API} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${password}'`,
      ),
    )
  })
  const asApi = new URL(url)
  asApi.username = API
  asApi.password = password
  return asApi.href
}

/**
 * Brings the operator's database up to date; where another role does that, the API process's role gets what its statements
 * need.
 * @returns what the operator should know: the API process's role can do more than it needs.
 * @throws Error with a sentence when who was named may not change the tables
 */
export async function prepareExternal({
  databaseUrl,
  migrationUrl,
}: ExternalDatabase): Promise<readonly string[]> {
  const ownerUrl = migrationUrl ?? databaseUrl
  await migrateDatabase(ownerUrl).catch(async error => {
    if (!isForbidden(error)) throw error
    const { name } = await as(ownerUrl, readRole)
    throw new Error(
      `The database role "${name}" may not change the tables. Name the role that owns them in DATABASE_MIGRATION_URL.`,
    )
  })
  const role = await as(databaseUrl, readRole)
  if (migrationUrl !== null && (await as(migrationUrl, readRole)).name !== role.name) {
    await inSetup(migrationUrl, tx => grantRows(tx, role.name))
  }
  return tooMuch(role).map(it => `The database role "${role.name}" of the API process ${it}`)
}

const ANOTHER_ROLE =
  'Set DATABASE_MIGRATION_URL to the role that owns the tables, and DATABASE_URL to one that owns nothing.'

function tooMuch(role: Role): readonly string[] {
  const found: string[] = []
  if (role.isSuperuser)
    found.push(`is a superuser: one statement reads the files of the database’s machine. ${ANOTHER_ROLE}`)
  if (role.ownsTables) found.push(`owns the tables and can change them. ${ANOTHER_ROLE}`)
  if (role.isSuperuser) return found
  if (role.memberships.length > 0)
    found.push(
      `is a member of ${role.memberships.join(' and ')}: one statement reaches the files or programs of the database’s machine. Revoke that.`,
    )
  if (role.makesRoles)
    found.push(`can make roles, and so give itself rights. Say \`alter role … nocreaterole\`.`)
  // Postgres 14 gives it to everybody.
  if (role.makesTables && !role.ownsTables)
    found.push(
      `can make tables and functions of its own. Say \`revoke create on schema ${role.schema} from public\`, and from that role.`,
    )
  return found
}

/** Whether a role can write whose tokens log people in, as one that owns the tables can. @param url as that role */
export const writesIssuers = (url: string): Promise<boolean> =>
  as(url, async db => {
    const { rows } = await db.execute<{ may: boolean }>(
      sql`select has_table_privilege('login_issuers', 'insert, update') as may`,
    )
    return rows[0]?.may !== false
  })

interface Role extends Record<string, unknown> {
  readonly name: string
  readonly schema: string
  readonly isSuperuser: boolean
  readonly ownsTables: boolean
  /** Of the roles whose members reach the database's machine. */
  readonly memberships: readonly string[]
  readonly makesRoles: boolean
  readonly makesTables: boolean
}

async function readRole(db: Database): Promise<Role> {
  const { rows } = await db.execute<Role>(sql`
    select current_user as name, current_schema() as schema, rolsuper as "isSuperuser", rolcreaterole as "makesRoles",
      has_schema_privilege(current_schema(), 'create') as "makesTables",
      array(
        select rolname::text from pg_roles as given
        where rolname in ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program')
          and pg_has_role(given.oid, 'member')
        order by rolname
      ) as memberships,
      exists (
        select from pg_class where relnamespace = current_schema()::regnamespace and pg_has_role(relowner, 'member')
      ) as "ownsTables"
    from pg_roles where rolname = current_user`)
  const [role] = rows
  if (!role) throw new Error('The database does not say who asks.')
  return role
}

/** What the API process only reads: the migrations that ran, what the operator's commands say of who may enter and who is told, and what
 * the signer works with. */
const READ_ONLY = [
  'vitrine_migrations',
  'login_issuers',
  'oauth_clients',
  'entry_rules',
  'test_accounts',
  'authorization_keys',
  'delegation_policies',
  'webhook_endpoints',
  'signer_roots',
  'envelope_keys',
  'master_keys',
  'leak_notices',
  'operators',
  'operator_apps',
  'operator_enrolments',
]

/** What it adds rows to, and of whose rows it changes these columns alone. */
const APPEND_ONLY = { operator_passkeys: ['counter', 'used_at'] }
/** What the API process adds to and never takes back: the ids of users who were deleted. */
const ADDED_TO = ['deleted_users']

/** Rows of every table, but for what it only reads. @param tx as the owner of the tables */
async function grantRows(tx: Transaction, role: string): Promise<void> {
  const { rows } = await tx.execute<{ name: string }>(sql`select current_schema() as name`)
  const schema = sql.identifier(rows[0]?.name ?? 'public')
  const to = sql.identifier(role)
  await tx.execute(sql`grant usage on schema ${schema} to ${to}`)
  await tx.execute(sql`grant select, insert, update, delete on all tables in schema ${schema} to ${to}`)
  for (const table of READ_ONLY) {
    await tx.execute(sql`revoke insert, update, delete on ${sql.identifier(table)} from ${to}`)
  }
  for (const [table, columns] of Object.entries(APPEND_ONLY)) {
    const changed = sql.join(columns.map(sql.identifier), sql`, `)
    await tx.execute(sql`revoke update, delete on ${sql.identifier(table)} from ${to}`)
    await tx.execute(sql`grant update (${changed}) on ${sql.identifier(table)} to ${to}`)
  }
  for (const table of ADDED_TO) {
    await tx.execute(sql`revoke update, delete on ${sql.identifier(table)} from ${to}`)
  }
  await tx.execute(sql`grant usage, select on all sequences in schema ${schema} to ${to}`)
  await tx.execute(sql`grant execute on function clear_captcha_secrets() to ${to}`)
}

/** `reassign owned` refuses to take from the superuser that `initdb` made. */
const HAND_OVER = `do $$ declare its record; begin
  grant create, usage on schema public to ${OWNER};
  for its in
    select format('table %I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = 'public' and relkind in ('r', 'p') and relowner <> '${OWNER}'::regrole
    union all
    select format('function %s', pg_proc.oid::regprocedure) from pg_proc
    where pronamespace = 'public'::regnamespace and proowner <> '${OWNER}'::regrole
  loop
    execute format('alter %s owner to ${OWNER}', its.name);
  end loop;
end $$`

async function as<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const { db, close } = connectDatabase(url, 1, PATIENT)
  try {
    return await work(db)
  } finally {
    await close()
  }
}

/** In one transaction, after the set-up of every other server and command that began before. */
const inSetup = (url: string, work: (tx: Transaction) => Promise<void>): Promise<void> =>
  as(url, db =>
    db.transaction(async tx => {
      await lockSetup(tx)
      await work(tx)
    }),
  )
