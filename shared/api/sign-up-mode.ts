import * as z from 'zod/mini'

/** Contract §1, "Sign-up mode": `no-signup` answers `user_does_not_exist` instead of making a user. */
export const signUpMode = z.enum(['login-or-sign-up', 'no-signup'])
export type SignUpMode = z.infer<typeof signUpMode>
