import { provenBy } from '@vitrine/shared/account/login-facts.ts'
import { STEP_UP_PURPOSES, type StepUpPurpose } from '@vitrine/shared/api/step-up.ts'
import type { TransferredAccount } from '@vitrine/shared/api/transfer.ts'
import { type InferSelectModel, sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'
import {
  type AccountDetails,
  type accounts,
  type embeddedSets,
  ofApp,
  ofUser,
  type SealedPresence,
  sessions,
  users,
} from './schema.ts'

/** What changes of ways in leave behind; the rest of the schema is in `schema.ts`. */

/** One-time proofs of an existing way in, by SHA-256: for one change, in one session, on one device. */
export const stepUps = pgTable(
  'step_ups',
  {
    hash: text('hash').primaryKey(),
    appId: ofApp(),
    userId: ofUser(),
    sessionId: text('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    thumbprint: text('thumbprint').notNull(),
    purpose: text('purpose', { enum: STEP_UP_PURPOSES }).notNull(),
    /** The way in that is added or removed, or what else is changed, see `http/step-up.ts`. */
    target: text('target').notNull(),
    /** The signer's word for it; `null` for proofs of earlier releases. */
    presence: jsonb('presence').$type<SealedPresence>(),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [index().on(table.expiresAt)],
)

/** A way in as it was, with the signer's seal, which is what puts it back. Dates are unix ms. */
export interface RemovedAccount {
  readonly id: string
  readonly type: InferSelectModel<typeof accounts>['type']
  readonly subject: string
  readonly seal: string
  readonly details: AccountDetails
  readonly firstVerifiedAt: number
  readonly latestVerifiedAt: number
  readonly heldUntil: number | null
}

type SetRow = InferSelectModel<typeof embeddedSets>

/** A recovery as it was, with the auth share that its share opens a set with. */
export interface ReplacedRecovery
  extends Pick<
    SetRow,
    | 'recoveryMethod'
    | 'recoveryShare'
    | 'recoverySharingId'
    | 'recoverySalt'
    | 'recoveryVerifierHash'
    | 'recoveryPlace'
  > {
  readonly setId: string
  readonly authShare: string
}

/** A user who was taken in, as they were: what puts the two apart again. */
export interface MergedUser {
  readonly userId: string
  /** All that they had. */
  readonly accounts: readonly RemovedAccount[]
  /** Whom they had taken in, with the signer's word for it. */
  readonly adopted: readonly { readonly userId: string; readonly seal: string }[]
  /** By how much the shown indices of their wallets were raised. */
  readonly raised: Readonly<Record<'ethereum' | 'solana', number>>
}

/** An account that is deleted leaves none. */
type ChangeKind = Exclude<StepUpPurpose, 'delete'> | 'device' | 'merge' | 'limit' | 'leak' | 'mfa-reset'

/** What became of a user's ways in and recovery, and devices that came in, for as long as it can be undone. */
export const accountChanges = pgTable(
  'account_changes',
  {
    id: text('id').primaryKey(),
    /** In the order in which they happened: what is undone is undone backwards. */
    place: bigint('place', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    appId: ofApp(),
    userId: ofUser(),
    /** `leak`: nothing was changed, and its person is told of it alone. */
    kind: text('kind').$type<ChangeKind>().notNull(),
    /** The device that it was done on, or that came in; empty for a `leak`. */
    thumbprint: text('thumbprint').notNull(),
    /** That device in words, of `http/made-with.ts`. */
    madeWith: text('made_with'),
    /** Where it was, of `placeOf` (`http/network.ts`). */
    network: text('network'),
    added: jsonb('added').$type<Pick<RemovedAccount, 'type' | 'subject'>>(),
    removed: jsonb('removed').$type<readonly RemovedAccount[]>().notNull().default(sql`'[]'::jsonb`),
    recovery: jsonb('recovery').$type<ReplacedRecovery>(),
    merged: jsonb('merged').$type<MergedUser>(),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    undoneAt: instant('undone_at'),
  },
  table => [index().on(table.userId), index().on(table.expiresAt)],
)

/** Who is told of a change. `tokenHash` (SHA-256) is of the link by which it is undone; it is there once it was sent. */
export const accountNotices = pgTable(
  'account_notices',
  {
    id: text('id').primaryKey(),
    changeId: text('change_id')
      .notNull()
      .references(() => accountChanges.id, { onDelete: 'cascade' }),
    channel: text('channel', { enum: provenBy('code') }).notNull(),
    address: text('address').notNull(),
    language: text('language').notNull(),
    canUndo: boolean('can_undo').notNull(),
    tokenHash: text('token_hash'),
    usedAt: instant('used_at'),
    tries: integer('tries').notNull().default(0),
    /** When it is tried next; `null` once it was sent, or given up. */
    nextTryAt: instant('next_try_at'),
    sentAt: instant('sent_at'),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [
    unique().on(table.tokenHash),
    index().on(table.changeId),
    index().on(table.nextTryAt),
    index().on(table.expiresAt),
  ],
)

/** Transfers that a person was asked about, by SHA-256 of their nonce: for one session, on one device. */
export const accountTransfers = pgTable(
  'account_transfers',
  {
    hash: text('hash').primaryKey(),
    appId: ofApp(),
    userId: ofUser(),
    sessionId: text('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    thumbprint: text('thumbprint').notNull(),
    /** Whose account it is that was proven. */
    formerUserId: text('former_user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The identity that was proven. */
    type: text('type').notNull(),
    subject: text('subject').notNull(),
    /** The signer's, without the nonce: that one the person's frame has. */
    receipt: jsonb('receipt').$type<{ readonly expiresAt: number; readonly seal: string }>().notNull(),
    /** What the person was told that moves and what ends. */
    shown: jsonb('shown').$type<TransferredAccount>().notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [index().on(table.expiresAt)],
)

/** Who is told that their account is deleted. The row goes with the message: nothing else keeps the address by then. */
export const deletionNotices = pgTable(
  'deletion_notices',
  {
    id: text('id').primaryKey(),
    appId: ofApp(),
    channel: text('channel', { enum: provenBy('code') }).notNull(),
    address: text('address').notNull(),
    language: text('language').notNull(),
    /** Its backend or operator did it, and not the person. */
    bySite: boolean('by_site').notNull(),
    at: instant('at').notNull(),
    tries: integer('tries').notNull().default(0),
    nextTryAt: instant('next_try_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [index().on(table.nextTryAt), index().on(table.expiresAt)],
)
