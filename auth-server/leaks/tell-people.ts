import { sql } from 'drizzle-orm'
import { MAIL } from '../account-changes/reach.ts'
import type { Database } from '../database/connect.ts'
import { type ExposedWallet, exposedWallets } from './exposed.ts'
import type { LeakedKey } from './leaked-key.ts'

/** For how long a mail server may be away until nobody tries any more. */
const KEPT_FOR = '30 days'
/** Between batches: other mails of the server are sent in between, and no mail server gets all at once. */
const BATCH_EVERY = '1 minute'

export interface Told {
  /** Written to by this run. */
  readonly now: number
  /** Written to by an earlier one. */
  readonly before: number
  /** Have a number and no address. */
  readonly byPhoneAlone: number
  /** Have neither. */
  readonly unreached: number
}

/**
 * Writes one mail to each person with a wallet that a leak touches, once for each leaked key: the running servers send them
 * (`account-changes/deliver-notices.ts`), a batch a minute. That somebody was written to is in the same statement as the mail, so that this may be
 * killed at any moment and be begun again.
 * @param tell how far it is: users done
 * @param size of a batch
 */
export async function tellPeople(
  db: Database,
  key: LeakedKey,
  tell: (persons: number) => void,
  size?: number,
): Promise<Told> {
  const count = { now: 0, before: 0, byPhoneAlone: 0, unreached: 0 }
  const seen = new Set<string>()
  for await (const batch of exposedWallets(db, key, null, size)) {
    const persons = batch.filter(it => it.userId !== null && !seen.has(it.userId) && seen.add(it.userId))
    const reached = persons.filter(({ reach }) => reach.emails.length > 0)
    const left = reached.filter(({ isTold }) => !isTold)
    const told = left.length > 0 ? await writeTo(db, key, left) : 0
    count.now += told
    count.before += reached.length - told
    const others = persons.filter(({ reach }) => reach.emails.length === 0)
    const byPhone = others.filter(({ reach }) => reach.phones.length > 0).length
    count.byPhoneAlone += byPhone
    count.unreached += others.length - byPhone
    tell(seen.size)
  }
  return count
}

/** @returns to how many; the others were written to meanwhile */
async function writeTo(db: Database, key: LeakedKey, persons: readonly ExposedWallet[]): Promise<number> {
  const list = persons.map(({ userId, appId, reach }) => ({
    user: userId,
    app: appId,
    address: reach.emails[0],
  }))
  const { rowCount } = await db.execute(sql`
    with person as (
      select * from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as p ("user" text, app text, address text)
    ), told as (
      insert into leak_notices (master_key_id, user_id) select ${key.id}, "user" from person
      on conflict do nothing returning user_id
    ), change as (
      insert into account_changes (id, app_id, user_id, kind, thumbprint, expires_at)
      select gen_random_uuid()::text, app, "user", 'leak', '', clock_timestamp() + ${KEPT_FOR}::interval
      from person join told on told.user_id = "user"
      returning id, user_id, expires_at
    ), due as (
      select greatest(clock_timestamp(), max(next_try_at) + ${BATCH_EVERY}::interval) as at
      from account_notices join account_changes on account_changes.id = change_id
      where account_changes.kind = 'leak'
    )
    insert into account_notices (id, change_id, channel, address, language, can_undo, next_try_at, expires_at)
    select gen_random_uuid()::text, change.id, ${MAIL}::text, address, coalesce(users.language, 'en'), false, due.at, expires_at
    from change join person on "user" = change.user_id join users on users.id = change.user_id cross join due`)
  return rowCount ?? 0
}
