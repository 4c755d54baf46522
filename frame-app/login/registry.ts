import type { LoginMethod } from '@vitrine/shared/login/registry.ts'
import type { LoginMethodView } from '../login-method/login-method.ts'
import { customJwtLogin } from './custom-jwt/method.tsx'
import { emailLogin } from './email/method.tsx'
import { farcasterLogin } from './farcaster/method.tsx'
import { guestLogin } from './guest/method.tsx'
import { oauthLogin } from './oauth/method.tsx'
import { passkeyLogin } from './passkey/method.tsx'
import { siweLogin } from './siwe/method.tsx'
import { siwsLogin } from './siws/method.tsx'
import { smsLogin } from './sms/method.tsx'
import { telegramLogin } from './telegram/method.tsx'

/** In the order of the landing. */
export const LOGIN_VIEWS = {
  email: emailLogin,
  sms: smsLogin,
  oauth: oauthLogin,
  passkey: passkeyLogin,
  farcaster: farcasterLogin,
  telegram: telegramLogin,
  siwe: siweLogin,
  siws: siwsLogin,
  guest: guestLogin,
  'custom-jwt': customJwtLogin,
} satisfies Record<LoginMethod, LoginMethodView>
