import { WALLET_PROXY_FAILED } from '@vitrine/shared/errors/messages.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { type Remote, wrap } from 'comlink'
import type { Vault } from './vault.ts'

/** Specification §9: how long to wait for the wallet proxy, which is this worker. */
export const VAULT_TIMEOUT_MS = 15_000
export const VAULT_TIMEOUT_FOR_CREATION_MS = 30_000

export interface VaultClient {
  /**
   * Runs one operation in the vault, which is started at its first use and again after it broke.
   * @throws VitrineError `unknown_embedded_wallet_error`, "Failed to connect to wallet proxy", when the worker does not
   *   start or does not answer in time
   */
  use<T>(operation: (vault: Remote<Vault>) => Promise<T>, timeoutMs?: number): Promise<T>
}

/** @param spawn starts a worker; a parameter, so that a test can hand in a broken one */
export function createVaultClient(spawn: () => Worker): VaultClient {
  interface Running {
    readonly vault: Remote<Vault>
    /** Who waits for an answer. Not a promise that all race against: it would hold on to every answer there ever was. */
    readonly waiting: Set<(reason: unknown) => void>
    /** A worker that failed once is not asked again, by nobody: the next use starts a fresh one. */
    fail(reason: unknown): void
  }
  let running: Running | undefined

  const start = (): Running => {
    const worker = spawn()
    const started: Running = {
      vault: wrap<Vault>(worker),
      waiting: new Set(),
      fail(reason) {
        worker.terminate()
        if (running === started) running = undefined
        for (const reject of started.waiting) reject(reason)
      },
    }
    worker.addEventListener('error', ({ message }) =>
      started.fail(new Error(message || 'The vault worker failed.')),
    )
    worker.addEventListener('messageerror', () =>
      started.fail(new Error('The vault worker sent unreadable data.')),
    )
    return started
  }

  return {
    async use(operation, timeoutMs = VAULT_TIMEOUT_MS) {
      let used: Running | undefined
      let stop = () => {}
      try {
        running ??= start()
        const { vault, waiting } = running
        used = running
        return await new Promise((resolve, reject) => {
          const late = () => reject(new Error('The vault worker did not answer in time.'))
          const timer = setTimeout(late, timeoutMs)
          waiting.add(reject)
          stop = () => {
            clearTimeout(timer)
            waiting.delete(reject)
          }
          operation(vault).then(resolve, reject)
        })
      } catch (cause) {
        used?.fail(cause)
        throw clientError('unknown_embedded_wallet_error', WALLET_PROXY_FAILED, { cause })
      } finally {
        stop()
      }
    },
  }
}
