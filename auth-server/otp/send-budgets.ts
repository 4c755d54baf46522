import type { Context } from '../context.ts'
import { appLimits } from '../http/app-limits.ts'
import { ONE_DAY_MS, ONE_HOUR_MS, type RateLimit, TEN_MINUTES_MS } from '../http/rate-limit.ts'
import { canonicalMailbox } from './canonical-mailbox.ts'

/**
 * Mails with codes, besides those to one address: to one mailbox under all its spellings, and of the app.
 * @param isKnown a device that the address has logged in with asks: what others had sent to the mailbox does not hold it up
 */
export function mailBudgets(ctx: Context, appId: string, address: string, isKnown = false): RateLimit[] {
  const { mailboxMailsTenMinutes, mailboxMailsDay } = ctx.settings.budgets
  if (isKnown) return appLimits(ctx, appId, 'mails')
  const subject = `${appId}:${canonicalMailbox(address)}`
  return [
    { scope: 'mailbox-ten-minutes', subject, limit: mailboxMailsTenMinutes, windowMs: TEN_MINUTES_MS },
    { scope: 'mailbox-day', subject, limit: mailboxMailsDay, windowMs: ONE_DAY_MS },
    ...appLimits(ctx, appId, 'mails'),
  ]
}

/**
 * Text messages with codes, besides those to one number: to one country, where whoever earns by receiving them has their
 * numbers, and of the app.
 * @param country as `readPhoneNumber` tells it
 */
export const textBudgets = (ctx: Context, appId: string, country: string): RateLimit[] => [
  {
    scope: 'country-texts-hour',
    subject: `${appId}:${country}`,
    limit: ctx.settings.budgets.countryTextsHour,
    windowMs: ONE_HOUR_MS,
  },
  ...appLimits(ctx, appId, 'texts'),
]
