import type { Language } from '../words/language.ts'
import { LEAK_NOTICES } from '../words/leak-notice.ts'
import { mailFoot, mailParts, renderMail } from './mail-page.ts'
import type { Mail } from './message.ts'
import { nameInMessage } from './name-in-message.ts'

export interface LeakNotice {
  readonly appName: string
  readonly language: Language
  /** The site's picture (`mail-icon.ts`). */
  readonly icon?: string | undefined
  /** The wallet origin. */
  readonly origin: string
}

const NAME_LENGTH = 64

/** The mail that tells a person to move what is in their wallets, since their keys leaked. It has no link: thieves write such mails too. */
export function leakMail(to: string, { appName, language, icon, origin }: LeakNotice): Mail {
  const words = LEAK_NOTICES[language]
  const app = nameInMessage(appName, NAME_LENGTH)
  const subject = words.subject(app)
  const [lead, what, care] = [words.lead(app), words.what(app), words.care(app)]
  const text = [subject, '', lead, '', what, '', care, '', mailFoot(language, origin), ''].join('\n')
  const body = [mailParts.lead(lead), mailParts.text(what), mailParts.small(care)].join('\n')
  return {
    to,
    subject,
    text,
    html: renderMail({ language, appName: app, icon, title: subject, body, origin }),
  }
}
