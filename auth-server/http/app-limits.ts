import type { Context } from '../context.ts'
import { MAX_POINTS, ONE_DAY_MS, ONE_HOUR_MS, type RateLimit } from './rate-limit.ts'

type What = 'mails' | 'texts'

/** Codes that one app has sent: mails cost its sender's good name, text messages money. */
export function appLimits({ settings }: Pick<Context, 'settings'>, appId: string, what: What): RateLimit[] {
  const { appMailsHour, appMailsDay, appTextsHour, appTextsDay } = settings.budgets
  const [hour, day] = what === 'mails' ? [appMailsHour, appMailsDay] : [appTextsHour, appTextsDay]
  return [
    { ...sentInHour(appId, what), limit: hour },
    { scope: `app-${what}-day`, subject: appId, limit: day, windowMs: ONE_DAY_MS },
  ]
}

/** The count of an app's codes in this hour, without its limit. */
export const sentInHour = (appId: string, what: What): RateLimit => ({
  scope: `app-${what}-hour`,
  subject: appId,
  limit: MAX_POINTS,
  windowMs: ONE_HOUR_MS,
})

/** The count of wrong codes at one app in this hour. It refuses nothing: each address has its own limit. */
export const wrongGuesses = (appId: string): RateLimit => ({
  scope: 'app-wrong-guesses',
  subject: appId,
  limit: MAX_POINTS,
  windowMs: ONE_HOUR_MS,
})
