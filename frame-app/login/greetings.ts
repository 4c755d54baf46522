import type { LoginMethod } from '@vitrine/shared/login/registry.ts'
import type { Greeting } from '../login-method/login-method.ts'

/** The methods that greet who comes back. */
export const GREETINGS: Readonly<Partial<Record<LoginMethod, () => Promise<Greeting>>>> = {
  email: async () => (await import('./email/greeting.tsx')).emailGreeting,
  sms: async () => (await import('./sms/greeting.tsx')).smsGreeting,
  oauth: async () => (await import('../oauth-flow/greeting.tsx')).oauthGreeting,
  telegram: async () => (await import('../oauth-flow/greeting.tsx')).oauthGreeting,
  passkey: async () => (await import('./passkey/greeting.tsx')).passkeyGreeting,
  farcaster: async () => (await import('./farcaster/greeting.tsx')).farcasterGreeting,
  siwe: async () => (await import('../wallet-login/greeting.tsx')).walletGreeting,
  siws: async () => (await import('../wallet-login/greeting.tsx')).walletGreeting,
}
