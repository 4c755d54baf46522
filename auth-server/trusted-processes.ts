import type { ApiOptions } from './api-process.ts'
import { startMailer } from './mailer/start.ts'
import { environmentOf } from './processes/environment.ts'
import type { Part } from './processes/separation.ts'
import type { ProcessUser } from './processes/user.ts'
import type { Settings } from './settings.ts'
import { startSigner } from './signer/start.ts'
import { keepRunning } from './supervise.ts'

/** Where the two processes and their sockets are, and whom they run as. */
export interface TrustedPlaces {
  readonly signerSocket: string
  readonly mailerSocket: string
  /** Where the mailer takes codes from the signer. */
  readonly codesSocket: string
  /** The database of a development server, for its inbox; `null`: none. */
  readonly inboxUrl: string | null
  readonly code: { readonly signer: Uint8Array; readonly mailer: Uint8Array }
  readonly codeFolder: string
  /** `null`: this user. */
  readonly users: Pick<Readonly<Record<Part, ProcessUser>>, 'signer' | 'mailer' | 'api'> | null
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
 * sends messages. They are started again when they crash.
 * @param masterKey `null`: the signer runs apart
 * @throws Error with a sentence when one does not start; the other is stopped then
 */
export async function startTrusted(
  { origin, restoredMonth, smtpUrl, smsGatewayUrl, mailFrom }: Settings,
  masterKey: Buffer | null,
  places: TrustedPlaces,
): Promise<TrustedProcesses> {
  const { signerSocket, mailerSocket, codesSocket, inboxUrl, code, codeFolder, users, clients } = places
  const sends = [...(smtpUrl ? ['mail' as const] : []), ...(smsGatewayUrl ? ['text' as const] : [])]
  const hasMailer = sends.length > 0 || inboxUrl !== null
  const started = await Promise.allSettled([
    masterKey &&
      keepRunning('signer', () =>
        startSigner({
          masterKey,
          origin,
          socketPath: signerSocket,
          ...(hasMailer && { mailerSocket: codesSocket }),
          restoredMonth,
          code: code.signer,
          user: users?.signer ?? null,
          clients,
        }),
      ),
    hasMailer &&
      keepRunning('mailer', () =>
        startMailer({
          code: code.mailer,
          socketPath: mailerSocket,
          codes: masterKey && { socketPath: codesSocket, clients: users?.signer.gid ?? null },
          inboxUrl,
          codeFolder,
          smtpUrl,
          smsGatewayUrl,
          mailFrom,
          // The database of the inbox is open to the API process's group.
          user: (inboxUrl === null ? users?.mailer : users?.api) ?? null,
          clients,
          env: environmentOf(process.env),
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
  return { mailer: sends.length > 0 ? { socketPath: mailerSocket, sends } : null, stop }
}
