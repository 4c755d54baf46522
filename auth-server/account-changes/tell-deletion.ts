import { randomUUID } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { findApp } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { deletionNotices } from '../database/change-tables.ts'
import type { Transaction } from '../database/connect.ts'
import type { Job } from '../database/queue.ts'
import { ONE_DAY_MS } from '../http/rate-limit.ts'
import { logError } from '../log.ts'
import { deletionMail, deletionMessage } from '../messages/deletion-message.ts'
import { mailIconOf } from '../messages/mail-icon.ts'
import { LANGUAGES, type Language } from '../words/language.ts'
import { channelOf, isAlwaysTold, MAIL, type ReachedRow, reachOf } from './reach.ts'

/** Waits double from a minute, up to a day: then the address is forgotten too. */
const KEPT_MS = ONE_DAY_MS
const FIRST_WAIT_S = 60

type Notice = typeof deletionNotices.$inferSelect
export type DeletionJob = Job<{ readonly deletion_id: string }>

/**
 * Writes down whom to tell that an account is deleted, in the transaction that does it: every address, and numbers where there is none.
 * The job that comes with each row sends it.
 * @param now unix ms
 */
export async function noteDeletion(
  tx: Transaction,
  now: number,
  of: { readonly appId: string; readonly language: Language; readonly bySite: boolean },
  rows: readonly ReachedRow[],
): Promise<void> {
  const { emails, phones } = reachOf(rows)
  const mails =
    MAIL === undefined ? [] : emails.map(address => ({ channel: MAIL as Notice['channel'], address }))
  const texts = rows.flatMap(({ type, subject: address }) => {
    const channel = channelOf(type)
    const isNumber = channel !== undefined && !isAlwaysTold(channel) && phones.includes(address)
    return isNumber ? [{ channel, address }] : []
  })
  const told = mails.length > 0 ? mails : texts
  if (told.length === 0) return
  const at = new Date(now)
  const notice = { ...of, at, nextTryAt: at, expiresAt: new Date(now + KEPT_MS) }
  await tx.insert(deletionNotices).values(told.map(it => ({ id: randomUUID(), ...it, ...notice })))
}

/** Sends the message of a job once, as `deliverNotice` does. */
export async function deliverDeletion(ctx: Context, { key, at }: DeletionJob): Promise<void> {
  const { id, tries, nextTryAt, expiresAt } = deletionNotices
  const [claimed] = await ctx.db
    .update(deletionNotices)
    .set({ tries: sql`${tries} + 1` })
    .where(
      and(
        eq(id, key.deletion_id),
        sql`${nextTryAt} = ${at}::timestamptz`,
        gt(expiresAt, new Date(ctx.now())),
      ),
    )
    .returning()
  if (!claimed) return
  try {
    await send(ctx, claimed)
    await ctx.db.delete(deletionNotices).where(eq(id, claimed.id))
  } catch (error) {
    logError('telling of a deleted account', error)
    const next = new Date(ctx.now() + FIRST_WAIT_S * 1000 * 2 ** (claimed.tries - 1))
    await ctx.db.update(deletionNotices).set({ nextTryAt: next }).where(eq(id, claimed.id))
  }
}

async function send(ctx: Context, { appId, channel, address, language, bySite, at }: Notice): Promise<void> {
  const app = await findApp(ctx.db, appId)
  if (!app) return
  const notice = {
    appName: app.config.name,
    language: LANGUAGES.find(known => known === language) ?? 'en',
    bySite,
    at: at.getTime(),
    ...mailIconOf(app.config),
    origin: ctx.settings.origin,
  }
  if (channel === MAIL) await ctx.mail.send(deletionMail(address, notice))
  else await ctx.sms.send(deletionMessage(address, notice))
}
