import { type SQL, sql } from 'drizzle-orm'

/** Where envelopes of the signer lie. Postgres knows which key each row names: its `key_id`, see `0033_key_rotation.sql`. */
export interface SealedColumn {
  readonly table: string
  readonly column: string
  /** Text by which a row is told from others and which has an order. */
  readonly row: SQL
  /** The row's `EnvelopeContext`, as jsonb. */
  readonly context: SQL
}

const OWNER = sql`'appId', app_id, 'userId', user_id`
const KEY = sql`'appId', app_id, 'chainType', chain_type, 'address', address`
const OF_APP = sql.raw(`app_id || ' ' || provider`)

const column = (table: string, name: string, row: SQL, context: SQL): SealedColumn => ({
  ...{ table, column: name, row },
  context: sql`jsonb_build_object(${context})`,
})

/** All of them: `sealed-columns.test.ts` finds one that is missing. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  column('token_keys', 'sealed_private_key', sql`kid`, sql`'purpose', 'token-signing-key'`),
  column('entropy_salts', 'sealed_salt', sql`name`, sql`'purpose', 'entropy-salt'`),
  column('wallet_entropies', 'sealed_entropy', sql`user_id`, sql`'purpose', 'user-entropy', ${OWNER}`),
  column(
    'wallets',
    'sealed_key',
    sql`id`,
    sql`'purpose', 'wallet-key', 'walletId', id, 'userId', user_id, ${KEY}`,
  ),
  column(
    'imported_wallets',
    'sealed_key',
    sql`id`,
    sql`'purpose', 'imported-key', 'walletId', id, 'userId', user_id, ${KEY}`,
  ),
  column(
    'pending_imports',
    'sealed_key',
    sql`id`,
    sql`'purpose', 'pending-import', 'pendingId', id, 'type', type, 'subject', subject, ${KEY}`,
  ),
  column(
    'expected_wallets',
    'sealed_key',
    sql`id`,
    sql`'purpose', 'expected-key', 'walletId', id, 'identities', identities, ${KEY}`,
  ),
  column(
    'recovery_keys',
    'sealed_key',
    sql`user_id`,
    sql`'purpose', 'recovery-key', ${OWNER}, 'expiresAt', (extract(epoch from expires_at) * 1000)::bigint`,
  ),
  column(
    'provider_secrets',
    'sealed_secret',
    OF_APP,
    sql`'purpose', 'provider-secret', 'appId', app_id, 'provider', provider`,
  ),
  column(
    'oauth_clients',
    'sealed_secret',
    OF_APP,
    sql`'purpose', 'oauth-client', 'appId', app_id, 'provider', provider, 'settings', settings`,
  ),
  column(
    'webhook_endpoints',
    'sealed_secret',
    sql`id`,
    sql`'purpose', 'provider-secret', 'appId', app_id, 'provider', 'webhook:' || id`,
  ),
]
