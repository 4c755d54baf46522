import { escapeHtml } from '../html/escape.ts'
import { wordsFor } from '../words/messages.ts'
import type { CodeToTell, Mail } from './message.ts'
import { nameInMessage } from './name-in-message.ts'

/** Longer than any name, and too short for a story. */
const NAME_LENGTH = 60

/** The mail that carries a code. @param appName what the operator called the site. */
export function loginCodeMail({ to, appName, code, language, purpose }: CodeToTell): Mail {
  const name = nameInMessage(appName, NAME_LENGTH)
  const words = wordsFor(purpose, language)
  const text = [words.mailLead(name), '', `    ${code}`, '', words.validity, '', words.ignore, ''].join('\n')
  const html = `<!doctype html>
<html lang="${language}" dir="${words.direction}">
  <body style="margin:0;padding:32px 16px;background:#f4f4f3;color:#1c1c1a;font:16px/1.5 -apple-system,'Segoe UI',Roboto,sans-serif">
    <div style="max-width:420px;margin:0 auto;padding:32px;background:#fff;border-radius:16px">
      <p style="margin:0 0 8px">${escapeHtml(words.mailLead(name))}</p>
      <p style="margin:0 0 16px;font-size:32px;font-weight:600;letter-spacing:6px" dir="ltr">${code}</p>
      <p style="margin:0 0 24px">${escapeHtml(words.validity)}</p>
      <p style="margin:0;font-size:14px;color:#6b6b67">${escapeHtml(words.ignore)}</p>
    </div>
  </body>
</html>
`
  return { to, subject: words.mailSubject(name), text, html, code }
}
