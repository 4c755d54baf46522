import { MFA_RESET_WAIT_MS } from '@vitrine/shared/mfa/limits.ts'
import { eq } from 'drizzle-orm'
import { stopFactorReset } from '../account-changes/stop-factor-reset.ts'
import type { App } from '../apps/registry.ts'
import { THE_SERVER } from '../audit/record-event.ts'
import type { Database } from '../database/connect.ts'
import { users } from '../database/schema.ts'
import { beginReset } from '../mfa/reset/begin-reset.ts'
import { completeReset } from '../mfa/reset/complete-reset.ts'
import { completableFrom, ResetError, readReset, type WaitingReset } from '../mfa/reset/waiting-reset.ts'
import { SignerRefusal } from '../signer/refusal.ts'
import { lockUserRow } from '../users/lock-user.ts'
import { type Command, CommandError, requireApp } from './command.ts'
import { importUsers } from './import-users.ts'

const ONE_HOUR_MS = 60 * 60_000
const LEAST_HOURS = MFA_RESET_WAIT_MS / ONE_HOUR_MS
const MOST_HOURS = 90 * 24

/** `user …`: what an operator does for one person. */
export const userCommand: Command = {
  usage: [
    'user mfa-reset <user id> [--wait <hours>]   (begins it, or completes one whose wait is over)',
    'user mfa-reset <user id> --stop',
    'user import <app id> <file.csv|file.jsonl> [--after <line>] [--out <file>]   (asks for the app secret, or reads it from standard input)',
  ],
  async run(db, verb, { id, more, options }, tools) {
    if (verb === 'import') {
      const [path, ...rest] = more
      if (path === undefined || rest.length > 0) return null
      const { text, failed } = await importUsers(await requireApp(db, id), { path, ...options }, tools)
      if (failed > 0) throw new CommandError(text)
      return text
    }
    const { wait, stop = false } = options
    if (verb !== 'mfa-reset' || id === undefined || more.length > 0 || (stop && wait !== undefined))
      return null
    const { user, app } = await requireUser(db, id)
    const now = tools.now?.() ?? Date.now()
    const waiting = await readReset(db, user.id)
    if (stop) {
      if (!(await stopReset(db, user.id, now))) throw new CommandError('No reset waits for this user.')
      return 'The reset is stopped. The second factors stay.'
    }
    const waitMs = readWait(wait) * ONE_HOUR_MS
    try {
      if (!waiting) {
        await beginReset(db, await tools.signer(), app, { userId: user.id, waitMs, now })
        return `Every address of this user is told, and can stop it. ${describe(await readReset(db, user.id))}`
      }
      const from = completableFrom(waiting)
      if (wait !== undefined || from === null || now < from) return describe(waiting)
      await completeReset(db, await tools.signer(), app, { userId: user.id, waiting, now })
      return 'The second factors of this user are removed. Every address of theirs is told.'
    } catch (error) {
      if (error instanceof ResetError || error instanceof SignerRefusal) throw new CommandError(error.message)
      throw error
    }
  },
}

/** @throws CommandError for less than the least wait: nobody may shorten it */
function readWait(hours: string | undefined): number {
  const read = Number(hours ?? LEAST_HOURS)
  if (Number.isInteger(read) && read >= LEAST_HOURS && read <= MOST_HOURS) return read
  throw new CommandError(`--wait takes whole hours, from ${LEAST_HOURS} to ${MOST_HOURS}.`)
}

async function requireUser(db: Database, id: string): Promise<{ user: { id: string }; app: App }> {
  const [user] = await db.select().from(users).where(eq(users.id, id))
  if (!user) throw new CommandError(`There is no user ${id}.`)
  if (user.mergedInto !== null)
    throw new CommandError(`This account became one with another: ${user.mergedInto}.`)
  return { user, app: await requireApp(db, user.appId) }
}

const stopReset = (db: Database, userId: string, now: number): Promise<boolean> =>
  db.transaction(async tx => {
    await lockUserRow(tx, userId)
    return stopFactorReset(tx, now, userId, THE_SERVER)
  })

function describe(waiting: WaitingReset | null): string {
  if (!waiting) return ''
  const hours = waiting.reset.waitMs / ONE_HOUR_MS
  const from = completableFrom(waiting)
  if (from === null)
    return `The wait of ${hours} hours begins when the first message went out, which a running server sees to. Then run the command again.`
  return `It waits until ${iso(from)}. Run the command again after that, and before ${iso(waiting.expiresAt)}, to complete it.`
}

const iso = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
