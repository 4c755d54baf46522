import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '../database/connect.ts'
import { DEAD_LETTERS, type QueueName } from '../database/queue.ts'
import { replay } from '../webhooks/replay.ts'

export interface DeadLetter {
  readonly id: string
  readonly queue: QueueName
  readonly appId: string
  /** The row that the job is about. */
  readonly rowId: string
  /** Unix ms. */
  readonly givenUpAt: number
}

/** Lists what was given up, the latest first. @param most how many at most */
export async function listDeadLetters(
  db: Database | Transaction,
  most: number,
): Promise<readonly DeadLetter[]> {
  const { rows } = await db.execute<{ [Name in keyof DeadLetter]: DeadLetter[Name] }>(sql`
    select id::text, data ->> 'queue' as queue, group_id as "appId",
      coalesce(data -> 'key' ->> 'id', data -> 'key' ->> 'deletion_id') as "rowId",
      (extract(epoch from created_on) * 1000)::float8 as "givenUpAt"
    from job where name = ${DEAD_LETTERS} order by created_on desc limit ${most}`)
  return rows
}

/**
 * Has the row of a dead letter tried again, as what is new, and takes the dead letter away.
 * @returns whether there is such a dead letter, and its row still
 */
export async function retryDeadLetter(tx: Transaction, id: string): Promise<'retried' | 'gone' | 'unknown'> {
  const { rows } = await tx.execute<{ queue: QueueName; key: { id?: string; deletion_id?: string } }>(sql`
    delete from job where name = ${DEAD_LETTERS} and id::text = ${id} returning data ->> 'queue' as queue, data -> 'key' as key`)
  const [letter] = rows
  if (!letter) return 'unknown'
  return (await RETRY[letter.queue](tx, letter.key)) ? 'retried' : 'gone'
}

type Key = { readonly id?: string; readonly deletion_id?: string }

/** The new time in the row adds the job (migration 0047). */
const RETRY: Readonly<Record<QueueName, (tx: Transaction, key: Key) => Promise<boolean>>> = {
  webhooks: async (tx, { id = '' }) => (await replay(tx, null, { messageId: id })) !== null,
  transactions: (tx, { id }) =>
    touched(tx, sql`update followed_transactions set next_at = now() where id = ${id} returning 1`),
  notices: (tx, { id, deletion_id }) =>
    id === undefined
      ? touched(
          tx,
          sql`update deletion_notices set next_try_at = now() where id = ${deletion_id} returning 1`,
        )
      : touched(
          tx,
          sql`update account_notices set tries = 0, next_try_at = now() where id = ${id} and sent_at is null returning 1`,
        ),
}

const touched = async (tx: Transaction, statement: ReturnType<typeof sql>): Promise<boolean> =>
  (await tx.execute(statement)).rows.length > 0
