import type { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { apiError } from '../../errors/api-error.ts'
import { SignerRefusal, type SignerRefusalCode } from '../../signer/refusal.ts'

const NOT_VALID =
  'This device’s approval does not fit this request. Try again; if it happens again, log out and in on this device.'

const cannotOpen = (cause: SignerRefusal) =>
  apiError('internal_error', 'This wallet cannot be opened here. Please tell the site’s support.', { cause })
const isAway = (cause: SignerRefusal) =>
  apiError('service_unavailable', 'Wallets cannot be reached right now. Try again in a moment.', { cause })

const ANSWERS: Readonly<Record<SignerRefusalCode, (cause: SignerRefusal) => VitrineError>> = {
  invalid_seal: cause => apiError('expired_or_invalid_authorization', NOT_VALID, { cause }),
  invalid_authorization: cause => apiError('expired_or_invalid_authorization', NOT_VALID, { cause }),
  expired_authorization: cause =>
    apiError(
      'expired_or_invalid_authorization',
      'The approval has expired. Check this device’s clock and approve again.',
      { cause },
    ),
  missing_presence: cause =>
    apiError('step_up_required', 'Confirm it again with a login of yours, or log in again.', { cause }),
  missing_mfa: cause => apiError('missing_or_invalid_mfa', 'Confirm this with your second step.', { cause }),
  invalid_request: cause => apiError('invalid_data', 'The wallet cannot perform this request.', { cause }),
  unreadable_envelope: cannotOpen,
  unknown_key: cannotOpen,
  unavailable: isAway,
  no_roots: isAway,
  unreadable_roots: isAway,
  stale_roots: isAway,
  unknown_master_key: isAway,
  internal_error: cause =>
    apiError('internal_error', 'The wallet could not do this. Try again in a moment.', { cause }),
}

/**
 * Awaits the signer and turns its refusal into what a person can act on. Device and signature trouble get one answer:
 * who tries things out learns nothing from the difference.
 */
export async function askSigner<Response>(response: Promise<Response>): Promise<Response> {
  try {
    return await response
  } catch (error) {
    throw error instanceof SignerRefusal ? ANSWERS[error.code](error) : error
  }
}
