import type { CompletedSignIn } from '@vitrine/shared/api/login/farcaster.ts'
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { ofApp, users } from './schema.ts'

/** A login that a person is asked to approve in an app of theirs: of one device, used once. */
export const farcasterChannels = pgTable(
  'farcaster_channels',
  {
    /** SHA-256 of the channel's token. */
    tokenHash: text('token_hash').primaryKey(),
    /** Covered by the nonce, see `Statement`, `channel`. */
    channelId: text('channel_id').notNull(),
    appId: ofApp(),
    /** RFC 7638 thumbprint of the device's key. */
    device: text('device').notNull(),
    purpose: text('purpose', { enum: ['login', 'link'] }).notNull(),
    /** Whose account is changed; `null` for a login. */
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    nonce: text('nonce').notNull(),
    /** What the relay told, which it tells once. */
    answer: jsonb('answer').$type<CompletedSignIn>(),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [index().on(table.expiresAt)],
)
