import type { MailerRequest } from '../operations.ts'
import { MailerRefusal } from '../refusal.ts'
import type { Senders } from './senders.ts'

/** Sends a mail; a development server that has no mail server keeps it in its inbox. @throws MailerRefusal */
export async function sendMail(
  { mail, inbox }: Senders,
  message: MailerRequest<'sendMail'>,
  code: string | null = null,
): Promise<void> {
  if (mail) return mail.send(message)
  if (!inbox) throw new MailerRefusal('not_configured', 'SMTP_URL is not set.')
  const { to, subject, text, html = null } = message
  return inbox.keep({ by: 'email', to, subject, text, html, code })
}

/** Sends a text message, likewise. @throws MailerRefusal */
export async function sendText(
  { sms, inbox }: Senders,
  message: MailerRequest<'sendSms'>,
  code: string | null = null,
): Promise<void> {
  if (sms) return sms.send(message)
  if (!inbox) throw new MailerRefusal('not_configured', 'SMS_GATEWAY_URL is not set.')
  const { to, text } = message
  return inbox.keep({ by: 'sms', to, subject: null, text, html: null, code })
}
