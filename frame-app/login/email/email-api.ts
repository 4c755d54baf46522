import { initResponse } from '@vitrine/shared/api/login/email.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { oneTimeCode } from '@vitrine/shared/otp/code.ts'
import { typedEmailAddress } from '@vitrine/shared/otp/email-address.ts'
import { withCaptcha } from '../../captcha/with-captcha.ts'
import type { Calls, Secret } from '../../session/calls.ts'
import type { StepUpBody } from '../../step-up/step-up.ts'

export interface EmailCredentials {
  readonly email: string
  readonly code: string
  readonly mode: 'login-or-sign-up' | 'no-signup'
}

const WAY = { method: 'email' } as const

/**
 * POST /passwordless/init: has a code sent, which is good for this device and purpose.
 * @throws VitrineError `invalid_data` for what is no address
 */
export async function sendEmailCode(
  calls: Calls,
  email: string,
  signal: AbortSignal,
  purpose: 'login' | 'link' | 'update' = 'login',
): Promise<void> {
  const address = readAddress(email)
  await withCaptcha(calls, signal, token => {
    const body = { email: address, token, ...(purpose !== 'login' && { purpose }) }
    return calls.postProven('/passwordless/init', body, initResponse, signal)
  })
}

/** POST /passwordless/authenticate. */
export async function authenticateByEmail(
  calls: Calls,
  { email: typed, code, mode }: EmailCredentials,
  signal: AbortSignal,
) {
  const email = readAddress(typed)
  return calls.authenticate('/passwordless/authenticate', { email, mode }, WAY, signal, secret(email, code))
}

/** POST /passwordless/link: adds an address to the person who is logged in. */
export async function linkEmail(
  calls: Calls,
  { email: typed, code, ...stepUp }: StepUpBody & { readonly email: string; readonly code: string },
  signal: AbortSignal,
) {
  const email = readAddress(typed)
  const link = { purpose: 'link', way: WAY } as const
  return calls.addAccount('/passwordless/link', { email, ...stepUp }, link, signal, secret(email, code))
}

/** POST /passwordless/update. The code is the one that was sent to the new address. */
export async function updateEmail(
  calls: Calls,
  {
    oldAddress,
    newAddress: typed,
    code,
    ...stepUp
  }: StepUpBody & { readonly oldAddress: string; readonly newAddress: string; readonly code: string },
  signal: AbortSignal,
) {
  const newAddress = readAddress(typed)
  const body = { oldAddress, newAddress, ...stepUp }
  const update = { purpose: 'update', way: WAY } as const
  return calls.addAccount('/passwordless/update', body, update, signal, secret(newAddress, code))
}

function readAddress(text: string): string {
  const address = typedEmailAddress(text)
  if (address.success) return address.data
  throw clientError('invalid_data', 'This is not an email address. Write it like name@example.com.')
}

const secret = (subject: string, code: string): Secret => {
  if (oneTimeCode.safeParse(code).success) return { member: 'code', value: code, subject }
  throw clientError('invalid_data', 'The code has six digits. Check it and try again.')
}
