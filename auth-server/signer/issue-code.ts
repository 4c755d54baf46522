import { randomInt } from 'node:crypto'
import { CODE_LENGTH, CODE_LIFETIME_MS } from '@vitrine/shared/otp/code.ts'
import type { MailerRequest } from '../mailer/operations.ts'
import { MailerRefusal } from '../mailer/refusal.ts'
import type { Custody } from './custody.ts'
import type { SendingFailure, SignerRequest, SignerResponse } from './operations.ts'
import { SignerRefusal } from './refusal.ts'
import { sealStatement } from './seal.ts'

/** How far the clocks of two machines may differ. */
export const CLOCK_SKEW_MS = 60_000

/**
 * Makes a one-time code and has the mailer send it: the API process, which asks for it, does not see it. A million codes
 * are found from a plain hash in a second, so the digest is an HMAC under a key that only this process has; it covers the
 * address, the device that asks, the purpose, the code's id and its end.
 *
 * @throws SignerRefusal `invalid_request` when the code would live longer than ten minutes, or is to travel by another
 * way than its address is for.
 */
export async function issueCode(
  custody: Custody,
  request: SignerRequest<'issueCode'>,
): Promise<SignerResponse<'issueCode'>> {
  const { carriage, fixedCode, ...issued } = request
  if (issued.expiresAt > custody.now() + CODE_LIFETIME_MS + CLOCK_SKEW_MS) {
    throw new SignerRefusal('invalid_request', 'A login code lives ten minutes at most.')
  }
  if (issued.address.includes('@') !== (carriage.by === 'mail')) {
    throw new SignerRefusal('invalid_request', 'A code travels by the way that its address is for.')
  }
  const code = fixedCode ?? newCode()
  const statement = { kind: 'code', ...issued, test: fixedCode !== undefined, code } as const
  const digest = sealStatement(custody.keyring.otp, statement)
  // The words say what this very code does: nobody is asked for a code that changes their account as if it were a login's.
  const { address: to, purpose } = issued
  const { origin } = custody
  const failure =
    fixedCode === undefined ? await send(custody, { ...carriage, to, purpose, code, origin }) : null
  return failure === null ? { ok: true, digest } : { ok: false, reason: failure }
}

/** @returns why the code did not go out, `null` when it did */
async function send({ mailer }: Custody, code: MailerRequest<'sendCode'>): Promise<SendingFailure | null> {
  try {
    await mailer.sendCode(code)
    return null
  } catch (error) {
    const reason = error instanceof MailerRefusal ? error.code : null
    return reason === 'unsubscribed' || reason === 'unreachable' ? reason : 'unavailable'
  }
}

const newCode = (): string =>
  randomInt(10 ** CODE_LENGTH)
    .toString()
    .padStart(CODE_LENGTH, '0')
