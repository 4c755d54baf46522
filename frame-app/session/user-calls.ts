import type { VaultClient } from '../vault/client.ts'
import { createAuthorizedRequests, createProver } from './authorized-request.ts'
import { type CallsOptions, createCalls } from './calls.ts'
import { refreshUser } from './refresh-user.ts'

export interface UserCallsOptions extends Omit<CallsOptions, 'prover' | 'requests'> {
  readonly vault: VaultClient
  /** The server's clock, unix ms. */
  now(): number
}

/** What proves the device's key to the server. Nobody needs it before they log in: the kernel loads it on demand. */
export function createUserCalls(options: UserCallsOptions) {
  const { http, session } = options
  const prover = createProver(options.vault, options.now)
  const requests = createAuthorizedRequests(http, session, prover)
  return {
    prover,
    requests,
    calls: createCalls({ ...options, prover, requests }),
    refreshUser: () => refreshUser(requests, session),
  }
}
