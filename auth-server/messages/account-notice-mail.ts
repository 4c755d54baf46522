import { escapeHtml } from '../html/escape.ts'
import { type AccountNotice, sayNotice, sayTime } from '../words/account-notice.ts'
import type { Mail } from './message.ts'

/** The mail that tells of a change of an account; with the link that undoes it, where the address may. */
export function accountNoticeMail(to: string, notice: AccountNotice): Mail {
  const { language, undo } = notice
  const { words, subject, lead, where } = sayNotice(notice)
  const what = undo && words.what(sayTime(undo.until, language))
  const ending = undo ? [words.isYou, '', words.notYou, undo.url, '', what] : [words.support]
  const text = [lead, where, '', ...ending, ''].join('\n')
  const button = undo
    ? `<p style="margin:0 0 12px">${escapeHtml(words.isYou)}</p>
      <p style="margin:0 0 16px">${escapeHtml(words.notYou)}</p>
      <p style="margin:0 0 16px"><a href="${escapeHtml(undo.url)}" style="display:inline-block;padding:12px 20px;border-radius:12px;background:#b3261e;color:#fff;font-weight:600;text-decoration:none">${escapeHtml(words.undo)}</a></p>
      <p style="margin:0;font-size:14px;color:#6b6b67">${escapeHtml(what ?? '')}</p>`
    : `<p style="margin:0;font-size:14px;color:#6b6b67">${escapeHtml(words.support)}</p>`
  const html = `<!doctype html>
<html lang="${language}" dir="${words.direction}">
  <body style="margin:0;padding:32px 16px;background:#f4f4f3;color:#1c1c1a;font:16px/1.5 -apple-system,'Segoe UI',Roboto,sans-serif">
    <div style="max-width:420px;margin:0 auto;padding:32px;background:#fff;border-radius:16px">
      <p style="margin:0 0 8px;font-weight:600;overflow-wrap:anywhere">${escapeHtml(lead)}</p>
      <p style="margin:0 0 24px;color:#6b6b67">${escapeHtml(where)}</p>
      ${button}
    </div>
  </body>
</html>
`
  return { to, subject, text, html }
}
