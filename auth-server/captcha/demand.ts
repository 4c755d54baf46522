import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { executePrepared } from '../database/prepared.ts'
import { sentInHour, wrongGuesses } from '../http/app-limits.ts'
import { limitRate, type RateLimit } from '../http/rate-limit.ts'

/**
 * Whether an app whose captcha is off asks for it now: more codes were sent, or guessed wrong, in this hour than people do.
 * It is off again when the hour that was counted is over.
 */
export async function isDemanded(ctx: Context, appId: string): Promise<boolean> {
  const { captchaMailsHour, captchaTextsHour, captchaWrongGuessesHour } = ctx.settings.budgets
  const threshold = ({ scope, subject }: RateLimit, most: number) =>
    sql`(${`${scope}:${subject}`}::text, ${most}::int)`
  const thresholds = [
    threshold(sentInHour(appId, 'mails'), captchaMailsHour),
    threshold(sentInHour(appId, 'texts'), captchaTextsHour),
    threshold(wrongGuesses(appId), captchaWrongGuessesHour),
  ]
  const rows = await executePrepared(
    ctx.db,
    'captcha-demanded',
    sql`
      select 1 from (values ${sql.join(thresholds, sql`, `)}) as threshold (key, most)
      left join lateral (
        select points, expires_at from rate_limits where key = threshold.key limit 1
      ) as counted on true
      -- None is as many as none: no row has been made then.
      where most = 0 or (points >= most and expires_at > ${new Date(ctx.now()).toISOString()}::timestamptz) limit 1`,
  )
  return rows.length > 0
}

/** Counts a code that was guessed wrong. */
export const countWrongGuess = (ctx: Context, appId: string): Promise<void> =>
  limitRate(ctx, [wrongGuesses(appId)])
