import type { ErrorCode } from '@vitrine/shared/errors/codes.ts'

/** What happened, and what a site or its operator does about it. */
type Meaning = readonly [happened: string, then: string]

const TRY_AGAIN = 'The person tries again.'
const OF_THE_FRAME = 'Nothing: the frame deals with it.'
const SHOW = 'Show `message`. It says what to do.'

/** Each code that leaves the product: one without a meaning does not compile. */
export const MEANINGS: Readonly<Record<ErrorCode, Meaning>> = {
  account_transfer_required: ['The login belongs to another account of the person.', OF_THE_FRAME],
  allowlist_rejected: [
    'The app’s rules of entry do not let this person in.',
    'The person has read why. Change the rules with `app edit`.',
  ],
  already_logged_out: ['The session had ended before.', OF_THE_FRAME],
  approval_window_blocked: [
    'The browser opened no window of the wallet.',
    'Call in the person’s click, before any `await`.',
  ],
  buffer_not_defined: [
    'A wallet in the page needs Node’s `Buffer`.',
    'Give the page a `Buffer`, or take another wallet.',
  ],
  cannot_link_more_of_type: [
    'The user has such an account already.',
    'Use `update`, or `unlink` the present one first.',
  ],
  cannot_unlink_embedded_wallet: [
    'A wallet that was made here is no login.',
    'Take it out of what you offer to unlink.',
  ],
  cannot_unlink_sole_account: ['It is the last way to log in.', 'The person adds another one first.'],
  captcha_disabled: ['The server asks for no captcha.', TRY_AGAIN],
  captcha_failure: [
    'The captcha’s provider did not work.',
    'Let the page reach the provider. Then the person tries again.',
  ],
  captcha_timeout: ['The captcha was not solved in time.', TRY_AGAIN],
  client_request_timeout: [
    'There was no answer in time.',
    'Ask again. A call that signs may have signed: look before you repeat it.',
  ],
  configuration_error: [
    'The page’s options, its policy or the app’s config cannot work together.',
    'Change what `message` names.',
  ],
  connection_lost: [
    'The frame was loaded again while the call was under way.',
    'It was not repeated. Look whether it went through, then ask again.',
  ],
  disallowed_login_method: [
    'The app has that way to log in turned off.',
    'Turn it on with `app edit`, or leave it out.',
  ],
  disallowed_plus_email: [
    'The app takes no addresses with a “+”.',
    'The person uses the address without it.',
  ],
  disallowed_recovery_method: [
    'The app does not offer this recovery.',
    'Add it to `user_owned_recovery_options`.',
  ],
  embedded_wallet_already_exists: [
    'The user has this wallet.',
    'Use it, or ask for a further one with `createAdditional: true`.',
  ],
  embedded_wallet_create_error: ['The wallet could not be made.', 'Call again: no second one is made.'],
  embedded_wallet_needs_recovery: [
    'This device has no part of the key, and no screen may ask for it.',
    'Call without `showWalletUIs: false`.',
  ],
  embedded_wallet_not_found: [
    'There is no such wallet, or none yet.',
    'Call `createWallet()`, or name one of `state.wallets`.',
  ],
  embedded_wallet_password_already_exists: [
    'There is a recovery passcode by now, which this one is not.',
    'The person looks at the recovery again.',
  ],
  embedded_wallet_password_unconfirmed: [
    'The first wallet needs a recovery, and the person set none.',
    'Call `createWallet()` when they want one.',
  ],
  embedded_wallet_recovery_already_exists: [
    'The recovery is in this cloud already.',
    'Nothing, or another recovery.',
  ],
  exited_auth_flow: ['The person closed the login.', 'Leave your button where it is.'],
  exited_link_flow: ['The person added or removed no login.', 'Nothing.'],
  exited_update_flow: ['The person kept the present address.', 'Nothing.'],
  expired_or_invalid_authorization: [
    'The device’s signature is missing, too old, or of another request.',
    'The page is loaded again. A backend signs anew.',
  ],
  failed_to_link_account: [
    'There was no account to add, or it could not be added for a reason that nobody foresaw.',
    'Give a token of your own login first. Else call again.',
  ],
  failed_to_update_account: [
    'The account was changed meanwhile, or could not be changed for a reason that nobody foresaw.',
    'The user looks at it and tries again.',
  ],
  farcaster_polling_timeout: ['Nobody approved the login in Farcaster within five minutes.', TRY_AGAIN],
  frame_unreachable: [
    'The frame did not come.',
    'Look whether the wallet origin is up. An ad blocker or the network may keep it out.',
  ],
  generic_connect_wallet_error: ['The person’s own wallet is busy or on another network.', SHOW],
  instance_destroyed: ['`destroy()` was called.', 'Make an instance again.'],
  insufficient_balance: ['The wallet has less than value and fee together.', 'Offer `fundWallet`.'],
  internal_error: ['The server failed.', 'Ask again. The server’s log has the request’s id.'],
  invalid_captcha: ['The captcha was not solved, or its token was used.', TRY_AGAIN],
  invalid_credentials: ['The code, passkey, signature or token is wrong or over.', TRY_AGAIN],
  invalid_data: ['The request is not as it must be.', 'Change the field that `message` names.'],
  invalid_message: [
    'The message cannot be signed as it is, or is not the sign-in message of this site.',
    'Change what `message` names. At a login, sign the message that the site shows.',
  ],
  invalid_origin: [
    'The page’s origin is not in the app’s `allowed_domains`.',
    'Add it: `vitrine app edit`. Each site around the page must be there too.',
  ],
  invalid_pkce_parameters: ['The login was begun elsewhere.', 'The person starts it again.'],
  invalid_request: [
    'Two processes of the server do not speak alike.',
    'Run one release of the server everywhere.',
  ],
  linked_account_not_found: ['The user has no such account.', 'Read `user.linkedAccounts` anew.'],
  linked_to_another_user: [
    'The login belongs to another user, and cannot come over.',
    'The person logs in by it instead.',
  ],
  max_accounts_reached: [
    'The app has as many users as it allows.',
    'The person has read why. Raise the app’s limit.',
  ],
  mfa_canceled: ['The person left the question for the second factor.', 'Nothing.'],
  mfa_timeout: ['The question for the second factor was not answered in time.', 'Call again.'],
  mfa_verification_max_attempts_reached: [
    'There were too many wrong codes.',
    'Wait for `data.retryAfter` seconds.',
  ],
  missing_mfa_enrollment: ['The user has no second factor.', 'Call `enrollMfa()`.'],
  missing_or_invalid_mfa: ['The call needs the second factor.', 'Call `promptMfa()`, then call again.'],
  missing_or_invalid_privy_account_id: [
    'The call names no account of the user.',
    'Give one of `user.linkedAccounts`.',
  ],
  missing_or_invalid_privy_app_id: [
    'The wallet origin has no such app.',
    'Compare the app id with `vitrine app list`.',
  ],
  missing_or_invalid_token: [
    'The session has ended; of a backend, id or secret is wrong.',
    'The person logs in again. `app rotate-secret` makes a new secret.',
  ],
  missing_origin: ['The call came without an `Origin`.', 'It is for pages of the wallet origin alone.'],
  must_be_authenticated: ['Nobody is logged in.', 'Call `login()` first.'],
  not_found: ['There is no such thing, or not in this app.', 'Compare the id.'],
  not_ready: ['The method was called before the first `ready`.', 'Await `vitrine.ready`.'],
  not_supported: ['This app or wallet does not have it.', SHOW],
  oauth_account_suspended: ['The other company bars the person.', 'They log in another way.'],
  oauth_state_mismatch: [
    'The login at the other company took too long, or is another one.',
    'The person starts it again.',
  ],
  oauth_unexpected: [
    'The login at the other company failed.',
    'Compare its client id, secret and redirect address with the app’s config.',
  ],
  oauth_user_denied: ['The person said no at the other company.', 'Nothing.'],
  passkey_not_allowed: [
    'The app does not sign up by a passkey.',
    'Turn on `passkeys_for_signup_enabled`, or the person logs in another way first.',
  ],
  passkey_not_registered: ['No account here has this passkey.', 'The person takes another one, or signs up.'],
  policy_violation: [
    'A rule forbids it: the device is held, terms are not accepted, a limit is reached.',
    '`data.heldUntil` says until when a device is held.',
  ],
  resource_conflict: [
    'Another was faster, or the request names others than there are.',
    'Read the present state, then ask again.',
  ],
  service_unavailable: [
    'The server, a node or a provider does not answer.',
    'Ask again later. With `data.hash` a transaction may have been sent.',
  ],
  session_storage_unavailable: [
    'The browser blocks the wallet’s storage. After a reload the user confirms a login before they use their wallet.',
    'The person lets the site store data, or takes another browser.',
  ],
  step_up_required: ['The change takes a proof of a login that the person has.', OF_THE_FRAME],
  token_already_used: [
    'The session was used from somewhere else and has ended.',
    'The person logs in again.',
  ],
  too_many_requests: [
    'There were too many calls.',
    'Wait for `data.retryAfter` seconds, or the header `Retry-After`.',
  ],
  transaction_failure: [
    'The network refused the transaction, or it would fail.',
    'Look at the call. The node’s own words are in `cause`.',
  ],
  unable_to_sign: [
    'The key is not to be had, or what came back is not what was approved.',
    'Nothing was given to the page. Call again.',
  ],
  unknown_auth_error: [
    'The wallet’s signer did not stand by what the login was given, or the login failed for a reason that nobody foresaw.',
    'Load the page again. If it stays, look at the server.',
  ],
  unknown_connect_wallet_error: ['The person’s own wallet failed.', SHOW],
  unknown_embedded_wallet_error: ['The part of the wallet that holds keys did not answer.', 'Call again.'],
  unknown_mfa_error: [
    'The wallet’s signer did not stand by what the second factor was given, or that failed for a reason that nobody foresaw.',
    'Load the page again.',
  ],
  unsupported_chain_id: [
    'The app does not have the chain, or no endpoint of it.',
    'Add it to the app’s `chains`.',
  ],
  unsupported_wallet_type: ['That wallet cannot do it.', SHOW],
  use_dpop_nonce: ['The device’s proof is missing, used or of an old nonce.', OF_THE_FRAME],
  user_does_not_exist: [
    'There is no account for this login, and none is made.',
    'Call without `disableSignup`.',
  ],
  user_exited_set_password_flow: ['The person set no other recovery.', 'Nothing.'],
  user_has_not_delegated_wallet: [
    'The person has not let the backend use the wallet, or has stopped it.',
    'Ask with `delegateWallet()`.',
  ],
  user_rejected: ['The person rejected the request.', 'Nothing: do not ask again by yourself.'],
  user_unsubscribed: [
    'The number has opted out of text messages.',
    'The person sends START, or logs in another way.',
  ],
}
