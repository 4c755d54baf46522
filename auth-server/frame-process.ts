import { fileURLToPath } from 'node:url'
import type { SignerKeys } from '@vitrine/shared/config/frame-boot.ts'
import { LOG_VARIABLES } from './log.ts'
import { isTracingVariable } from './observability/start-tracing.ts'
import { environmentOf } from './processes/environment.ts'
import { type RunningProcess, startProcess } from './processes/start-process.ts'
import { type ProcessUser, writeUser } from './processes/user.ts'

/**
 * Settings that say what the frame server answers, besides those of traces. None is a secret but that of who reads metrics and that
 * of the collector, which open nothing else.
 */
const ITS_OWN = [
  ...LOG_VARIABLES,
  ...['VITRINE_TRUST_PROXY', 'VITRINE_PORT', 'VITRINE_HOST', 'VITRINE_ORIGIN', 'VITRINE_DRAIN_SECONDS'],
  ...['VITRINE_METRICS_PORT', 'VITRINE_METRICS_HOST', 'VITRINE_METRICS_TOKEN'],
  ...['VITRINE_CONSOLE_ORIGIN', 'VITRINE_CONSOLE_PORT'],
  ...['VITRINE_SECURITY_CONTACT', 'VITRINE_SECURITY_EXPIRES_DAYS'],
  ...['VITRINE_CAPTCHA_ORIGIN', 'VITRINE_TURNSTILE_URL', 'VITRINE_HCAPTCHA_URL'],
]

export interface FrameOptions {
  readonly env: NodeJS.ProcessEnv
  /** See `readProcessCode`. */
  readonly code: Uint8Array
  readonly codeFolder: string
  readonly apiSocket: string
  /** As the signer told the supervisor. */
  readonly signerKeys: SignerKeys
  readonly user: ProcessUser | null
  /** See `Settings`: it has so much longer to stop. */
  readonly drainSeconds: number
}

/**
 * Starts the frame server (`frame-server.ts`) and resolves when it listens on the wallet origin's port.
 * @throws Error with the sentence that the process reported.
 */
export const startFrame = ({
  env,
  code,
  codeFolder,
  apiSocket,
  signerKeys,
  user,
  drainSeconds,
}: FrameOptions): Promise<RunningProcess> =>
  startProcess({
    name: 'frame server',
    drainSeconds,
    code,
    folder: codeFolder,
    env: {
      ...environmentOf(env, name => ITS_OWN.includes(name) || isTracingVariable(name)),
      VITRINE_SERVER_DIR: fileURLToPath(new URL('.', import.meta.url)),
      VITRINE_API_SOCKET: apiSocket,
      VITRINE_SIGNER_KEYS: JSON.stringify(signerKeys),
      VITRINE_RUN_AS: writeUser(user),
    },
  })
