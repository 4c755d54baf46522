import { authenticateRequest } from '@vitrine/shared/login/guest.ts'
import type { Calls } from '../../kernel/ports.ts'

/** POST /guest/authenticate. */
export const authenticateAsGuest = (calls: Calls, credential: string, signal: AbortSignal) =>
  calls.authenticate(
    '/guest/authenticate',
    authenticateRequest.parse({ guest_credential: credential }),
    // A guest has no account that others could know the user by.
    { method: 'guest', accountType: null },
    signal,
  )
