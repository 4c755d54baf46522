import { timestamp } from 'drizzle-orm/pg-core'

/** What columns of every table are made of. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })
export const createdAt = () => instant('created_at').notNull().defaultNow()
