import {
  authenticateRequest,
  initResponse,
  linkRequest,
  updateRequest,
} from '@vitrine/shared/api/login/sms.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { Calls } from '../../session/calls.ts'
import type { StepUpBody } from '../../step-up/step-up.ts'
import { readRecipient } from './recipient.ts'

export interface SmsCredentials {
  readonly phoneNumber: string
  readonly code: string
  readonly mode: 'login-or-sign-up' | 'no-signup'
}

/** POST /passwordless_sms/init: has a code sent. @param recipient see `recipient.ts` */
export async function sendSmsCode(calls: Calls, recipient: string, signal: AbortSignal): Promise<void> {
  const { phoneNumber, channel } = readRecipient(recipient)
  const token = await calls.captchaToken(signal)
  const body = { phoneNumber, token, ...(channel === 'whatsapp' && { channel }) }
  await calls.post('/passwordless_sms/init', body, initResponse, signal)
}

/** POST /passwordless_sms/authenticate. */
export async function authenticateBySms(calls: Calls, credentials: SmsCredentials, signal: AbortSignal) {
  const body = authenticateRequest.safeParse(credentials)
  if (!body.success) throw notSixDigits()
  return calls.authenticate('/passwordless_sms/authenticate', body.data, { method: 'sms' }, signal)
}

/** POST /passwordless_sms/link: adds a number to the person who is logged in. */
export async function linkPhone(
  calls: Calls,
  proof: StepUpBody & { readonly phoneNumber: string; readonly code: string },
  signal: AbortSignal,
) {
  const body = linkRequest.safeParse(proof)
  if (!body.success) throw notSixDigits()
  return calls.changeUser('/passwordless_sms/link', body.data, signal)
}

/** POST /passwordless_sms/update. The code is the one that was sent to the new number. */
export async function updatePhone(
  calls: Calls,
  {
    oldNumber,
    newNumber,
    ...proof
  }: StepUpBody & { readonly oldNumber: string; readonly newNumber: string; readonly code: string },
  signal: AbortSignal,
) {
  const body = updateRequest.safeParse({
    old_phone_number: oldNumber,
    new_phone_number: newNumber,
    ...proof,
  })
  if (!body.success) throw notSixDigits()
  return calls.changeUser('/passwordless_sms/update', body.data, signal)
}

const notSixDigits = () => clientError('invalid_data', 'The code has six digits. Check it and try again.')
