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
  let running: { readonly vault: Remote<Vault>; readonly broken: Promise<never>; stop(): void } | undefined

  const start = () => {
    const worker = spawn()
    const broken = new Promise<never>((_, reject) => {
      worker.addEventListener('error', event =>
        reject(new Error(event.message || 'The vault worker failed.')),
      )
      worker.addEventListener('messageerror', () =>
        reject(new Error('The vault worker sent unreadable data.')),
      )
    })
    // Every use races against it; without a use in flight nobody listens.
    broken.catch(() => {})
    return { vault: wrap<Vault>(worker), broken, stop: () => worker.terminate() }
  }

  return {
    async use(operation, timeoutMs = VAULT_TIMEOUT_MS) {
      let timer: ReturnType<typeof setTimeout> | undefined
      let used: typeof running
      try {
        running ??= start()
        used = running
        const late = new Promise<never>((_, reject) => {
          timer = setTimeout(() => reject(new Error('The vault worker did not answer in time.')), timeoutMs)
        })
        return await Promise.race([operation(used.vault), used.broken, late])
      } catch (cause) {
        // A worker that failed once is not asked again: the next use starts a fresh one.
        used?.stop()
        if (running === used) running = undefined
        throw clientError('unknown_embedded_wallet_error', WALLET_PROXY_FAILED, { cause })
      } finally {
        clearTimeout(timer)
      }
    },
  }
}
