import { type AuthenticatedUser, authenticatedUser } from '@vitrine/shared/api/session.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { authenticateRequest, emailAddress, initResponse } from '@vitrine/shared/login/email.ts'
import type { HttpClient } from '../../http/client.ts'
import type { Prover } from '../../session/authorized-request.ts'

export interface EmailCredentials {
  readonly email: string
  readonly code: string
  readonly mode: 'login-or-sign-up' | 'no-signup'
}

/** POST /passwordless/init: has a code sent. @throws VitrineError `invalid_data` for what is no address */
export async function sendEmailCode(http: HttpClient, email: string, signal: AbortSignal): Promise<void> {
  const address = emailAddress.safeParse(email)
  if (!address.success)
    throw clientError('invalid_data', 'This is not an e-mail address. Write it like name@example.com.')
  await http.request({
    method: 'POST',
    path: '/passwordless/init',
    body: { email: address.data },
    answer: initResponse,
    signal,
  })
}

/** POST /passwordless/authenticate. The proof binds the session to this device's key from its first moment. */
export async function authenticateByEmail(
  http: HttpClient,
  prover: Prover,
  credentials: EmailCredentials,
  signal: AbortSignal,
): Promise<AuthenticatedUser> {
  const body = authenticateRequest.safeParse(credentials)
  if (!body.success) throw clientError('invalid_data', 'The code has six digits. Check it and try again.')
  return http.request({
    method: 'POST',
    path: '/passwordless/authenticate',
    body: body.data,
    answer: authenticatedUser,
    headers: url => prover.headers('POST', url),
    signal,
  })
}
