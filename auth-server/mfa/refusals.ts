import type { Context } from '../context.ts'
import { apiError } from '../errors/api-error.ts'
import { notFromHere } from '../identity/device-signature.ts'
import type { SignerResponse } from '../signer/operations.ts'
import { attemptsReached } from './tries.ts'

type Reason = Extract<SignerResponse<'proveFactor' | 'changeFactors'>, { ok: false }>['reason']

/** Why the signer does not take a factor, in words. @param left tries of the user; `null` where there is nothing to guess */
export async function refusedFactor(
  ctx: Context,
  userId: string,
  reason: Reason,
  left: number | null,
): Promise<Error> {
  switch (reason) {
    case 'code':
      return left === 0 ? attemptsReached(ctx, userId) : wrongCode(left)
    case 'tries':
      return attemptsReached(ctx, userId)
    case 'expired':
      return isOver()
    case 'sealed':
      return notFromHere('sealed')
    case 'assertion':
      return apiError('missing_or_invalid_mfa', 'This passkey could not be confirmed. Try again.')
    case 'factor':
      return apiError('missing_mfa_enrollment', 'Your account has no second step of this kind.')
  }
}

function wrongCode(left: number | null): Error {
  const tries = left === null ? '' : ` You have ${left} ${left === 1 ? 'try' : 'tries'} left.`
  return apiError('missing_or_invalid_mfa', `That code is not right.${tries}`, {
    data: left === null ? {} : { triesLeft: left },
  })
}

/** What was to be answered has expired, was used, or was never asked for. */
export const isOver = () => apiError('mfa_timeout', 'This is no longer valid. Ask for a new code.')
