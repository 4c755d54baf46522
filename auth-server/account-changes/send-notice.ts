import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import type { accountNotices } from '../database/change-tables.ts'
import { accountNoticeMail } from '../messages/account-notice-mail.ts'
import { accountNoticeMessage } from '../messages/account-notice-text.ts'
import { mailIconOf } from '../messages/mail-icon.ts'
import type { AccountNotice } from '../words/account-notice.ts'
import { LANGUAGES } from '../words/language.ts'

/** Waits double from a minute: the last try is more than an hour after the first. */
const MOST_TRIES = 7
const FIRST_WAIT_S = 60

/** When a message that is claimed now is tried next, should this try fail or its process end; `null`: it is the last. */
export const nextTry = (tries: AnyPgColumn, now: SQL): SQL => sql`
  case when ${tries} + 1 < ${MOST_TRIES} then ${now} + make_interval(secs => ${FIRST_WAIT_S} * power(2, ${tries})) end`

/** What a notice says whatever it is about. @param language as it was stored */
export const aboutApp = (ctx: Pick<Context, 'settings'>, { config }: App, language: string) => ({
  appName: config.name,
  language: LANGUAGES.find(known => known === language) ?? 'en',
  ...mailIconOf(config),
  origin: ctx.settings.origin,
})

/** By which each channel's message is written and sent. */
export const SENDERS = {
  email: ({ mail }, address, told) => mail.send(accountNoticeMail(address, told)),
  sms: ({ sms }, address, told) => sms.send(accountNoticeMessage(address, told)),
} as const satisfies Record<
  (typeof accountNotices.$inferSelect)['channel'],
  (ctx: Context, address: string, told: AccountNotice) => Promise<void>
>
