import { accessTokenHash } from '../../session/authorized-request.ts'
import type { Calls } from '../../session/calls.ts'

/** POST /guest/authenticate. The server's API process sees the credential's hash alone, which names the guest and logs in nobody. */
export async function authenticateAsGuest(calls: Calls, credential: string, signal: AbortSignal) {
  const subject = await accessTokenHash(credential)
  const secret = { member: 'guest_credential', value: credential, subject }
  return calls.authenticate('/guest/authenticate', { subject }, { method: 'guest' }, signal, secret)
}
