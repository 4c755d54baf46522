import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMasterKeyVariable } from './master-key.ts'
import { isTracingVariable } from './observability/start-tracing.ts'
import { environmentOf } from './processes/environment.ts'
import { makeSocketFolder, requireSocketPath } from './processes/socket-folder.ts'
import { type RunningProcess, startProcess } from './processes/start-process.ts'
import { type ProcessUser, writeUser } from './processes/user.ts'

/** The server's own settings, but where the master key is, and those of the database's driver. */
/** Addresses of nodes may hold keys, and the mailer alone asks them. */
const MAILERS_OWN = /^VITRINE_(FARCASTER_RPC_URL$|WALLET_)/
const isItsOwn = (name: string) =>
  (/^(VITRINE_|PG[A-Z])/.test(name) || isTracingVariable(name)) &&
  !isMasterKeyVariable(name) &&
  !MAILERS_OWN.test(name) &&
  // Of who asks the frame server.
  name !== 'VITRINE_METRICS_TOKEN'

export interface ApiOptions {
  readonly env: NodeJS.ProcessEnv
  /** See `readProcessCode`. */
  readonly code: Uint8Array
  readonly codeFolder: string
  readonly databaseUrl: string
  readonly signerSocket: string
  /** On which it listens; its folder is made, and is its own but for the frame server. */
  readonly apiSocket: string
  /** `null`: nothing leaves this server; see the development inbox. */
  readonly mailer: { readonly socketPath: string; readonly sends: readonly ('mail' | 'text')[] } | null
  readonly user: ProcessUser | null
  /** The group of the frame server; `null` with `user`. */
  readonly clients: number | null
}

/**
 * Starts the API process (`api.ts`) and resolves when it listens. Its environment has what it needs, and nothing of what says
 * where the master key is or how messages leave: a hole in the HTTP layer finds no key and no credential to steal.
 * @throws Error with the sentence that the process reported.
 */
export function startApi({
  env,
  code,
  codeFolder,
  databaseUrl,
  signerSocket,
  apiSocket,
  mailer,
  user,
  clients,
}: ApiOptions): Promise<RunningProcess> {
  requireSocketPath(apiSocket)
  makeSocketFolder(dirname(apiSocket), user, clients)
  // Left by a process that was killed; a bind to an existing path fails.
  rmSync(apiSocket, { force: true })
  return startProcess({
    name: 'API process',
    code,
    folder: codeFolder,
    env: {
      ...environmentOf(env, isItsOwn),
      DATABASE_URL: databaseUrl,
      VITRINE_SERVER_DIR: fileURLToPath(new URL('.', import.meta.url)),
      VITRINE_SIGNER_SOCKET: signerSocket,
      VITRINE_API_SOCKET: apiSocket,
      VITRINE_MAILER_SOCKET: mailer?.socketPath ?? '',
      VITRINE_MAILER_SENDS: mailer?.sends.join(' ') ?? '',
      VITRINE_RUN_AS: writeUser(user),
    },
  })
}
