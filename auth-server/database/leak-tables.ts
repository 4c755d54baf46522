import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { masterKeys } from './key-tables.ts'
import { ofUser } from './schema.ts'

/** Who was written to of the leak of a master key, once each; the rest of the schema is in `schema.ts`. The API's role reads it only. */
export const leakNotices = pgTable(
  'leak_notices',
  {
    masterKeyId: text('master_key_id')
      .notNull()
      .references(() => masterKeys.id),
    userId: ofUser(),
    toldAt: instant('told_at').notNull().defaultNow(),
  },
  table => [primaryKey({ columns: [table.masterKeyId, table.userId] }), index().on(table.userId)],
)
