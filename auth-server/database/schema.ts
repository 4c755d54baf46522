import type { EditableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })
const createdAt = () => instant('created_at').notNull().defaultNow()

/** A site that embeds Vitrine. `secretHash` is SHA-256 of a 256-bit random secret, so a fast hash is enough. */
export const apps = pgTable('apps', {
  id: text('id').primaryKey(),
  config: jsonb('config').$type<EditableAppConfig>().notNull(),
  secretHash: text('secret_hash').notNull(),
  createdAt: createdAt(),
})

/** Token-signing keys; `sealedPrivateKey` opens only in the signer process. */
export const tokenKeys = pgTable('token_keys', {
  kid: text('kid').primaryKey(),
  publicJwk: jsonb('public_jwk').$type<JsonWebKey>().notNull(),
  sealedPrivateKey: text('sealed_private_key').notNull(),
  createdAt: createdAt(),
})

export const users = pgTable('users', {
  id: text('id').primaryKey(),
  appId: text('app_id')
    .notNull()
    .references(() => apps.id, { onDelete: 'cascade' }),
  createdAt: createdAt(),
  acceptedTermsAt: instant('accepted_terms_at'),
})

/** A login identity of a user. `seal` is the signer's word that this identity belongs to this user. */
export const accounts = pgTable(
  'accounts',
  {
    id: text('id').primaryKey(),
    appId: text('app_id')
      .notNull()
      .references(() => apps.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text('type', { enum: ['email'] }).notNull(),
    /** Normalised: what uniqueness and login look up. */
    subject: text('subject').notNull(),
    seal: text('seal').notNull(),
    firstVerifiedAt: instant('first_verified_at').notNull().defaultNow(),
    latestVerifiedAt: instant('latest_verified_at').notNull().defaultNow(),
  },
  table => [unique().on(table.appId, table.type, table.subject), index().on(table.userId)],
)

/** One-time login codes. Only the newest of an address is valid; the digest is an HMAC whose key the database never sees. */
export const loginCodes = pgTable(
  'login_codes',
  {
    id: text('id').primaryKey(),
    appId: text('app_id')
      .notNull()
      .references(() => apps.id, { onDelete: 'cascade' }),
    channel: text('channel', { enum: ['email'] }).notNull(),
    address: text('address').notNull(),
    digest: text('digest').notNull(),
    tries: integer('tries').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
    consumedAt: instant('consumed_at'),
    createdAt: createdAt(),
  },
  table => [uniqueIndex().on(table.appId, table.channel, table.address), index().on(table.expiresAt)],
)

/** A device's P-256 key that the signer accepted at a login; `seal` is the signer's word for (user, key). */
export const devices = pgTable(
  'devices',
  {
    thumbprint: text('thumbprint').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    publicKey: text('public_key').notNull(),
    seal: text('seal').notNull(),
    createdAt: createdAt(),
  },
  table => [primaryKey({ columns: [table.userId, table.thumbprint] })],
)

export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    appId: text('app_id')
      .notNull()
      .references(() => apps.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** RFC 7638 thumbprint of the device key that the session is bound to. */
    thumbprint: text('thumbprint').notNull(),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  table => [index().on(table.userId)],
)

/** Rotating refresh tokens, by SHA-256. A used one that comes back ends its session. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    hash: text('hash').primaryKey(),
    sessionId: text('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  table => [index().on(table.sessionId)],
)

/** One-time codes that a site's backend redeems, by SHA-256. */
export const backendLoginCodes = pgTable('backend_login_codes', {
  hash: text('hash').primaryKey(),
  sessionId: text('session_id')
    .notNull()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  audience: text('audience').notNull(),
  expiresAt: instant('expires_at').notNull(),
})

/** Values that may be seen once, e.g. a DPoP `jti`: an insert that conflicts is a replay. */
export const usedNonces = pgTable(
  'used_nonces',
  { key: text('key').primaryKey(), expiresAt: instant('expires_at').notNull() },
  table => [index().on(table.expiresAt)],
)

export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [index().on(table.expiresAt)],
)

/** An embedded wallet exists as one row or not at all: address and sealed key are written together. */
export const wallets = pgTable(
  'wallets',
  {
    id: text('id').primaryKey(),
    appId: text('app_id')
      .notNull()
      .references(() => apps.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    chainType: text('chain_type', { enum: ['ethereum', 'solana'] }).notNull(),
    walletIndex: integer('wallet_index').notNull(),
    address: text('address').notNull(),
    publicKey: text('public_key').notNull(),
    /** Versioned envelope; opens only in the signer process, only for this wallet and user. */
    sealedKey: text('sealed_key').notNull(),
    createdAt: createdAt(),
  },
  table => [unique().on(table.userId, table.chainType, table.walletIndex)],
)

/** Answers of wallet calls by their idempotency key: the same request again gets the same answer, another one 409. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    status: integer('status').notNull(),
    response: jsonb('response').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [primaryKey({ columns: [table.userId, table.key] }), index().on(table.expiresAt)],
)

export const analyticsEvents = pgTable('analytics_events', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  appId: text('app_id')
    .notNull()
    .references(() => apps.id, { onDelete: 'cascade' }),
  name: text('name').notNull(),
  clientId: text('client_id'),
  payload: jsonb('payload').notNull().default(sql`'{}'::jsonb`),
  createdAt: createdAt(),
})

/** Messages of a development server, shown at `/dev/inbox`; production never writes here. */
export const devInbox = pgTable('dev_inbox', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  channel: text('channel', { enum: ['email', 'sms'] }).notNull(),
  recipient: text('recipient').notNull(),
  subject: text('subject'),
  body: text('body').notNull(),
  code: text('code'),
  createdAt: createdAt(),
})
