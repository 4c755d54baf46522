import { startLog } from '../../log.ts'
import { openPlaces } from '../../places/open-places.ts'
import { runProcess } from '../../processes/run-process.ts'
import { becomeUser, readUser } from '../../processes/user.ts'
import type { FarcasterPlaces, WalletNodes } from '../../settings.ts'
import { createGatewaySender } from './gateway.ts'
import { openInbox } from './inbox.ts'
import { serveMailer } from './serve.ts'
import { createSmtpSender } from './smtp.ts'

process.title = 'vitrine-mailer'
startLog('mailer')

/** The mailer process: it alone knows how messages leave the server, and sends what comes by its socket. See `start.ts`. */
await runProcess('mailer', async () => {
  const {
    SMTP_URL,
    SMS_GATEWAY_URL,
    VITRINE_MAIL_FROM = '',
    VITRINE_MAILER_SOCKET = '',
    VITRINE_MAILER_IS_SHARED,
    VITRINE_CODES_SOCKET = '',
    VITRINE_CODES_IS_SHARED,
    VITRINE_INBOX_URL,
    VITRINE_FARCASTER = '{}',
    VITRINE_WALLET_NODES = '{}',
    VITRINE_GEOIP_DATABASE = null,
  } = process.env
  const user = readUser(process.env.VITRINE_RUN_AS)
  const mail = SMTP_URL ? createSmtpSender(SMTP_URL, VITRINE_MAIL_FROM) : null
  const sms = SMS_GATEWAY_URL ? createGatewaySender(SMS_GATEWAY_URL) : null
  const inbox = VITRINE_INBOX_URL ? openInbox(VITRINE_INBOX_URL) : null
  const farcaster: FarcasterPlaces = JSON.parse(VITRINE_FARCASTER)
  const walletNodes: WalletNodes = JSON.parse(VITRINE_WALLET_NODES)
  const placeName = openPlaces(VITRINE_GEOIP_DATABASE)
  const senders = { mail, sms, inbox, farcaster, walletNodes, placeName }
  const servers = [
    await serveMailer(senders, 'api', VITRINE_MAILER_SOCKET, VITRINE_MAILER_IS_SHARED === '1'),
    await serveMailer(senders, 'signer', VITRINE_CODES_SOCKET, VITRINE_CODES_IS_SHARED === '1'),
  ]
  becomeUser(user)
  return async () => {
    for (const server of servers) server.close()
    await inbox?.close()
    mail?.close()
  }
})
