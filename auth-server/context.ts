import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import type * as schema from './database/schema.ts'
import type { MailTransport } from './mail/transport.ts'
import type { TokenIssuer } from './sessions/tokens.ts'
import type { Settings } from './settings.ts'
import type { SignerClient } from './signer/operations.ts'
import type { SmsTransport } from './sms/transport.ts'

export type Database = NodePgDatabase<typeof schema> & { readonly $client: Pool }
/** The handle inside `db.transaction`: never use `db` there, it would take another connection. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** Everything a route needs, made once per process and passed explicitly: no module-level state. */
export interface Context {
  readonly settings: Settings
  readonly db: Database
  readonly signer: SignerClient
  readonly mail: MailTransport
  readonly sms: SmsTransport
  readonly tokens: TokenIssuer
  /** Unix ms; a test moves it. */
  now(): number
}
