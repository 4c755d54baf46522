import type { Context } from '../context.ts'
import { appLimits } from '../http/app-limits.ts'
import { ONE_HOUR_MS, type RateLimit } from '../http/rate-limit.ts'
import { readPhoneNumber } from '../sms/phone-number.ts'
import type { Channel } from './destination.ts'

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

/** How a code travels to an address of a user's own, and what its message counts for. */
export const CARRIERS = {
  email: { by: 'mail', budgets: mailBudgets },
  sms: {
    by: 'text',
    budgets: (ctx, appId, number) => textBudgets(ctx, appId, readPhoneNumber(number)?.country ?? ''),
  },
} as const satisfies Record<
  Channel,
  {
    readonly by: 'mail' | 'text'
    budgets(ctx: Context, appId: string, address: string): readonly RateLimit[]
  }
>
