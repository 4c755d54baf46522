/** Second factors (contract §2.7). Their names are their own: a login method of the same name is another thing. */
export const MFA_METHODS = ['sms', 'totp', 'passkey', 'email'] as const

export type MfaMethod = (typeof MFA_METHODS)[number]
/** What a code can be of: `recovery_code` is one of those that are for lost factors. */
export type MfaCodeMethod = Exclude<MfaMethod, 'passkey'> | 'recovery_code'

/** Those that pages are told of (contract §3, "Client User"). */
export const CLIENT_MFA_METHODS = ['sms', 'totp', 'passkey'] as const
