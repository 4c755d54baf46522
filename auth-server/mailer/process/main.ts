import { connectDatabase } from '../../database/connect.ts'
import { createMailTransport } from '../../mail/transport.ts'
import { runProcess } from '../../processes/run-process.ts'
import { becomeUser, readUser } from '../../processes/user.ts'
import { createSmsTransport } from '../../sms/transport.ts'
import { CODES, NOTICES } from '../operations.ts'
import { createGatewaySender } from './gateway.ts'
import { type Senders, serveMailer } from './serve.ts'
import { createSmtpSender } from './smtp.ts'

process.title = 'vitrine-mailer'

/** The mailer process: it alone knows how messages leave the server, and sends what comes by its sockets. See `start.ts`. */
await runProcess('mailer', async () => {
  const {
    SMTP_URL,
    SMS_GATEWAY_URL,
    DATABASE_URL,
    VITRINE_MAIL_FROM = '',
    VITRINE_MAILER_SOCKET = '',
    VITRINE_MAILER_IS_SHARED,
    VITRINE_CODES_SOCKET,
    VITRINE_CODES_ARE_SHARED,
  } = process.env
  const user = readUser(process.env.VITRINE_RUN_AS)
  const inbox = DATABASE_URL ? inboxSenders(DATABASE_URL) : null
  const smtp = SMTP_URL ? createSmtpSender(SMTP_URL, VITRINE_MAIL_FROM) : null
  const senders: Senders = {
    mail: smtp ?? inbox?.mail ?? null,
    sms: SMS_GATEWAY_URL ? createGatewaySender(SMS_GATEWAY_URL) : (inbox?.sms ?? null),
  }
  const servers = [
    await serveMailer(senders, NOTICES, VITRINE_MAILER_SOCKET, VITRINE_MAILER_IS_SHARED === '1'),
    ...(VITRINE_CODES_SOCKET
      ? [await serveMailer(senders, CODES, VITRINE_CODES_SOCKET, VITRINE_CODES_ARE_SHARED === '1')]
      : []),
  ]
  becomeUser(user)
  return async () => {
    for (const server of servers) server.close()
    smtp?.close()
    await inbox?.close()
  }
})

/** What a development server would send, in its database for the inbox page. */
function inboxSenders(databaseUrl: string): Senders & { close(): Promise<void> } {
  const { db, close } = connectDatabase(databaseUrl, 2)
  const mail = createMailTransport(null, db)
  return {
    mail: { send: message => mail.send({ ...message, html: message.html ?? '' }), close: () => undefined },
    sms: createSmsTransport(null, { development: true }, db),
    close,
  }
}
