import type { LoginMethod } from '@vitrine/shared/login/registry.ts'
import type { Greeting } from '../login-method/login-method.ts'
import { emailGreeting } from './email/greeting.tsx'
import { passkeyGreeting } from './passkey/greeting.tsx'
import { smsGreeting } from './sms/greeting.tsx'

/** The methods that greet who comes back. */
export const GREETINGS: Readonly<Partial<Record<LoginMethod, Greeting>>> = {
  email: emailGreeting,
  sms: smsGreeting,
  passkey: passkeyGreeting,
}
