import type { ApiOptions } from './api-process.ts'
import { LOG_VARIABLES } from './log.ts'
import { startMailer } from './mailer/start.ts'
import type { MasterKeys } from './master-key.ts'
import { environmentOf } from './processes/environment.ts'
import type { ProcessUser } from './processes/user.ts'
import type { Settings } from './settings.ts'
import { startSigner } from './signer/start.ts'
import { keepRunning } from './supervise.ts'

/** Where the two processes and their sockets are, and whom they run as. */
export interface TrustedPlaces {
  readonly signerSocket: string
  readonly mailerSocket: string
  /** On which the mailer takes codes of the signer. */
  readonly codesSocket: string
  /** What the signer works with, as the database has it at each start; `null`: who calls it tells it. */
  readonly readRoots: (() => Promise<string>) | null
  /** Of a development server: the database whose inbox takes what is not sent, and the group that may open it. Else `null`. */
  readonly inbox: { readonly url: string; readonly group: number | null } | null
  readonly code: { readonly signer: Uint8Array; readonly mailer: Uint8Array }
  readonly codeFolder: string
  /** Keeps the signer's counts of wrong guesses; `null`: nothing does. */
  readonly guessesFile: string | null
  /** `null`: this user. */
  readonly users: { readonly signer: ProcessUser; readonly mailer: ProcessUser } | null
  /** The group that may call them; `null`: this user, or the group that the operator gave their folders. */
  readonly clients: number | null
}

export interface TrustedProcesses {
  /** What leaves by the mailer; `null`: nothing, there is none. */
  readonly mailer: ApiOptions['mailer']
  stop(): Promise<void>
}

/**
 * Starts the processes that hold what the API process must not: the signer with the master key, and the mailer with what
 * sends messages, and by which the signer fetches keys of sites' own logins. They are started again when they crash.
 * @param keys `null`: the signer runs apart
 * @throws Error with a sentence when one does not start; the other is stopped then
 */
export async function startTrusted(
  settings: Settings,
  keys: MasterKeys | null,
  {
    signerSocket,
    mailerSocket,
    codesSocket,
    readRoots,
    inbox,
    code,
    codeFolder,
    guessesFile,
    users,
    clients,
  }: TrustedPlaces,
): Promise<TrustedProcesses> {
  const { origin, restoredMonth, smtpUrl, smsGatewayUrl, mailFrom, farcaster, walletNodes } = settings
  const { geoipDatabase, log } = settings
  // In development the inbox takes what nothing sends.
  const sends = [
    ...(smtpUrl || inbox ? ['mail' as const] : []),
    ...(smsGatewayUrl || inbox ? ['text' as const] : []),
  ]
  const hasMailer = sends.length > 0
  const started = await Promise.allSettled([
    keys &&
      keepRunning('signer', async () =>
        startSigner({
          ...keys,
          roots: readRoots && (await readRoots()),
          origin,
          socketPath: signerSocket,
          codesSocket,
          restoredMonth,
          code: code.signer,
          guessesFile,
          user: users?.signer ?? null,
          log,
          clients,
        }),
      ),
    // Beside the signer always: it is that one's way out.
    (hasMailer || keys) &&
      keepRunning('mailer', () =>
        startMailer({
          code: code.mailer,
          socketPath: mailerSocket,
          codesSocket,
          inboxUrl: inbox?.url ?? null,
          signerGroup: users?.signer.gid ?? null,
          codeFolder,
          smtpUrl,
          smsGatewayUrl,
          mailFrom,
          farcaster,
          walletNodes,
          geoipDatabase,
          user: users && { ...users.mailer, gid: inbox?.group ?? users.mailer.gid },
          clients,
          env: environmentOf(process.env, name => LOG_VARIABLES.includes(name)),
        }),
      ),
  ])
  const stop = async () => {
    await Promise.all(started.map(it => it.status === 'fulfilled' && it.value && it.value.stop()))
  }
  for (const it of started) {
    if (it.status === 'fulfilled') continue
    await stop()
    throw it.reason
  }
  return { mailer: hasMailer ? { socketPath: mailerSocket, sends } : null, stop }
}
