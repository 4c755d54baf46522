import { DEVELOPMENT_MODE } from '@vitrine/shared/errors/messages.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { App } from '../apps/registry.ts'
import type { Transaction } from '../database/connect.ts'
import { apps, users } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'

/**
 * Demands that the app may have one more user. Its row stays locked until the transaction ends: of two first logins at
 * once, the second counts after the first has made its user.
 * @throws `max_accounts_reached` (403), with the message that the specification fixes.
 */
export async function requireRoomForUser(tx: Transaction, app: App): Promise<void> {
  const limit = app.config.max_accounts
  if (limit === null) return
  await tx.select({ id: apps.id }).from(apps).where(eq(apps.id, app.id)).for('no key update')
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(users)
    .where(and(eq(users.appId, app.id), isNull(users.mergedInto)))
  if (!row || row.count >= limit) throw apiError('max_accounts_reached', DEVELOPMENT_MODE)
}
