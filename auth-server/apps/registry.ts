import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import {
  type AppConfig,
  type EditableAppConfig,
  editableAppConfig,
} from '@vitrine/shared/config/app-config.ts'
import { asc, eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../database/connect.ts'
import { executePrepared } from '../database/prepared.ts'
import { apps } from '../database/schema.ts'

/** A site that embeds Vitrine. */
export interface App {
  readonly id: string
  readonly config: EditableAppConfig
  readonly secretHash: string
}

type StoredApp = { id: string; config: unknown; secretHash: string }

/** Finds an app; its stored config is completed with the defaults of options that came later. */
export async function findApp(db: Database, id: string): Promise<App | null> {
  const [row] = await executePrepared<StoredApp>(
    db,
    'find-app',
    sql`select id, config, secret_hash as "secretHash" from apps where id = ${id}`,
  )
  return row ? { id: row.id, config: editableAppConfig.parse(row.config), secretHash: row.secretHash } : null
}

export async function listApps(db: Database): Promise<readonly App[]> {
  const rows = await db.select().from(apps).orderBy(asc(apps.createdAt), asc(apps.id))
  return rows.map(row => ({ ...row, config: editableAppConfig.parse(row.config) }))
}

/** Registers an app. The secret is returned here and never again: only its hash is stored. */
export async function createApp(
  db: Database,
  config: EditableAppConfig,
): Promise<{ readonly id: string; readonly secret: string }> {
  const id = `app_${randomBytes(12).toString('hex')}`
  const secret = newSecret()
  await db.insert(apps).values({ id, config, secretHash: hashSecret(secret) })
  return { id, secret }
}

/** @returns `false` when there is no such app. */
export async function replaceConfig(
  db: Database | Transaction,
  id: string,
  config: EditableAppConfig,
): Promise<boolean> {
  const changed = await db.update(apps).set({ config }).where(eq(apps.id, id)).returning({ id: apps.id })
  return changed.length === 1
}

/** Replaces the secret; the former one stops working at once. `null` when there is no such app. */
export async function rotateSecret(db: Database | Transaction, id: string): Promise<string | null> {
  const secret = newSecret()
  const changed = await db
    .update(apps)
    .set({ secretHash: hashSecret(secret) })
    .where(eq(apps.id, id))
    .returning({ id: apps.id })
  return changed.length === 1 ? secret : null
}

/** Compares in constant time. */
export function isSecretOf(app: App | null, secret: string): boolean {
  // An unknown app costs the same comparison, so that the answer's time does not tell which ids exist.
  const expected = Buffer.from(app?.secretHash ?? hashSecret(''), 'hex')
  const actual = Buffer.from(hashSecret(secret), 'hex')
  return timingSafeEqual(expected, actual) && app !== null
}

/** What the frame and anyone else may know of an app (contract §4.1). */
export function publicConfig(app: App, verificationKey: string): AppConfig {
  const {
    max_accounts: _operatorsOwn,
    fetch_origins: _framesOwn,
    login_code_audiences: _serversOwn,
    custom_jwt_config: customJwt,
    added_login_hold_hours: _holdIsTheServers,
    hold_new_devices: _sameHold,
    funding_providers: _accountsOfTheOperators,
    ...config
  } = app.config
  return {
    ...config,
    custom_jwt_subject_claim: customJwt?.subject_claim ?? 'sub',
    id: app.id,
    data_classification: 'public',
    verification_key: verificationKey,
  }
}

const newSecret = () => `secret_${randomBytes(32).toString('base64url')}`

/** SHA-256, hex. Enough for 256 random bits; a slow hash protects what people choose. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex')
