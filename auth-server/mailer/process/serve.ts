import type { Server } from 'node:net'
import { loginCodeMail } from '../../mail/login-code.ts'
import { serveFrames } from '../../processes/serve-frames.ts'
import { loginCodeMessage } from '../../sms/login-code.ts'
import { MAILER_OPERATIONS, type MailerOperation, type MailerRequest } from '../operations.ts'
import { MailerRefusal } from '../refusal.ts'
import type { TextSender } from './gateway.ts'
import type { MailSender } from './smtp.ts'

/** By what messages leave; `null` where the operator named nothing. */
export interface Senders {
  readonly mail: MailSender | null
  readonly sms: TextSender | null
}

/** Answers the calls of `MAILER_OPERATIONS` that are `taken` on a Unix socket. */
export const serveMailer = (
  senders: Senders,
  taken: readonly MailerOperation[],
  socketPath: string,
  isShared: boolean,
): Promise<Server> =>
  serveFrames(
    (name, request) =>
      answer(
        senders,
        taken.find(operation => operation === name),
        request,
      ),
    socketPath,
    isShared,
  )

/** Never rejects, and tells nothing of an error that is not a refusal: its message could quote a code or a credential. */
async function answer(senders: Senders, operation: MailerOperation | undefined, request: unknown) {
  try {
    await perform(senders, operation, request)
    return { response: {} }
  } catch (error) {
    if (error instanceof MailerRefusal) return { refusal: { code: error.code, message: error.message } }
    process.stderr.write(
      `mailer: ${operation} failed (${error instanceof Error ? error.name : typeof error})\n`,
    )
    return { refusal: { code: 'unavailable', message: 'The mailer failed at this request.' } }
  }
}

async function perform(
  senders: Senders,
  operation: MailerOperation | undefined,
  request: unknown,
): Promise<void> {
  switch (operation) {
    case 'sendMail':
      return mailSender(senders).send(read('sendMail', request))
    case 'sendSms':
      return textSender(senders).send(read('sendSms', request))
    case 'sendCode': {
      const code = read('sendCode', request)
      if (code.by === 'mail') return mailSender(senders).send(loginCodeMail(code))
      return textSender(senders).send(loginCodeMessage(code, code.by === 'whatsapp'))
    }
    default:
      throw new MailerRefusal('invalid_request', 'There is no such operation.')
  }
}

function mailSender({ mail }: Senders): MailSender {
  if (!mail) throw new MailerRefusal('not_configured', 'SMTP_URL is not set.')
  return mail
}

function textSender({ sms }: Senders): TextSender {
  if (!sms) throw new MailerRefusal('not_configured', 'SMS_GATEWAY_URL is not set.')
  return sms
}

/** @throws MailerRefusal that names the first field that does not fit, never its value. */
function read<O extends MailerOperation>(operation: O, request: unknown): MailerRequest<O> {
  const parsed = MAILER_OPERATIONS[operation].request.safeParse(request)
  if (parsed.success) return parsed.data as MailerRequest<O>
  const field = parsed.error.issues[0]?.path.join('.') || 'the request'
  throw new MailerRefusal('invalid_request', `${operation}: ${field} does not fit the interface.`)
}
