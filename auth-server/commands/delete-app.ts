import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '../database/connect.ts'
import { apps } from '../database/schema.ts'
import { type Call, CommandError, Refusal, UsageError, verb } from './command.ts'
import { writeDown } from './recorded.ts'

/**
 * `app delete`: an app and everything of it. Keys go with it, and with them whatever lies at their addresses: whoever deletes an app
 * with wallets says how many, as they are when it is done.
 */
export const deleteApp = verb({
  does: 'deletes an app with all that is its: users, wallets, secrets, settings',
  more: 'Asks for the app’s name. While wallets of it hold keys it is refused, unless --with-wallets says how many those are: their keys are gone then, and so is what lies at their addresses, but for who exported their key or has a recovery kit. A backup brings them back. What was written to the audit of it stays for its time.',
  effect: 'destroys',
  app: 'named',
  options: {
    'with-wallets': { takes: 'count', says: 'how many wallets with keys go with it, exactly' },
  },
  json: '{"id", "users", "wallets"}',
  examples: ['app delete app_1', 'app delete app_1 --with-wallets 12'],
  async ask({ db, app, options }) {
    const { users, wallets } = await db.transaction(async tx => count(tx, app.id))
    requireKnown(wallets, options['with-wallets'])
    return {
      what: `${app.id} goes, with ${users} users and ${wallets} wallets with keys. Nobody can sign by those then.`,
      typed: app.config.name,
    }
  },
  run: call => remove(call, call.app, call.options['with-wallets']),
})

async function remove(call: Call, { id, config }: NonNullable<Call['app']>, known: string | undefined) {
  const gone = await call.db.transaction(async tx => {
    // Of a large app it takes as long as it takes.
    await tx.execute(sql`set local statement_timeout = 0`)
    // Nobody logs in or makes a wallet from here on: those rows refer to this one.
    const [row] = await tx.select({ id: apps.id }).from(apps).where(eq(apps.id, id)).for('update')
    if (!row) throw new CommandError(`${id} was deleted meanwhile.`)
    const counted = await count(tx, id)
    requireKnown(counted.wallets, known)
    await tx.delete(apps).where(eq(apps.id, id))
    await writeDown(tx, call, {
      type: 'app.deleted',
      data: { name: config.name, count: counted.wallets },
    })
    return counted
  })
  return {
    text: `${id} is deleted, with ${gone.users} users and ${gone.wallets} wallets.`,
    json: { id, ...gone },
  }
}

/** @throws UsageError | Refusal */
function requireKnown(wallets: number, written: string | undefined): void {
  if (written !== undefined && !/^\d{1,9}$/.test(written))
    throw new UsageError('--with-wallets: write a number, as `app delete` tells it.')
  if (wallets === Number(written ?? 0)) return
  throw new Refusal(
    wallets === 0
      ? 'No wallet of this app holds a key: leave --with-wallets out.'
      : `${wallets === 1 ? 'A wallet of this app holds a key, and is' : `${wallets} wallets of this app hold keys, and are`} gone with it: add --with-wallets ${wallets}, if that is meant.`,
  )
}

/** Wallets are those whose keys this server has, on devices in part, or has been given; also of people who have not come yet. */
async function count(tx: Transaction, appId: string) {
  const { rows } = await tx.execute<{ users: number; wallets: number }>(sql`
    select (select count(*) from users where app_id = ${appId})::int as users,
      ((select count(*) from wallets where app_id = ${appId})
        + (select count(*) from embedded_wallets join embedded_sets on embedded_sets.id = set_id where app_id = ${appId})
        + (select count(*) from imported_wallets where app_id = ${appId})
        + (select count(*) from pending_imports where app_id = ${appId})
        + (select count(*) from expected_wallets where app_id = ${appId}))::int as wallets`)
  return rows[0] ?? { users: 0, wallets: 0 }
}
