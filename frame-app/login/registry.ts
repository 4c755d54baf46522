import type { LoginMethod } from '@vitrine/shared/login/registry.ts'
import { emailLogin } from './email/method.tsx'
import type { LoginMethodView } from './login-method.ts'

/** In the order of the landing. */
export const LOGIN_VIEWS = {
  email: emailLogin,
} satisfies Record<LoginMethod, LoginMethodView>
