import { sayTime } from '../words/account-notice.ts'
import { ASKED_FROM_WORDS } from '../words/asked-from.ts'
import { DELETION_NOTICES } from '../words/deletion-notice.ts'
import type { Language } from '../words/language.ts'
import { mailFoot, mailParts, mailRows, renderMail } from './mail-page.ts'
import type { Mail, TextMessage } from './message.ts'
import { nameInMessage } from './name-in-message.ts'

export interface DeletionNotice {
  readonly appName: string
  readonly language: Language
  /** Its backend or operator did it, and not the person. */
  readonly bySite: boolean
  /** Unix ms. */
  readonly at: number
  /** The site's picture (`mail-icon.ts`). */
  readonly icon?: string | undefined
  /** The wallet origin. */
  readonly origin: string
}

const NAME_LENGTH = 64

function say({ appName, language, bySite }: DeletionNotice) {
  const words = DELETION_NOTICES[language]
  const app = nameInMessage(appName, NAME_LENGTH)
  return {
    app,
    subject: words.subject(app),
    lead: bySite ? words.bySite(app) : words.bySelf(app),
    what: words.what(app),
    ending: bySite ? words.notAsked : words.notYou,
  }
}

/** The mail that tells a person that their account is gone. It has no link: nothing brings the account back. */
export function deletionMail(to: string, notice: DeletionNotice): Mail {
  const { language, icon, origin, at } = notice
  const { app, subject, lead, what, ending } = say(notice)
  const rows = [[ASKED_FROM_WORDS[language].time, sayTime(at, language)]] as const
  const lines = [
    subject,
    '',
    lead,
    '',
    what,
    '',
    ...mailRows(rows),
    '',
    ending,
    '',
    mailFoot(language, origin),
  ]
  const body = [
    mailParts.lead(lead),
    mailParts.text(what),
    mailParts.rows(rows),
    mailParts.small(ending),
  ].join('\n')
  const html = renderMail({ language, appName: app, icon, title: subject, body, origin })
  return { to, subject, text: [...lines, ''].join('\n'), html }
}

/** The same as a text message, for who has no email address there. */
export function deletionMessage(to: string, notice: DeletionNotice): TextMessage {
  const { lead, ending } = say(notice)
  return { to, channel: 'sms', text: `${lead} ${ending}` }
}
