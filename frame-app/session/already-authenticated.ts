import type { User } from '@vitrine/shared/api/client-user.ts'
import type { FrameResult } from '@vitrine/shared/bridge/methods.ts'

/** The answer to `login` for someone who is logged in already (contract §12.5). */
export const alreadyAuthenticated = (user: User): FrameResult<'login'> => ({
  user,
  isNewUser: false,
  wasAlreadyAuthenticated: true,
  loginMethod: null,
  loginAccount: null,
})
