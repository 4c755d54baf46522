import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeSocketFolder, requireSocketPath } from '../processes/socket-folder.ts'
import { type RunningProcess, startProcess } from '../processes/start-process.ts'
import { type ProcessUser, writeUser } from '../processes/user.ts'

export interface MailerOptions {
  /** What `bundleProcesses` made of `MAILER_ENTRY`. */
  readonly code: Uint8Array
  /** Its folder is made, and is the mailer's alone but for those who call. */
  readonly socketPath: string
  /** Where its code lies until it has read it; of this user alone. */
  readonly codeFolder: string
  /** Where the signer hands it codes, in a folder of its own, and the group of the signer; `null`: it starts no signer. */
  readonly codes: { readonly socketPath: string; readonly clients: number | null } | null
  /** The database, where a development server keeps what it has no other way for; `null`: none. */
  readonly inboxUrl: string | null
  /** With their credentials; `null`: none. */
  readonly smtpUrl: string | null
  readonly smsGatewayUrl: string | null
  readonly mailFrom: string
  /** Whom it goes on as, and the group of the process that may call it; `null`: this user. */
  readonly user: ProcessUser | null
  readonly clients: number | null
  /** What else it sees of the environment. */
  readonly env: Readonly<Record<string, string>>
}

export const MAILER_ENTRY = new URL('./process/main.ts', import.meta.url)

/**
 * Starts the mailer process and resolves when it answers on its socket.
 * @throws Error with a sentence
 */
export function startMailer(options: MailerOptions): Promise<RunningProcess> {
  const { code, socketPath, codes, codeFolder, smtpUrl, smsGatewayUrl, mailFrom, user, clients, env } =
    options
  requireSocketPath(socketPath)
  const isShared = makeSocketFolder(dirname(socketPath), user, clients)
  // Left by a mailer that was killed; a bind to an existing path fails.
  rmSync(socketPath, { force: true })
  const codesAreShared = codes !== null && makeCodesFolder(codes, user)
  return startProcess({
    name: 'mailer',
    code,
    folder: codeFolder,
    env: {
      ...env,
      VITRINE_MAIL_FROM: mailFrom,
      VITRINE_MAILER_SOCKET: socketPath,
      VITRINE_MAILER_IS_SHARED: isShared ? '1' : '',
      VITRINE_RUN_AS: writeUser(user),
      VITRINE_CODES_SOCKET: codes?.socketPath ?? '',
      VITRINE_CODES_ARE_SHARED: codesAreShared ? '1' : '',
      ...(options.inboxUrl !== null && { DATABASE_URL: options.inboxUrl }),
      ...(smtpUrl !== null && { SMTP_URL: smtpUrl }),
      ...(smsGatewayUrl !== null && { SMS_GATEWAY_URL: smsGatewayUrl }),
    },
  })
}

function makeCodesFolder(
  { socketPath, clients }: NonNullable<MailerOptions['codes']>,
  user: ProcessUser | null,
): boolean {
  requireSocketPath(socketPath)
  rmSync(dirname(socketPath), { recursive: true, force: true })
  return makeSocketFolder(dirname(socketPath), user, clients)
}
