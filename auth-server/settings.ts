import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What the operator decides, read once at start. Never holds the master key: see `master-key.ts`. */
export interface Settings {
  /** A development server: inbox page, demo app, its own master key. */
  readonly development: boolean
  readonly port: number
  readonly shopPort: number
  /** The wallet origin, exactly as browsers serialise it. */
  readonly origin: string
  readonly dataDir: string
  /** `null`: the embedded Postgres in `dataDir`. */
  readonly databaseUrl: string | null
  /** `null`: the development inbox. */
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** Reverse proxies in front of the server whose `X-Forwarded-For` entry is believed. */
  readonly trustedProxies: number
  /** Login calls that one network may make in ten minutes. */
  readonly networkLimit: number
  /** Where the built frame app (`frame/`) and host script (`host/`) are. */
  readonly distDir: string
}

/** A setting is missing or cannot be used. The message is one sentence for the operator. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

type Environment = Readonly<Record<string, string | undefined>>

/** @throws SettingsError */
export function readSettings(env: Environment): Settings {
  const development = flag(env, 'VITRINE_DEV')
  const port = integer(env, 'VITRINE_PORT', 4401, 1, 65_535)
  const origin = readOrigin(env.VITRINE_ORIGIN || `http://localhost:${port}`)
  const smtpUrl = url(env, 'SMTP_URL', ['smtp:', 'smtps:'])
  if (!development) requireProduction(origin, smtpUrl)
  return {
    development,
    port,
    shopPort: integer(env, 'VITRINE_SHOP_PORT', 4400, 1, 65_535),
    origin,
    dataDir: readDataDir(env),
    databaseUrl: readDatabaseUrl(env),
    smtpUrl,
    mailFrom: env.VITRINE_MAIL_FROM || `no-reply@${new URL(origin).hostname}`,
    trustedProxies: integer(env, 'VITRINE_TRUST_PROXY', 0, 0, 10),
    networkLimit: integer(env, 'VITRINE_NETWORK_LIMIT', development ? 1_000_000 : 300, 1, 1_000_000_000),
    distDir: fileURLToPath(new URL('../dist', import.meta.url)),
  }
}

/** What an operator's command needs: where the database is. @throws SettingsError */
export function readOperatorSettings(env: Environment): Pick<Settings, 'dataDir' | 'databaseUrl'> {
  return { dataDir: readDataDir(env), databaseUrl: readDatabaseUrl(env) }
}

/** `localhost`, its subdomains, 127.0.0.0/8 and ::1: what browsers treat as secure without TLS. */
export function isLoopback(origin: string): boolean {
  const { hostname } = new URL(origin)
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}

const readDataDir = (env: Environment) => resolve(env.VITRINE_DATA_DIR || '.vitrine')
const readDatabaseUrl = (env: Environment) => url(env, 'DATABASE_URL', ['postgres:', 'postgresql:'])

function requireProduction(origin: string, smtpUrl: string | null): void {
  if (origin.startsWith('http:') && !isLoopback(origin)) {
    throw new SettingsError(
      `VITRINE_ORIGIN is ${origin}: passwords and keys need TLS, so set an https:// origin (a reverse proxy may terminate TLS).`,
    )
  }
  if (smtpUrl === null) {
    throw new SettingsError(
      'SMTP_URL is not set: without it no login code can be sent. Example: smtps://user:password@mail.example.',
    )
  }
}

function readOrigin(value: string): string {
  const parsed = URL.canParse(value) ? new URL(value) : null
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.origin !== value) {
    throw new SettingsError(
      `VITRINE_ORIGIN is "${value}": write an origin such as https://wallet.example, without a path or trailing slash.`,
    )
  }
  return value
}

function flag(env: Environment, name: string): boolean {
  const value = env[name] ?? ''
  if (!['', '0', '1'].includes(value))
    throw new SettingsError(`${name} is "${value}": write 1 or leave it out.`)
  return value === '1'
}

function integer(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const value = env[name]
  if (value === undefined || value === '') return fallback
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < min || number > max) {
    throw new SettingsError(`${name} is "${value}": write a whole number from ${min} to ${max}.`)
  }
  return number
}

function url(env: Environment, name: string, protocols: readonly string[]): string | null {
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
