import {
  authenticateRequest,
  initResponse,
  linkRequest,
  updateRequest,
} from '@vitrine/shared/api/login/email.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { emailAddress } from '@vitrine/shared/otp/email-address.ts'
import type { Calls } from '../../session/calls.ts'
import type { StepUpBody } from '../../step-up/step-up.ts'

export interface EmailCredentials {
  readonly email: string
  readonly code: string
  readonly mode: 'login-or-sign-up' | 'no-signup'
}

/** POST /passwordless/init: has a code sent. @throws VitrineError `invalid_data` for what is no address */
export async function sendEmailCode(calls: Calls, email: string, signal: AbortSignal): Promise<void> {
  const address = emailAddress.safeParse(email)
  if (!address.success)
    throw clientError('invalid_data', 'This is not an e-mail address. Write it like name@example.com.')
  const token = await calls.captchaToken(signal)
  await calls.post('/passwordless/init', { email: address.data, token }, initResponse, signal)
}

/** POST /passwordless/authenticate. */
export async function authenticateByEmail(calls: Calls, credentials: EmailCredentials, signal: AbortSignal) {
  const body = authenticateRequest.safeParse(credentials)
  if (!body.success) throw notSixDigits()
  return calls.authenticate('/passwordless/authenticate', body.data, { method: 'email' }, signal)
}

/** POST /passwordless/link: adds an address to the person who is logged in. */
export async function linkEmail(
  calls: Calls,
  proof: StepUpBody & { readonly email: string; readonly code: string },
  signal: AbortSignal,
) {
  const body = linkRequest.safeParse(proof)
  if (!body.success) throw notSixDigits()
  return calls.changeUser('/passwordless/link', body.data, signal)
}

/** POST /passwordless/update. The code is the one that was sent to the new address. */
export async function updateEmail(
  calls: Calls,
  change: StepUpBody & {
    readonly oldAddress: string
    readonly newAddress: string
    readonly code: string
  },
  signal: AbortSignal,
) {
  const body = updateRequest.safeParse(change)
  if (!body.success) throw notSixDigits()
  return calls.changeUser('/passwordless/update', body.data, signal)
}

const notSixDigits = () => clientError('invalid_data', 'The code has six digits. Check it and try again.')
