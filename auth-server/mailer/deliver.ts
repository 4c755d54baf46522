import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { logError } from '../log.ts'
import { loginCodeMail } from '../mail/login-code.ts'
import type { MailTransport } from '../mail/transport.ts'
import type { CodeToSend, SendingFailure } from '../signer/mailer-protocol.ts'
import { loginCodeMessage } from '../sms/login-code.ts'
import type { SmsTransport } from '../sms/message.ts'

export interface Transports {
  readonly mail: MailTransport
  readonly sms: SmsTransport
}

/** Sends a code as a mail or a text message of ours. @returns why it did not go out, `null` when it did; never rejects */
export async function deliverCode(
  { mail, sms }: Transports,
  code: CodeToSend,
): Promise<SendingFailure | null> {
  try {
    if (code.by === 'mail') await mail.send(loginCodeMail(code))
    else await sms.send(loginCodeMessage(code, code.by === 'whatsapp'))
    return null
  } catch (error) {
    return failureOf(error)
  }
}

function failureOf(error: unknown): SendingFailure {
  if (!(error instanceof VitrineError)) {
    logError('sending a code', error)
    return 'unavailable'
  }
  if (error.code === 'user_unsubscribed') return 'unsubscribed'
  return error.code === 'invalid_data' ? 'unreachable' : 'unavailable'
}
