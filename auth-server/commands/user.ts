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
import {
  type Answer,
  type Command,
  CommandError,
  Refusal,
  requireApp,
  type SecretTools,
  UsageError,
  verb,
} from './command.ts'
import { userVerbs } from './user-verbs.ts'

const ONE_HOUR_MS = 60 * 60_000
const LEAST_HOURS = MFA_RESET_WAIT_MS / ONE_HOUR_MS
const MOST_HOURS = 90 * 24

/** `user …`: the people of an app, and what an operator does for one of them. */
export const userCommand: Command = {
  does: 'the people of an app, and what you do for one of them',
  verbs: {
    ...userVerbs,
    'mfa-reset': verb({
      does: 'removes the second factors of a person who lost them, after a wait in which they can stop it',
      more: 'Begins the reset, or completes one whose wait is over. Every address of the person is told of each step, and can stop it until then: so it is not asked for again here.',
      effect: 'changes',
      parameters: { id: { label: 'user id', says: 'the person' } },
      options: {
        wait: { takes: 'hours', says: `how long it waits: ${LEAST_HOURS} to ${MOST_HOURS}` },
        stop: { says: 'stops a reset that waits' },
      },
      json: '{"user_id", "status": "begun|waiting|completed|stopped", "completable_from", "expires_at"}',
      examples: ['user mfa-reset did:1', 'user mfa-reset did:1 --stop'],
      run: call => resetFactors(call),
    }),
  },
}

interface Reset {
  readonly db: Database
  readonly args: { readonly id: string }
  readonly options: { readonly wait: string | undefined; readonly stop: boolean }
  readonly tools: SecretTools
  readonly now: number
}

async function resetFactors({ db, args, options: { wait, stop }, tools, now }: Reset): Promise<Answer> {
  if (stop && wait !== undefined) throw new UsageError('--stop takes no --wait.')
  const { user, app } = await requireUser(db, args.id)
  const waiting = await readReset(db, user.id)
  if (stop) {
    if (!(await stopReset(db, user.id, now))) throw new Refusal('No reset waits for this user.')
    return told(user.id, 'stopped', 'The reset is stopped. The second factors stay.', null)
  }
  const waitMs = readWait(wait) * ONE_HOUR_MS
  try {
    if (!waiting) {
      await beginReset(db, await tools.signer(), app, { userId: user.id, waitMs, now })
      const begun = await readReset(db, user.id)
      const text = `Every address of this user is told, and can stop it. ${describe(begun)}`
      return told(user.id, 'begun', text, begun)
    }
    const from = completableFrom(waiting)
    if (wait !== undefined || from === null || now < from)
      return told(user.id, 'waiting', describe(waiting), waiting)
    await completeReset(db, await tools.signer(), app, { userId: user.id, waiting, now })
    const text = 'The second factors of this user are removed. Every address of theirs is told.'
    return told(user.id, 'completed', text, null)
  } catch (error) {
    if (error instanceof ResetError || error instanceof SignerRefusal) throw new Refusal(error.message)
    throw error
  }
}

function told(userId: string, status: string, text: string, waiting: WaitingReset | null): Answer {
  const from = waiting && completableFrom(waiting)
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  return {
    text,
    json: {
      ...{ user_id: userId, status, completable_from: iso(from) },
      expires_at: iso(from === null || !waiting ? null : Number(waiting.expiresAt)),
    },
  }
}

/** @throws CommandError for less than the least wait: nobody may shorten it */
function readWait(hours: string | undefined): number {
  const read = Number(hours ?? LEAST_HOURS)
  if (Number.isInteger(read) && read >= LEAST_HOURS && read <= MOST_HOURS) return read
  throw new UsageError(`--wait takes whole hours, from ${LEAST_HOURS} to ${MOST_HOURS}.`)
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
