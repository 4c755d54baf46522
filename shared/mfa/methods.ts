/** Second factors (contract §2.7). Their names are their own: a login method of the same name is another thing. */
export const MFA_METHODS = ['sms', 'totp', 'passkey', 'email'] as const

/** Those that pages are told of (contract §3, "Client User"). */
export const CLIENT_MFA_METHODS = ['sms', 'totp', 'passkey'] as const
