import {
  ACCOUNT_TYPES,
  type AccountType,
  accountFacts,
  MAILBOX_TYPE,
  provenBy,
} from '@vitrine/shared/account/login-facts.ts'
import type { AccountFields } from '@vitrine/shared/account/schemas.ts'
import type { CustomMetadata } from '@vitrine/shared/api/users.ts'
import type { EditableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { SENT_CODE_PURPOSES } from '@vitrine/shared/otp/code.ts'
import { RECOVERY_METHODS } from '@vitrine/shared/wallet/embedded.ts'
import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'
import { keyIdOf } from './key-tables.ts'

/** Types of accounts that a user may have several of. A new one takes a migration of `accounts_one_of_type_index`. */
const SEVERAL_PER_USER = [...new Set(ACCOUNT_TYPES)].filter(type => accountFacts(type)?.perUser === 'many')

/** What an account's type (contract §3) needs besides its subject: the fields of its entry, and what only the server knows. */
export interface AccountDetails extends AccountFields {
  /** An address that a provider has seen its person read, in lower case: rules of entry go by it. */
  readonly vouchedEmail?: string
  /** A test account's fixed code proved it. */
  readonly test?: true
  /** `passkey`: the key that the account's seal covers (base64 SPKI), and the same as COSE_Key (base64url). */
  readonly publicKey?: string
  readonly coseKey?: string
  /** `passkey`: signature counter at its last use; 0 for ever where the authenticator has none. */
  readonly counter?: number
  readonly transports?: readonly string[]
  /** `passkey`: what the authenticator names the account by; base64url. */
  readonly userHandle?: string
  /** `wallet`, of another wallet app: its address as it is written, and what is known of the app. */
  readonly address?: string
  /** CAIP-2. */
  readonly chainId?: string
  readonly walletClientType?: string
  readonly connectorType?: string
  /** `wallet` and `smart_wallet`, of a contract: the chain (EIP-155, decimal) that it signed on, which the account's seal covers. */
  readonly contractChain?: string
}

/** A site that embeds Vitrine. `secretHash` is SHA-256 of a 256-bit random secret, so a fast hash is enough. */
export const apps = pgTable('apps', {
  id: text('id').primaryKey(),
  config: jsonb('config').$type<EditableAppConfig>().notNull(),
  secretHash: text('secret_hash').notNull(),
  createdAt: createdAt(),
})

/** What is an app's goes with it. */
export const ofApp = () =>
  text('app_id')
    .notNull()
    .references(() => apps.id, { onDelete: 'cascade' })

/** Whose ids are used up: the same login would make the same user again. The API's role adds to it only. */
export const deletedUsers = pgTable('deleted_users', {
  id: text('id').primaryKey(),
  appId: ofApp(),
  deletedAt: instant('deleted_at').notNull().defaultNow(),
})

export const users = pgTable(
  'users',
  {
    id: text('id').primaryKey(),
    appId: ofApp(),
    createdAt: createdAt(),
    acceptedTermsAt: instant('accepted_terms_at'),
    /** In which they are told of changes, see `account-changes/language.ts`; `null` for users of earlier releases. */
    language: text('language'),
    /** Every device that is new to the user is held until then: somebody said "This wasn't me". */
    heldUntil: instant('held_until'),
    /** Who took this user in: the row has no logins any more, and what is sealed for it is that user's. See `users/adopted.ts`. */
    mergedInto: text('merged_into').references((): AnyPgColumn => users.id, { onDelete: 'set null' }),
    /** The signer's word for that. */
    adoptionSeal: text('adoption_seal'),
    /** What the site notes of them, see `users-api/edit-metadata.ts`. No page is told it. */
    customMetadata: jsonb('custom_metadata').$type<CustomMetadata>().notNull().default(sql`'{}'::jsonb`),
  },
  table => [index().on(table.mergedInto), index().on(table.appId, table.createdAt, table.id)],
)

/** What is a user's goes with them. */
export const ofUser = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** The address of a mailbox that an account is, or that its provider told, in lower case: what users are searched by. */
export const mailboxOf = (account: Record<'type' | 'subject' | 'details', AnyPgColumn>): SQL =>
  sql`coalesce(lower(${account.details} ->> 'email'), ${account.details} ->> 'vouchedEmail',
    case ${account.type} when ${sql.raw(`'${MAILBOX_TYPE}'`)} then ${account.subject} end)`

/** A login identity of a user. `seal` is the signer's word that this identity belongs to this user. */
export const accounts = pgTable(
  'accounts',
  {
    id: text('id').primaryKey(),
    appId: ofApp(),
    userId: ofUser(),
    type: text('type').$type<AccountType>().notNull(),
    /**
     * Normalised: what uniqueness and login look up. `wallet`: `ethereum:<address in lower case>` or `solana:<address>`, so that
     * an address belongs to one user, however it is written.
     */
    subject: text('subject').notNull(),
    seal: text('seal').notNull(),
    details: jsonb('details').$type<AccountDetails>().notNull().default(sql`'{}'::jsonb`),
    firstVerifiedAt: instant('first_verified_at').notNull().defaultNow(),
    latestVerifiedAt: instant('latest_verified_at').notNull().defaultNow(),
    /** Added or changed a short while ago: a device that comes in by it alone is held, see `devices`. */
    heldUntil: instant('held_until'),
  },
  table => [
    unique().on(table.appId, table.type, table.subject),
    index().on(table.userId),
    index().on(table.appId, table.subject),
    index('accounts_mailbox_index').on(table.appId, sql`(${mailboxOf(table)}) text_pattern_ops`),
    // One of a kind per user, decided here: two links at once cannot both find none.
    uniqueIndex('accounts_one_of_type_index')
      .on(table.userId, table.type)
      .where(sql.raw(`type not in (${SEVERAL_PER_USER.map(type => `'${type}'`).join(', ')})`)),
    check(
      'accounts_wallet_subject_check',
      sql`type <> 'wallet' or subject ~ '^(ethereum:0x[0-9a-f]{40}|solana:[1-9A-HJ-NP-Za-km-z]{32,44})$'`,
    ),
  ],
)

/**
 * One-time codes. Each is of the device that asked for it (RFC 7638 thumbprint of its key): other devices do not touch it. Only a
 * device's newest of an address and purpose is valid; the digest is an HMAC whose key the database never sees.
 */
export const oneTimeCodes = pgTable(
  'one_time_codes',
  {
    id: text('id').primaryKey(),
    appId: ofApp(),
    channel: text('channel', { enum: provenBy('code') }).notNull(),
    address: text('address').notNull(),
    device: text('device').notNull(),
    purpose: text('purpose', { enum: SENT_CODE_PURPOSES }).notNull(),
    digest: text('digest').notNull(),
    /** The code is a test account's; the digest covers it. */
    test: boolean('test').notNull().default(false),
    tries: integer('tries').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
    consumedAt: instant('consumed_at'),
    createdAt: createdAt(),
  },
  table => [
    uniqueIndex().on(table.appId, table.channel, table.address, table.device, table.purpose),
    index().on(table.expiresAt),
  ],
)

/** Codes of the release before, for its processes that still run: swept and nothing else. */
export const loginCodes = pgTable(
  'login_codes',
  {
    id: text('id').primaryKey(),
    appId: ofApp(),
    channel: text('channel').notNull(),
    address: text('address').notNull(),
    digest: text('digest').notNull(),
    test: boolean('test').notNull().default(false),
    tries: integer('tries').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
    consumedAt: instant('consumed_at'),
    createdAt: createdAt(),
  },
  table => [uniqueIndex().on(table.appId, table.channel, table.address), index().on(table.expiresAt)],
)

/** An approval in a window that the site's page has cut off from the frame. `offer` and `answer` are sealed for each other. */
export const approvalFlows = pgTable('approval_flows', {
  id: text('id').primaryKey(),
  appId: ofApp(),
  userId: ofUser(),
  offer: text('offer').notNull(),
  answer: text('answer'),
  claimedAt: instant('claimed_at'),
  takenAt: instant('taken_at'),
  outcome: text('outcome'),
  expiresAt: instant('expires_at').notNull(),
})

/** Challenges of passkey ceremonies. One is taken when it is answered, before the answer is looked at, and never again. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text('challenge').primaryKey(),
    /** What the signer made the challenge from; also the user handle of the passkey that it makes. */
    id: text('id').notNull(),
    appId: ofApp(),
    purpose: text('purpose', { enum: ['register', 'link', 'authenticate', 'step-up', 'mfa'] }).notNull(),
    /** Who links, or proves a passkey of theirs again. */
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
    takenAt: instant('taken_at'),
  },
  table => [index().on(table.expiresAt)],
)

/** Who may enter an app (`allow`, when its allowlist is on) and who may not (`deny`). */
export const entryRules = pgTable(
  'entry_rules',
  {
    id: text('id').primaryKey(),
    appId: ofApp(),
    list: text('list', { enum: ['allow', 'deny'] }).notNull(),
    type: text('type').$type<AccountType | 'emailDomain' | 'wallet'>().notNull(),
    /** Normalised as account subjects are. */
    value: text('value').notNull(),
    createdAt: createdAt(),
  },
  table => [unique().on(table.appId, table.list, table.type, table.value)],
)

/** Addresses with a fixed code, for tests and reviewers of a site: nothing is sent to them. */
export const testAccounts = pgTable(
  'test_accounts',
  {
    id: text('id').primaryKey(),
    appId: ofApp(),
    name: text('name'),
    email: text('email'),
    /** E.164. */
    phoneNumber: text('phone_number'),
    otpCode: text('otp_code').notNull(),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  table => [unique().on(table.appId, table.email), unique().on(table.appId, table.phoneNumber)],
)

/** A device's P-256 key that the signer accepted at a login; `seal` is the signer's word for (user, key). */
export const devices = pgTable(
  'devices',
  {
    thumbprint: text('thumbprint').notNull(),
    userId: ofUser(),
    publicKey: text('public_key').notNull(),
    seal: text('seal').notNull(),
    createdAt: createdAt(),
    /** Until then it neither signs nor changes ways in, see `http/require-unheld.ts`. */
    heldUntil: instant('held_until'),
    /** SHA-256 of what its browser is known by: a key of its own lasts until a logout. */
    browserHash: text('browser_hash'),
    /** Why: it came in by a way just added, it is new and the operator asks for it, "This wasn't me", or a host key resumed its session. */
    heldFor: text('held_for', { enum: ['added-login', 'new-device', 'alarm', 'resumed'] }),
  },
  table => [primaryKey({ columns: [table.userId, table.thumbprint] })],
)

export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    appId: ofApp(),
    userId: ofUser(),
    /** RFC 7638 thumbprint of the device key that the session is bound to. */
    thumbprint: text('thumbprint').notNull(),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    /** The way in that opened it; `null` for sessions of earlier releases. */
    accountId: text('account_id'),
    /** The device in words, of `http/made-with.ts`. */
    madeWith: text('made_with'),
    /** Where it was last used, of `placeOf` (`http/network.ts`). */
    network: text('network'),
    /** The signer's word for the login; `null` for sessions of earlier releases. `resumedFrom`: see `host-key-tables.ts`. */
    presence: jsonb('presence').$type<SealedPresence>(),
    resumedFrom: text('resumed_from').references((): AnyPgColumn => sessions.id, { onDelete: 'cascade' }),
  },
  table => [index().on(table.userId), index().on(table.resumedFrom)],
)

/** When a person proved a way in (unix ms), as the signer sealed it. */
export interface SealedPresence {
  readonly at: number
  readonly seal: string
}

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

/** HMAC keys of the captcha, one row for the installation; see `captcha/challenge-key.ts` for why they are not sealed. */
export const captchaKeys = pgTable('captcha_keys', {
  name: text('name').primaryKey(),
  secret: text('secret').notNull(),
  createdAt: createdAt(),
})

export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [index().on(table.expiresAt)],
)

/**
 * The one entropy (BIP-39) of a user's server wallets. Versioned envelope; opens only in the signer process, only for this app and
 * user. It is written with the user's first wallet and needed for further ones; to sign, a wallet has its own key.
 */
export const walletEntropies = pgTable(
  'wallet_entropies',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    appId: ofApp(),
    sealedEntropy: text('sealed_entropy').notNull(),
    keyId: keyIdOf('sealed_entropy'),
    createdAt: createdAt(),
  },
  table => [index().on(table.keyId)],
)

/** An embedded wallet exists as one row or not at all: address and sealed key are written together. */
export const wallets = pgTable(
  'wallets',
  {
    id: text('id').primaryKey(),
    appId: ofApp(),
    userId: ofUser(),
    chainType: text('chain_type', { enum: ['ethereum', 'solana'] }).notNull(),
    walletIndex: integer('wallet_index').notNull(),
    /** Among the wallets of who took its owner in; `null`: as `walletIndex`. */
    shownIndex: integer('shown_index'),
    address: text('address').notNull(),
    publicKey: text('public_key').notNull(),
    /** Versioned envelope; opens only in the signer process, only for this wallet and user. */
    sealedKey: text('sealed_key').notNull(),
    keyId: keyIdOf('sealed_key'),
    createdAt: createdAt(),
    exportedAt: instant('exported_at'),
  },
  table => [
    unique().on(table.userId, table.chainType, table.walletIndex),
    unique().on(table.userId, table.address),
    index().on(table.keyId),
    index().on(sql`lower(${table.address})`),
  ],
)

/**
 * The entropy of a user's on-device wallets, which is nowhere in one piece. `id` is its own Ed25519 public key (base64url).
 * The recovery share is a ciphertext of the vault; the verifier, of which this is the SHA-256, proves a passcode.
 */
export const embeddedSets = pgTable(
  'embedded_sets',
  {
    id: text('id').primaryKey(),
    appId: ofApp(),
    userId: ofUser(),
    recoveryMethod: text('recovery_method', { enum: RECOVERY_METHODS }).notNull(),
    recoveryShare: text('recovery_share').notNull(),
    /** The split that the recovery share is of. */
    recoverySharingId: text('recovery_sharing_id').notNull(),
    recoverySalt: text('recovery_salt'),
    recoveryVerifierHash: text('recovery_verifier_hash'),
    /** Where the rest of what opens it is: a file, a record or a passkey (`file_id`, `icloud_record_name`, `credential_id`). */
    recoveryPlace: text('recovery_place'),
    createdAt: createdAt(),
  },
  // One set per user, decided here too: it is what makes a creation idempotent.
  table => [unique().on(table.userId)],
)

/** One split of a set's entropy, for one device. `authShare` is a ciphertext of the vault. */
export const embeddedSharings = pgTable(
  'embedded_sharings',
  {
    id: text('id').notNull(),
    setId: text('set_id')
      .notNull()
      .references(() => embeddedSets.id, { onDelete: 'cascade' }),
    authShare: text('auth_share').notNull(),
    createdAt: createdAt(),
    usedAt: instant('used_at').notNull().defaultNow(),
  },
  table => [primaryKey({ columns: [table.setId, table.id] })],
)

/** Wallets of a set: no key is here, only what it makes. */
export const embeddedWallets = pgTable(
  'embedded_wallets',
  {
    setId: text('set_id')
      .notNull()
      .references(() => embeddedSets.id, { onDelete: 'cascade' }),
    userId: ofUser(),
    chainType: text('chain_type', { enum: ['ethereum', 'solana'] }).notNull(),
    walletIndex: integer('wallet_index').notNull(),
    /** As in `wallets`. */
    shownIndex: integer('shown_index'),
    address: text('address').notNull(),
    publicKey: text('public_key').notNull(),
    createdAt: createdAt(),
    exportedAt: instant('exported_at'),
  },
  table => [
    primaryKey({ columns: [table.userId, table.chainType, table.walletIndex] }),
    unique().on(table.setId, table.address),
    index().on(sql`lower(${table.address})`),
  ],
)

/** Answers of wallet calls by their idempotency key: the same request again gets the same answer, another one 409. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: ofUser(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    status: integer('status').notNull(),
    response: jsonb('response').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [primaryKey({ columns: [table.userId, table.key] }), index().on(table.expiresAt)],
)

export const analyticsEvents = pgTable(
  'analytics_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    appId: ofApp(),
    name: text('name').notNull(),
    clientId: text('client_id'),
    payload: jsonb('payload').notNull().default(sql`'{}'::jsonb`),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull().default(sql`now() + interval '30 days'`),
  },
  table => [index().on(table.expiresAt)],
)

/** Messages of a development server, shown at `/dev/inbox`; production never writes here. */
export const devInbox = pgTable('dev_inbox', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** How the message travels: `email` or `sms`. */
  channel: text('channel').notNull(),
  recipient: text('recipient').notNull(),
  subject: text('subject'),
  body: text('body').notNull(),
  /** The mail as it would have been sent. */
  html: text('html'),
  code: text('code'),
  createdAt: createdAt(),
})
