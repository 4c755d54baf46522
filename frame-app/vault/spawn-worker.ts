import workerUrl from './worker.ts?worker&url'
import { onlyThe } from './worker-address.ts'

interface TrustedTypesFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(input: string): string },
  ): { createScriptURL(input: string): string }
}

let policy: { createScriptURL(input: string): string } | undefined

/** Starts an app's vault worker, named by the app, under the Trusted Types policy that the frame's CSP names. */
export function spawnVaultWorker(appId: string): Worker {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypesFactory }
  const rules = { createScriptURL: onlyThe(workerUrl) }
  // Once: the CSP refuses a second policy of the same name.
  policy ??= trustedTypes ? trustedTypes.createPolicy('vitrine-worker', rules) : rules
  return new Worker(policy.createScriptURL(workerUrl), { type: 'module', name: appId })
}
