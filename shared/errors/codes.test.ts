import { expect, it } from 'vitest'
import { STATUS_BY_CODE } from './codes.ts'

/** Specification §8, "Codes", word for word. */
const SPECIFIED =
  `oauth_account_suspended, missing_or_invalid_privy_app_id, missing_or_invalid_privy_account_id,
missing_or_invalid_token, invalid_data, invalid_captcha, linked_to_another_user, cannot_link_more_of_type,
failed_to_link_account, failed_to_update_account, exited_update_flow, allowlist_rejected, oauth_user_denied,
oauth_unexpected, unknown_auth_error, exited_auth_flow, exited_link_flow, user_exited_set_password_flow,
must_be_authenticated, unknown_connect_wallet_error, generic_connect_wallet_error, client_request_timeout,
invalid_credentials, missing_or_invalid_mfa, unknown_mfa_error, embedded_wallet_already_exists,
embedded_wallet_not_found, embedded_wallet_create_error, unknown_embedded_wallet_error,
embedded_wallet_password_unconfirmed, embedded_wallet_password_already_exists,
embedded_wallet_recovery_already_exists, transaction_failure, unsupported_chain_id, not_supported, captcha_timeout,
invalid_message, unable_to_sign, captcha_failure, captcha_disabled, session_storage_unavailable, too_many_requests,
max_accounts_reached, disallowed_login_method, disallowed_plus_email, passkey_not_allowed, user_does_not_exist,
insufficient_balance, account_transfer_required, buffer_not_defined, unsupported_wallet_type`.split(/,\s+/)

it('has every code of the specification', () => {
  expect(SPECIFIED).toHaveLength(51)
  expect(Object.keys(STATUS_BY_CODE)).toEqual(expect.arrayContaining(SPECIFIED))
})

it('answers 401 for a bad session only, so that a refresh on 401 is safe', () => {
  const unauthorized = Object.entries(STATUS_BY_CODE).filter(([, status]) => status === 401)
  expect(unauthorized.map(([code]) => code).sort()).toEqual([
    'already_logged_out',
    'missing_or_invalid_token',
    'token_already_used',
    // Given before any work too; refreshes nothing, and the proof is made anew.
    'use_dpop_nonce',
  ])
})

it('has error statuses only', () => {
  for (const status of Object.values(STATUS_BY_CODE))
    if (status !== null) expect(status).toBeGreaterThanOrEqual(400)
})
