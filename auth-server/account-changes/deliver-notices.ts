import { isGuestAccount } from '@vitrine/shared/account/login-facts.ts'
import { eq, sql } from 'drizzle-orm'
import { findApp } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { accountChanges, accountNotices } from '../database/change-tables.ts'
import { logError } from '../log.ts'
import { accountNoticeMail } from '../messages/account-notice-mail.ts'
import { accountNoticeMessage } from '../messages/account-notice-text.ts'
import { leakMail } from '../messages/leak-mail.ts'
import { mailIconOf } from '../messages/mail-icon.ts'
import { hashToken, newSecretToken } from '../sessions/secret-token.ts'
import type { AccountNotice } from '../words/account-notice.ts'
import { LANGUAGES } from '../words/language.ts'
import { deliverDeletions } from './tell-deletion.ts'
import { UNDO_PATH } from './undo-page.ts'

const EVERY_MS = 30_000
/** Waits double from a minute: the last try is more than an hour after the first. */
const MOST_TRIES = 7
const FIRST_WAIT_S = 60

/**
 * Sends what is due, one after another; any number of processes may do so at once. The link's secret is made here and
 * stored as its hash: a notice that is sent again has a new one. A message that cannot be sent waits for the next try.
 */
export async function deliverNotices(ctx: Context): Promise<void> {
  await deliverDeletions(ctx)
  for (;;) {
    const token = newSecretToken()
    const claimed = await claimNext(ctx, hashToken(token))
    if (!claimed) return
    try {
      await send(ctx, claimed, token)
      await ctx.db
        .update(accountNotices)
        .set({ nextTryAt: null, sentAt: new Date(ctx.now()) })
        .where(eq(accountNotices.id, claimed.id))
    } catch (error) {
      logError('telling of a change of an account', error)
    }
  }
}

/** Starts sending, without waiting for it: a mail server that is slow holds up nobody’s login. */
export function deliverSoon(ctx: Context): void {
  deliverNotices(ctx).catch(error => logError('telling of changes of accounts', error))
}

/** Sends what an earlier try left, until the returned function is called. */
export function startDelivering(ctx: Context): () => void {
  const timer = setInterval(() => deliverSoon(ctx), EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

type Claimed = typeof accountNotices.$inferSelect

/** Takes the next one that is due, for one try. Its next try is set before it is sent: a crash repeats it, late. */
async function claimNext(ctx: Context, hash: string): Promise<Claimed | undefined> {
  const now = sql`${new Date(ctx.now()).toISOString()}::timestamptz`
  const [claimed] = await ctx.db
    .update(accountNotices)
    .set({
      tokenHash: sql`case when ${accountNotices.canUndo} then ${hash} end`,
      tries: sql`${accountNotices.tries} + 1`,
      nextTryAt: sql`case when ${accountNotices.tries} + 1 < ${MOST_TRIES}
        then ${now} + make_interval(secs => ${FIRST_WAIT_S} * power(2, ${accountNotices.tries})) end`,
    })
    .where(
      eq(
        accountNotices.id,
        sql`(select id from account_notices where next_try_at <= ${now} and expires_at > ${now}
          order by next_try_at limit 1 for update skip locked)`,
      ),
    )
    .returning()
  return claimed
}

async function send(ctx: Context, notice: Claimed, token: string): Promise<void> {
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
  Claimed['channel'],
  (ctx: Context, address: string, told: AccountNotice) => Promise<void>
>
