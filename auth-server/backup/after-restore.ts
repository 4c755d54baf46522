import { sql } from 'drizzle-orm'
import type { Database } from '../database/connect.ts'
import { endAllAccess } from '../sessions/end-all-access.ts'

/**
 * What a database needs that was put back from a backup, before a server starts on it. To do it again changes
 * nothing more.
 * 1. Every session ends. The backup knows nothing of logouts since, and has refresh tokens as unused that were used: whoever
 *    holds a copy of one would be let in, and its owner put out as a replay.
 * 2. Codes, challenges, login codes and step-ups are gone, and the captcha's key: what was used since the backup would be good
 *    again. So are notices, with their links that undo a change: one that was used would work again, and one that had not been
 *    sent would tell of the change a second time. The changes themselves stay: who logs in refuses on the account screen what is
 *    held there.
 * 3. So each person logs in anew, and each login asks the denylist. Who came onto it since the backup is told to the
 *    operator as something to write again.
 * @returns what the operator is to know and do, line by line
 */
export async function settleRestored(tx: Tx): Promise<string[]> {
  const written = await newestRow(tx)
  const ended = await endAllAccess(tx)
  await tx.execute(sql`delete from account_notices`)
  return [
    `Sessions ended  ${ended}`,
    ...(await readDenylists(tx)),
    'Write again who came onto a denylist since the backup (`npm run vitrine -- deny add`), then start the server.',
    ...monthOf(written),
  ]
}

type Tx = Pick<Database, 'execute'>

/** The months (UTC) of the backup's newest row, as far as its rows tell, and of now. */
async function newestRow(db: Tx): Promise<{ readonly backup: string; readonly present: string } | null> {
  const { rows } = await db.execute<{ backup: string | null; present: string }>(sql`
    select to_char(greatest(
        (select max(created_at) from users), (select max(first_verified_at) from accounts),
        (select max(created_at) from sessions), (select max(created_at) from wallets)
      ) at time zone 'UTC', 'YYYY-MM') as backup,
      to_char(now() at time zone 'UTC', 'YYYY-MM') as present`)
  const [row] = rows
  return row?.backup ? { backup: row.backup, present: row.present } : null
}

/** One line for each app: its denylist as the backup has it. */
async function readDenylists(db: Tx): Promise<string[]> {
  const { rows } = await db.execute<{ app: string; entries: number; newest: string | null }>(sql`
    select apps.id as app, count(entry_rules.id)::int as entries,
      to_char(max(entry_rules.created_at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as newest
    from apps left join entry_rules on entry_rules.app_id = apps.id and list = 'deny'
    group by apps.id order by apps.id`)
  return rows.map(({ app, entries, newest }) =>
    newest === null
      ? `Denylist of ${app}  empty`
      : `Denylist of ${app}  ${entries} ${entries === 1 ? 'entry' : 'entries'}, the last of ${newest} UTC`,
  )
}

/** Users of a month that is over get their ids back by its name alone. */
function monthOf(written: Awaited<ReturnType<typeof newestRow>>): string[] {
  if (written === null || written.backup === written.present) return []
  return [
    `The backup is of ${written.backup}. Who first logged in after it, in that month, gets the same wallets back while the server runs with VITRINE_RESTORED_MONTH=${written.backup}.`,
  ]
}
