import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { executePrepared } from '../database/prepared.ts'
import { sentInHour, wrongGuesses } from '../http/app-limits.ts'
import { limitRate } from '../http/rate-limit.ts'

/**
 * Whether an app whose captcha is off asks for it now: more codes were sent, or guessed wrong, in this hour than people do.
 * It is off again when the hour that was counted is over.
 */
export async function isDemanded(ctx: Context, appId: string): Promise<boolean> {
  const { captchaMailsHour, captchaTextsHour, captchaWrongGuessesHour } = ctx.settings.budgets
  const thresholds = [
    [sentInHour(appId, 'mails'), captchaMailsHour],
    [sentInHour(appId, 'texts'), captchaTextsHour],
    [wrongGuesses(appId), captchaWrongGuessesHour],
  ] as const
  const rows = await executePrepared(
    ctx.db,
    'captcha-demanded',
    sql`
      select 1 from rate_limits join unnest(
        ${sql.param(thresholds.map(([{ scope, subject }]) => `${scope}:${subject}`))}::text[],
        ${sql.param(thresholds.map(([, most]) => most))}::int[]
      ) as threshold (key, most) using (key)
      where points >= most and expires_at > ${new Date(ctx.now()).toISOString()}::timestamptz limit 1`,
  )
  return rows.length > 0
}

/** Counts a code that was guessed wrong. */
export const countWrongGuess = (ctx: Context, appId: string): Promise<void> =>
  limitRate(ctx, [wrongGuesses(appId)])
