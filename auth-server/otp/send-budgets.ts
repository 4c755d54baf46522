import type { Context } from '../context.ts'
import { appLimits } from '../http/app-limits.ts'
import { ONE_HOUR_MS, type RateLimit } from '../http/rate-limit.ts'

/** Mails with codes, besides those to one address and mailbox (`limits.ts`): of the app. */
export const mailBudgets = (ctx: Context, appId: string): RateLimit[] => appLimits(ctx, appId, 'mails')

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
