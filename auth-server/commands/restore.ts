import { sql } from 'drizzle-orm'
import type { Database } from '../database/connect.ts'
import { endAllAccess } from '../sessions/end-all-access.ts'
import { type Answer, type Command, verb } from './command.ts'

/**
 * `restore`: what a database needs that was put back from a backup, before a server starts on it. To run it again does
 * nothing more.
 * 1. Every session ends. The backup knows nothing of logouts since, and has refresh tokens as unused that were used: whoever
 *    holds a copy of one would be let in, and its owner put out as a replay.
 * 2. Codes, challenges, login codes and step-ups are gone, and the captcha's key: what was used since the backup would be good
 *    again. So are notices, with their links that undo a change: one that was used would work again, and one that had not been
 *    sent would tell of the change a second time. The changes themselves stay: who logs in refuses on the account screen what is
 *    held there.
 * 3. So each person logs in anew, and each login asks the denylist. Who came onto it since the backup is told to the
 *    operator as something to write again.
 */
export const restoreCommand: Command = {
  does: 'what a database needs that was put back from a backup',
  verbs: {
    '': verb({
      does: 'ends what a backup would bring back to life, before a server starts on it',
      more: 'Run it once, after a backup was put back and before the server starts. To run it again does nothing more. Every session ends, and codes and links that were out are gone.',
      effect: 'destroys',
      json: '{"sessions_ended", "denylists": [{"app_id", "entries", "newest"}], "restored_month"}',
      examples: ['restore'],
      ask: () => ({ what: 'Everybody is logged out, of every app.' }),
      run: ({ db }) => restore(db),
    }),
  },
}

const restore = (db: Database): Promise<Answer> =>
  db.transaction(async tx => {
    const written = await newestRow(tx)
    const ended = await endAllAccess(tx)
    await tx.execute(sql`delete from account_notices`)
    const lists = await readDenylists(tx)
    const text = [
      `Sessions ended  ${ended}`,
      ...lists.map(describe),
      'Write again who came onto a denylist since the backup (`npm run vitrine -- deny add`), then start the server.',
      ...monthOf(written),
    ].join('\n')
    const restored_month = written === null || written.backup === written.present ? null : written.backup
    const denylists = lists.map(({ app, entries, newest }) => ({ app_id: app, entries, newest }))
    return { text, json: { sessions_ended: ended, denylists, restored_month } }
  })

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

interface Denylist extends Record<string, unknown> {
  readonly app: string
  readonly entries: number
  /** UTC, by the minute; `null`: it is empty. */
  readonly newest: string | null
}

/** Of each app, as the backup has it. */
async function readDenylists(db: Tx): Promise<readonly Denylist[]> {
  const { rows } = await db.execute<Denylist>(sql`
    select apps.id as app, count(entry_rules.id)::int as entries,
      to_char(max(entry_rules.created_at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as newest
    from apps left join entry_rules on entry_rules.app_id = apps.id and list = 'deny'
    group by apps.id order by apps.id`)
  return rows
}

const describe = ({ app, entries, newest }: Denylist): string =>
  newest === null
    ? `Denylist of ${app}  empty`
    : `Denylist of ${app}  ${entries} ${entries === 1 ? 'entry' : 'entries'}, the last of ${newest} UTC`

/** Users of a month that is over get their ids back by its name alone. */
function monthOf(written: Awaited<ReturnType<typeof newestRow>>): string[] {
  if (written === null || written.backup === written.present) return []
  return [
    `The backup is of ${written.backup}. Who first logged in after it, in that month, gets the same wallets back while the server runs with VITRINE_RESTORED_MONTH=${written.backup}.`,
  ]
}
