import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { apps, sessions, users } from './schema.ts'

/**
 * Keys that pages of an app keep on their own origin, where the browser blocks the frame's storage. A key resumes the login of one
 * user on one origin, with a restricted session (`sessions/host-key.ts`).
 */
export const hostKeys = pgTable(
  'host_keys',
  {
    appId: text('app_id')
      .notNull()
      .references(() => apps.id, { onDelete: 'cascade' }),
    /** RFC 7638. */
    thumbprint: text('thumbprint').notNull(),
    /** Base64 SPKI. */
    publicKey: text('public_key').notNull(),
    origin: text('origin').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The session of the login that registered the key. */
    sessionId: text('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.appId, table.thumbprint] }),
    index().on(table.userId),
    index().on(table.sessionId),
    index().on(table.expiresAt),
  ],
)
