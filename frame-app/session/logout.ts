import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import * as z from 'zod/mini'
import type { HttpClient } from '../http/client.ts'
import type { VaultClient } from '../vault/client.ts'
import type { Prover } from './authorized-request.ts'
import type { Session } from './session.ts'

/** Contract §9: the limit for a logout. */
const LOGOUT_TIMEOUT_MS = 10_000

export interface LogoutParts {
  readonly http: HttpClient
  readonly session: Session
  readonly prover: Prover
  readonly vault: VaultClient
}

/**
 * Ends the session: here always, at the server as far as it can be reached.
 * @throws VitrineError `service_unavailable` when all devices were meant and the server did not confirm it: the person
 *   must know that the others are still logged in
 */
export async function logout(parts: LogoutParts, scope: 'device' | 'all-devices'): Promise<void> {
  const { http, session, prover, vault } = parts
  const path = '/sessions/logout'
  // The server ends other devices' sessions for a living token only, and a proof with a nonce of these minutes: once the key is
  // gone, no other can be made.
  if (scope === 'all-devices')
    await session
      .accessToken()
      .then(session.accessToken)
      .catch(() => {})
  const ended = session.end()
  if (ended === null) return
  // Proof first, then the key goes, then the call: a slow network must not delete the key of a login that came after.
  const headers = await prover.headers('POST', http.url(path), ended.token).catch(() => null)
  await vault.use(it => it.forget()).catch(() => {})
  try {
    await http.request({
      method: 'POST',
      path,
      body: {
        refresh_token: ended.refreshToken,
        ...(scope === 'all-devices' && { all_devices: true }),
      },
      answer: z.object({}),
      headers: async () => headers ?? { authorization: `Bearer ${ended.token}` },
      signal: AbortSignal.timeout(LOGOUT_TIMEOUT_MS),
    })
  } catch (cause) {
    if (scope === 'device') return
    throw clientError(
      'service_unavailable',
      'Only this device is logged out, not your other devices. Log in and try again.',
      { cause },
    )
  }
}
