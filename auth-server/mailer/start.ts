import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeSocketFolder, requireSocketPath } from '../processes/socket-folder.ts'
import { type RunningProcess, startProcess } from '../processes/start-process.ts'
import { type ProcessUser, writeUser } from '../processes/user.ts'
import type { FarcasterPlaces, WalletNodes } from '../settings.ts'

export interface MailerOptions {
  /** See `readProcessCode`. */
  readonly code: Uint8Array
  /** For the API process. Its folder is made, and is the mailer's alone but for those who call. */
  readonly socketPath: string
  /** For the signer, which alone has codes sent; likewise. */
  readonly codesSocket: string
  /** Where its code lies until it has read it; of this user alone. */
  readonly codeFolder: string
  /** With their credentials; `null`: none. */
  readonly smtpUrl: string | null
  readonly smsGatewayUrl: string | null
  readonly mailFrom: string
  /** Whom it goes on as, and the group of the process that may call it; `null`: this user. */
  readonly user: ProcessUser | null
  readonly clients: number | null
  /** The signer's group; `null` with `user`. */
  readonly signerGroup: number | null
  /** The database of a development server, whose inbox takes codes where there is no mail server or gateway. */
  readonly inboxUrl: string | null
  readonly farcaster: FarcasterPlaces
  readonly walletNodes: WalletNodes
  /** See `Settings`. */
  readonly geoipDatabase: string | null
  /** What else it sees of the environment. */
  readonly env: Readonly<Record<string, string>>
}

/**
 * Starts the mailer process and resolves when it answers on its socket.
 * @throws Error with a sentence
 */
export function startMailer(options: MailerOptions): Promise<RunningProcess> {
  const { code, socketPath, codeFolder, smtpUrl, smsGatewayUrl, mailFrom, user, clients, env } = options
  const { codesSocket, signerGroup, inboxUrl, farcaster, walletNodes, geoipDatabase } = options
  requireSocketPath(socketPath)
  requireSocketPath(codesSocket)
  const isShared = makeSocketFolder(dirname(socketPath), user, clients)
  const isSharedForCodes = makeSocketFolder(dirname(codesSocket), user, signerGroup)
  // Left by a mailer that was killed; a bind to an existing path fails.
  for (const path of [socketPath, codesSocket]) rmSync(path, { force: true })
  return startProcess({
    name: 'mailer',
    code,
    folder: codeFolder,
    env: {
      ...env,
      VITRINE_MAIL_FROM: mailFrom,
      VITRINE_MAILER_SOCKET: socketPath,
      VITRINE_MAILER_IS_SHARED: isShared ? '1' : '',
      VITRINE_CODES_SOCKET: codesSocket,
      VITRINE_CODES_IS_SHARED: isSharedForCodes ? '1' : '',
      ...(inboxUrl !== null && { VITRINE_INBOX_URL: inboxUrl }),
      VITRINE_FARCASTER: JSON.stringify(farcaster),
      VITRINE_WALLET_NODES: JSON.stringify(walletNodes),
      ...(geoipDatabase !== null && { VITRINE_GEOIP_DATABASE: geoipDatabase }),
      VITRINE_RUN_AS: writeUser(user),
      ...(smtpUrl !== null && { SMTP_URL: smtpUrl }),
      ...(smsGatewayUrl !== null && { SMS_GATEWAY_URL: smsGatewayUrl }),
    },
  })
}
