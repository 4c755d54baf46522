import type { ErrorCode } from '@vitrine/shared/errors/codes.ts'

/**
 * Refusals that a person reads, with a sentence in each language but English: that has the server's own, more exact ones.
 * Not `not_supported`, whose words are the passkey screen's.
 */
export const FAILURE_CODES = [
  'invalid_credentials',
  'invalid_data',
  'too_many_requests',
  'service_unavailable',
  'internal_error',
  'resource_conflict',
  'invalid_origin',
  'disallowed_login_method',
  'disallowed_plus_email',
  'user_does_not_exist',
  'user_unsubscribed',
  'linked_to_another_user',
  'linked_account_not_found',
  'failed_to_link_account',
  'failed_to_update_account',
  'cannot_link_more_of_type',
  'cannot_unlink_sole_account',
  'passkey_not_allowed',
  'invalid_captcha',
  'must_be_authenticated',
  'expired_or_invalid_authorization',
  'missing_or_invalid_mfa',
  'missing_mfa_enrollment',
  'step_up_required',
] as const satisfies readonly ErrorCode[]
export type Failures = Readonly<Record<(typeof FAILURE_CODES)[number], string>>
