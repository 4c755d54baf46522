import { originAdvice } from '@vitrine/shared/config/origin-advice.ts'

/** A setting is missing or cannot be used. The message is one sentence for the operator. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

export type Environment = Readonly<Record<string, string | undefined>>

/** `localhost`, its subdomains, 127.0.0.0/8 and ::1: what browsers treat as secure without TLS. */
export function isLoopback(origin: string): boolean {
  const { hostname } = new URL(origin)
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}

export function optionalOrigin(env: Environment, name: string): string | null {
  const value = env[name]
  if (value === undefined || value === '') return null
  const origin = readOrigin(value, name)
  if (origin.startsWith('http:') && !isLoopback(origin)) {
    throw new SettingsError(`${name} is ${origin}: secrets and scripts need TLS, so set an https:// origin.`)
  }
  return origin
}

export function flag(env: Environment, name: string): boolean {
  const value = env[name] ?? ''
  if (!['', '0', '1'].includes(value))
    throw new SettingsError(`${name} is "${value}": write 1 or leave it out.`)
  return value === '1'
}

export function integer(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const value = env[name]
  if (value === undefined || value === '') return fallback
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < min || number > max) {
    throw new SettingsError(`${name} is "${value}": write a whole number from ${min} to ${max}.`)
  }
  return number
}

export function url(env: Environment, name: string, protocols: readonly string[]): string | null {
  const value = env[name]
  if (value === undefined || value === '') return null
  // The value is not repeated in the message: it usually holds a password.
  if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
    throw new SettingsError(
      `${name} is not a URL that begins with ${protocols.map(p => `${p}//`).join(' or ')}.`,
    )
  }
  return value
}

export function readOrigin(value: string, name = 'VITRINE_ORIGIN'): string {
  const parsed = URL.canParse(value) ? new URL(value) : null
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.origin !== value) {
    throw new SettingsError(
      `${name} is "${value}", which is no origin. ${originAdvice(value, 'https://wallet.example')}.`,
    )
  }
  return value
}
