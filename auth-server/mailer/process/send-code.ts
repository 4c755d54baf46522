import { loginCodeMail } from '../../messages/login-code-mail.ts'
import { loginCodeMessage } from '../../messages/login-code-text.ts'
import type { MailerRequest } from '../operations.ts'
import { MailerRefusal } from '../refusal.ts'
import type { Senders } from './senders.ts'

/** Sends a code in words of ours. @throws MailerRefusal */
export async function sendCode(
  { mail, sms, inbox }: Senders,
  code: MailerRequest<'sendCode'>,
): Promise<void> {
  if (code.by === 'mail') {
    const { to, subject, text, html } = loginCodeMail(code)
    if (mail) return mail.send({ to, subject, text, html })
    if (inbox) return inbox.keep({ by: 'email', to, subject, text, code: code.code })
    throw new MailerRefusal('not_configured', 'SMTP_URL is not set.')
  }
  const { to, channel, text } = loginCodeMessage(code, code.by === 'whatsapp')
  if (sms) return sms.send({ to, channel, text })
  if (inbox) return inbox.keep({ by: 'sms', to, subject: null, text, code: code.code })
  throw new MailerRefusal('not_configured', 'SMS_GATEWAY_URL is not set.')
}
