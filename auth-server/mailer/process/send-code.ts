import { loginCodeMail } from '../../messages/login-code-mail.ts'
import { loginCodeMessage } from '../../messages/login-code-text.ts'
import type { MailerRequest } from '../operations.ts'
import { sendMail, sendText } from './send.ts'
import type { Senders } from './senders.ts'

/** Sends a code in words of ours. @throws MailerRefusal */
export async function sendCode(senders: Senders, code: MailerRequest<'sendCode'>): Promise<void> {
  if (code.by === 'mail') {
    const { from = {}, language } = code
    const place = senders.placeName(from.network, language)
    const { to, subject, text, html } = loginCodeMail({ ...code, from: { ...from, place } })
    return sendMail(senders, { to, subject, text, html }, code.code)
  }
  const { to, channel, text } = loginCodeMessage(code, code.by === 'whatsapp')
  return sendText(senders, { to, channel, text }, code.code)
}
