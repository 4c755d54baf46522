import type { CloudRecovery } from '@vitrine/shared/api/recovery.ts'
import { type Remembered, takeRemembered, takeStateHere } from './memory.ts'
import type { ProviderReturn } from './read-answer.ts'

/** Whose page comes back with no state. */
export const STATELESS_CLOUD: CloudRecovery = 'icloud'

interface Storages {
  readonly localStorage: Storage
  readonly sessionStorage: Storage
}

/**
 * What this browser went away for, by what it came back with. What comes without a state is of the flow that this very window
 * went to Apple for; and what comes with one is of no such flow, whoever wrote the address.
 * @returns `null` for what this browser, or this window, did not begin
 */
export function findFlow(
  { localStorage, sessionStorage }: Storages,
  { state: written, isWebAuthToken = false }: Pick<ProviderReturn, 'state' | 'isWebAuthToken'>,
): { readonly state: string; readonly flow: Remembered } | null {
  const state = isWebAuthToken ? takeStateHere(sessionStorage) : written
  const flow = takeRemembered(localStorage, state)
  return flow && (flow.provider === STATELESS_CLOUD) === isWebAuthToken ? { state, flow } : null
}
