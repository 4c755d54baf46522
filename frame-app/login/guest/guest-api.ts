import { authenticateRequest } from '@vitrine/shared/api/login/guest.ts'
import type { Calls } from '../../session/calls.ts'

/** POST /guest/authenticate. */
export const authenticateAsGuest = (calls: Calls, credential: string, signal: AbortSignal) =>
  calls.authenticate(
    '/guest/authenticate',
    authenticateRequest.parse({ guest_credential: credential }),
    { method: 'guest' },
    signal,
  )
