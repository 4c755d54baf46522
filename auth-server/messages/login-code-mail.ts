import { sayAskedFrom } from '../words/asked-from.ts'
import { wordsFor } from '../words/messages.ts'
import { mailFoot, mailParts, mailRows, renderMail } from './mail-page.ts'
import type { CodeToTell, Mail } from './message.ts'
import { nameInMessage } from './name-in-message.ts'

/** Longer than any name, and too short for a story. */
const NAME_LENGTH = 60

/** The mail that carries a code. @param appName what the operator called the site. */
export function loginCodeMail({
  to,
  code,
  language,
  purpose,
  icon,
  from = {},
  origin,
  ...app
}: CodeToTell): Mail {
  const appName = nameInMessage(app.appName, NAME_LENGTH)
  const words = wordsFor(purpose, language)
  const title = words.mailSubject(appName)
  const lead = words.mailLead(appName)
  const rows = sayAskedFrom(from, language)
  const text = [
    ...[title, '', lead, '', `    ${code}`, '', words.validity, ''],
    ...(rows.length > 0 ? [...mailRows(rows), ''] : []),
    ...[words.ignore, '', mailFoot(language, origin), ''],
  ].join('\n')
  const { small } = mailParts
  const body = [
    ...[mailParts.lead(lead), mailParts.code(code), mailParts.text(words.validity)],
    ...[mailParts.rows(rows), small(words.ignore)],
  ].join('\n')
  const html = renderMail({ language, appName, icon, title, body, origin })
  return { to, subject: title, text, html, code }
}
