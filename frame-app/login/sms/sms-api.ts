import { initResponse } from '@vitrine/shared/api/login/sms.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { oneTimeCode } from '@vitrine/shared/otp/code.ts'
import { withCaptcha } from '../../captcha/with-captcha.ts'
import type { Calls, Secret } from '../../session/calls.ts'
import type { StepUpBody } from '../../step-up/step-up.ts'
import { readRecipient } from './recipient.ts'

export interface SmsCredentials {
  readonly phoneNumber: string
  readonly code: string
  readonly mode: 'login-or-sign-up' | 'no-signup'
}

const WAY = { method: 'sms' } as const

/**
 * POST /passwordless_sms/init: has a code sent, which is good for this device and purpose.
 * @param recipient see `recipient.ts`
 */
export async function sendSmsCode(
  calls: Calls,
  recipient: string,
  signal: AbortSignal,
  purpose: 'login' | 'link' | 'update' = 'login',
): Promise<void> {
  const { phoneNumber, channel } = readRecipient(recipient)
  await withCaptcha(calls, signal, token => {
    const body = {
      phoneNumber,
      token,
      ...(channel === 'whatsapp' && { channel }),
      ...(purpose !== 'login' && { purpose }),
    }
    return calls.postProven('/passwordless_sms/init', body, initResponse, signal)
  })
}

/** POST /passwordless_sms/authenticate. */
export async function authenticateBySms(
  calls: Calls,
  { phoneNumber, code, mode }: SmsCredentials,
  signal: AbortSignal,
) {
  const proof = secret(phoneNumber, code)
  return calls.authenticate('/passwordless_sms/authenticate', { phoneNumber, mode }, WAY, signal, proof)
}

/** POST /passwordless_sms/link: adds a number to the person who is logged in. */
export async function linkPhone(
  calls: Calls,
  { phoneNumber, code, ...stepUp }: StepUpBody & { readonly phoneNumber: string; readonly code: string },
  signal: AbortSignal,
) {
  const link = { purpose: 'link', way: WAY } as const
  const body = { phoneNumber, ...stepUp }
  return calls.addAccount('/passwordless_sms/link', body, link, signal, secret(phoneNumber, code))
}

/** POST /passwordless_sms/update. The code is the one that was sent to the new number. */
export async function updatePhone(
  calls: Calls,
  {
    oldNumber,
    newNumber,
    code,
    ...stepUp
  }: StepUpBody & { readonly oldNumber: string; readonly newNumber: string; readonly code: string },
  signal: AbortSignal,
) {
  const body = { old_phone_number: oldNumber, new_phone_number: newNumber, ...stepUp }
  const update = { purpose: 'update', way: WAY } as const
  return calls.addAccount('/passwordless_sms/update', body, update, signal, secret(newNumber, code))
}

/** The number field gives E.164; what a page gave to fill in may have spaces, or be one of the United States (contract §5). */
const secret = (phoneNumber: string, code: string): Secret => {
  const digits = phoneNumber.replace(/[^\d+]/g, '')
  const subject = digits.startsWith('+') ? digits : `+1${digits}`
  if (oneTimeCode.safeParse(code).success) return { member: 'code', value: code, subject }
  throw clientError('invalid_data', 'The code has six digits. Check it and try again.')
}
