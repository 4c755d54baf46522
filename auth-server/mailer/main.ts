import { connectDatabase } from '../database/connect.ts'
import { logError } from '../log.ts'
import { createMailTransport } from '../mail/transport.ts'
import { readSettings } from '../settings.ts'
import { dropPrivileges } from '../signer/hardening.ts'
import { createSmsTransport } from '../sms/transport.ts'
import { serveMailer } from './serve.ts'

/**
 * The mailer process: `main.ts <socket path>`, started by `start.ts`. It has the credentials of the mail server and the
 * SMS gateway, sends what the signer asks for, and keeps nothing. In development, where there is no mail server, it writes
 * into the inbox; that alone takes the database.
 */
async function run(socketPath: string): Promise<void> {
  const settings = readSettings(process.env)
  const needsInbox = settings.smtpUrl === null || settings.smsGatewayUrl === null
  const { db } = connectDatabase(settings.databaseUrl ?? 'postgres:///none', needsInbox ? 4 : 1)
  const transports = {
    mail: createMailTransport(settings, db),
    sms: createSmsTransport(settings, db),
  }
  await serveMailer(transports, socketPath)
  if (!settings.development) dropPrivileges()
}

process.title = 'vitrine-mailer'
process.on('SIGTERM', () => process.exit(0))
// Ctrl-C reaches the whole process group; the supervisor decides about the order.
process.on('SIGINT', () => undefined)
process.on('disconnect', () => process.exit(1))

try {
  await run(process.argv[2] ?? '')
  process.send?.('ready')
} catch (error) {
  logError('the start of the mailer', error)
  process.exit(1)
}
