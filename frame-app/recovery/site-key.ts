import { recoveryKeyStateResponse } from '@vitrine/shared/api/recovery.ts'
import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import { requestTimedOut } from '@vitrine/shared/errors/vitrine-error.ts'
import { wait } from '../core/wait.ts'
import type { Calls } from '../session/calls.ts'
import { type Failure, toFailure } from '../words/failure.ts'
import { say } from '../words/say.ts'

/** How long a site's backend has to answer for its user, and how often it is looked whether it has. */
const KEY_LIMIT_MS = 60_000
const PAUSE_MS = 2_500

/**
 * Waits until the site's own backend has entered the user's recovery key. The key itself goes from the server's signer into
 * the vault: nothing of it comes here.
 * @throws VitrineError what the server refuses; `client_request_timeout`: the backend does not answer
 * @throws the signal's reason when it aborts
 */
export async function awaitSiteKey(calls: Calls, signal: AbortSignal): Promise<void> {
  const until = performance.now() + KEY_LIMIT_MS
  for (;;) {
    const { is_there: isThere } = await calls.postAuthorized(
      '/recovery/encryption_key/request',
      {},
      recoveryKeyStateResponse,
      signal,
    )
    if (isThere) return
    if (performance.now() + PAUSE_MS > until) throw requestTimedOut()
    await wait(PAUSE_MS, signal)
    signal.throwIfAborted()
  }
}

/** What a person reads of a key that did not come, or is another one. @param app whose site it is */
export function toSiteKeyFailure(error: unknown, { name: app }: Pick<AppConfig, 'name'>): Failure {
  const failure = toFailure(error)
  if (failure.code === 'client_request_timeout')
    return { ...failure, message: say('recovery.siteLate', { app }) }
  if (failure.code === 'invalid_credentials')
    return { ...failure, message: say('recovery.siteOther', { app }) }
  return failure
}
