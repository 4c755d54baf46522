import type { MfaMethod } from '@vitrine/shared/mfa/methods.ts'
import { say } from '../words/say.ts'
import type { MfaMethods } from './mfa-api.ts'

/** How a person can prove a second factor: by one of them, or by what they keep for losing them. */
export type Way = MfaMethod | 'recovery_code'

export const WAY_NAMES: Readonly<Record<Way, () => string>> = {
  totp: () => say('mfa.totp'),
  sms: () => say('mfa.sms'),
  email: () => say('mfa.email'),
  passkey: () => say('mfa.passkey'),
  recovery_code: () => say('mfa.recovery'),
}

export const WAY_MEANINGS: Readonly<Record<Way, () => string>> = {
  totp: () => say('mfa.totpMeans'),
  sms: () => say('mfa.smsMeans'),
  email: () => say('mfa.emailMeans'),
  passkey: () => say('mfa.passkeyMeans'),
  recovery_code: () => say('mfa.recoveryMeans'),
}

/** The ways that a person has, each once: that of last time first, recovery codes last. */
export function waysOf(
  { methods, recovery_codes_left: left }: MfaMethods,
  last: string | null,
): readonly Way[] {
  const types = [...new Set(methods.map(({ type }) => type))]
  const factors = types.sort((a, b) => Number(b === last) - Number(a === last))
  return left > 0 ? [...factors, 'recovery_code'] : factors
}

/** Where a code of it goes, as the server masks it. */
export const addressOf = ({ methods }: MfaMethods, way: Way): string =>
  methods.find(({ type }) => type === way)?.name ?? ''
