import { isGuestAccount } from '@vitrine/shared/account/login-facts.ts'
import { and, eq, gt, sql } from 'drizzle-orm'
import { findApp } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { accountChanges, accountNotices } from '../database/change-tables.ts'
import { addDeadLetter, type Job } from '../database/queue.ts'
import { logError } from '../log.ts'
import { accountNoticeMail } from '../messages/account-notice-mail.ts'
import { accountNoticeMessage } from '../messages/account-notice-text.ts'
import { leakMail } from '../messages/leak-mail.ts'
import { mailIconOf } from '../messages/mail-icon.ts'
import { hashToken, newSecretToken } from '../sessions/secret-token.ts'
import type { AccountNotice } from '../words/account-notice.ts'
import { LANGUAGES } from '../words/language.ts'
import { UNDO_PATH } from './undo-page.ts'

/** Waits double from a minute: the last try is more than an hour after the first. */
const MOST_TRIES = 7
const FIRST_WAIT_S = 60

export type NoticeJob = Job<{ readonly id: string }>
type Notice = typeof accountNotices.$inferSelect

/**
 * Sends the notice of a job once, and schedules its next try if that fails. The link's secret is made here and stored as its hash: a
 * notice that is sent again has a new one. A process that dies meanwhile leaves the row as it is: its job is run again, late.
 */
export async function deliverNotice(ctx: Context, job: NoticeJob): Promise<void> {
  const token = newSecretToken()
  const claimed = await claim(ctx, job, hashToken(token))
  if (!claimed) return
  const isIt = eq(accountNotices.id, claimed.id)
  if (claimed.tries <= MOST_TRIES) {
    try {
      await send(ctx, claimed, token)
      await ctx.db
        .update(accountNotices)
        .set({ nextTryAt: null, sentAt: new Date(ctx.now()) })
        .where(isIt)
      return
    } catch (error) {
      logError('telling of a change of an account', error)
    }
  }
  if (claimed.tries < MOST_TRIES) {
    const nextTryAt = new Date(ctx.now() + FIRST_WAIT_S * 1000 * 2 ** (claimed.tries - 1))
    await ctx.db.update(accountNotices).set({ nextTryAt }).where(isIt)
    return
  }
  await ctx.db.transaction(async tx => {
    await tx.update(accountNotices).set({ nextTryAt: null }).where(isIt)
    const [change] = await tx.select().from(accountChanges).where(eq(accountChanges.id, claimed.changeId))
    if (change) await addDeadLetter(tx, change.appId, job)
  })
}

/** Has the workers of this process look for jobs at once. Nobody’s login waits for a mail server. */
export const deliverSoon = (ctx: Pick<Context, 'wakeJobs'>): void => ctx.wakeJobs()

/** Counts the try, unless the notice was sent since the job was made. */
async function claim(ctx: Context, { key, at }: NoticeJob, hash: string): Promise<Notice | undefined> {
  const [claimed] = await ctx.db
    .update(accountNotices)
    .set({
      tokenHash: sql`case when ${accountNotices.canUndo} then ${hash} end`,
      tries: sql`${accountNotices.tries} + 1`,
    })
    .where(
      and(
        eq(accountNotices.id, key.id),
        sql`${accountNotices.nextTryAt} = ${at}::timestamptz`,
        gt(accountNotices.expiresAt, new Date(ctx.now())),
      ),
    )
    .returning()
  return claimed
}

async function send(ctx: Context, notice: Notice, token: string): Promise<void> {
  const [change] = await ctx.db.select().from(accountChanges).where(eq(accountChanges.id, notice.changeId))
  const app = change && (await findApp(ctx.db, change.appId))
  if (!change || !app) return
  const { kind } = change
  const about = {
    appName: app.config.name,
    language: LANGUAGES.find(known => known === notice.language) ?? 'en',
    ...mailIconOf(app.config),
    origin: ctx.settings.origin,
  }
  if (kind === 'leak') return ctx.mail.send(leakMail(notice.address, about))
  const told: AccountNotice = {
    ...about,
    kind,
    added: change.added,
    removed: change.removed.find(({ type }) => !isGuestAccount(type)) ?? null,
    madeWith: change.madeWith,
    network: change.network,
    place: ctx.placeName(change.network, about.language),
    at: change.createdAt.getTime(),
    undo: notice.canUndo
      ? {
          url: `${ctx.settings.origin}${UNDO_PATH}?token=${token}&app=${encodeURIComponent(app.id)}`,
          until: change.expiresAt.getTime(),
        }
      : null,
  }
  await SENDERS[notice.channel](ctx, notice.address, told)
}

const SENDERS = {
  email: ({ mail }, address, told) => mail.send(accountNoticeMail(address, told)),
  sms: ({ sms }, address, told) => sms.send(accountNoticeMessage(address, told)),
} as const satisfies Record<
  Notice['channel'],
  (ctx: Context, address: string, told: AccountNotice) => Promise<void>
>
