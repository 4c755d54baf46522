import { eq } from 'drizzle-orm'
import type { Database } from '../database/connect.ts'
import { deletedUsers } from '../database/schema.ts'

/** Whether there was a user with this id, who was deleted. */
export const wasDeleted = async (db: Database, userId: string): Promise<boolean> =>
  (await db.$count(deletedUsers, eq(deletedUsers.id, userId))) > 0
