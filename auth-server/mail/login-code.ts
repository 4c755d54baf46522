import { escapeHtml } from '../html/escape.ts'
import type { Mail } from './transport.ts'

/** The mail that carries a login code. @param appName what the operator called the site. */
export function loginCodeMail(to: string, appName: string, code: string): Mail {
  // A line break in a name would begin another header or paragraph.
  const name = appName.replace(/\s+/g, ' ').trim()
  // Not in the subject: mail servers log it, and locked screens show it.
  const subject = `Your login code for ${name}`
  const ignore = 'If you did not ask for it, you can ignore this mail: nobody can log in without the code.'
  const text = [
    `Your code for ${name} is`,
    '',
    `    ${code}`,
    '',
    'It is valid for 10 minutes and works once. Never tell it to anyone.',
    '',
    ignore,
    '',
  ].join('\n')
  const html = `<!doctype html>
<html lang="en">
  <body style="margin:0;padding:32px 16px;background:#f4f4f3;color:#1c1c1a;font:16px/1.5 -apple-system,'Segoe UI',Roboto,sans-serif">
    <div style="max-width:420px;margin:0 auto;padding:32px;background:#fff;border-radius:16px">
      <p style="margin:0 0 8px">Your code for <strong>${escapeHtml(name)}</strong></p>
      <p style="margin:0 0 16px;font-size:32px;font-weight:600;letter-spacing:6px">${code}</p>
      <p style="margin:0 0 24px">It is valid for 10 minutes and works once. Never tell it to anyone.</p>
      <p style="margin:0;font-size:14px;color:#6b6b67">${ignore}</p>
    </div>
  </body>
</html>
`
  return { to, subject, text, html, code }
}
