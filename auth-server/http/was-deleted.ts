import { and, eq } from 'drizzle-orm'
import { auditEvents } from '../database/audit-tables.ts'
import type { Database } from '../database/connect.ts'

/**
 * Whether there was a user with this id, who was deleted. That it was is all that is kept of them, in the audit, for as long as
 * an event is kept (`audit/record-event.ts`); every deletion writes it in its own transaction.
 */
export async function wasDeleted(db: Database, userId: string): Promise<boolean> {
  const { type } = auditEvents
  return (await db.$count(auditEvents, and(eq(auditEvents.userId, userId), eq(type, 'user.deleted')))) > 0
}
