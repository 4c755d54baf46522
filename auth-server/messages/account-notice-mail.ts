import { type AccountNotice, sayNotice, sayTime } from '../words/account-notice.ts'
import { mailFoot, mailParts, mailRows, renderMail } from './mail-page.ts'
import type { Mail } from './message.ts'

/** The mail that tells of a change of an account; with the link that undoes it, where the address may. */
export function accountNoticeMail(to: string, notice: AccountNotice): Mail {
  const { language, undo, icon, origin } = notice
  const { words, app, subject, lead, rows } = sayNotice(notice)
  const what = undo && words.what(sayTime(undo.until, language))
  const ending = undo ? [words.isYou, '', words.notYou, undo.url, '', what] : [words.support]
  const text = [
    subject,
    '',
    lead,
    '',
    ...mailRows(rows),
    '',
    ...ending,
    '',
    mailFoot(language, origin),
    '',
  ].join('\n')
  const { small, button } = mailParts
  const body = [
    ...[mailParts.lead(lead), mailParts.rows(rows)],
    ...(undo
      ? [mailParts.text(words.isYou), small(words.notYou), button(words.undo, undo.url), small(what ?? '')]
      : [small(words.support)]),
  ].join('\n')
  const html = renderMail({ language, appName: app, icon, title: subject, body, origin })
  return { to, subject, text, html }
}
