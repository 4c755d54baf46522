import { isIP } from 'node:net'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { emailAddress } from '@vitrine/shared/otp/email-address.ts'
import { type Budgets, readBudgets } from './budgets.ts'
import { LOG_FORMATS, LOG_LEVELS, type LogSettings, readLogSettings } from './log.ts'
import { type FarcasterPlaces, readFarcaster, readWalletNodes, type WalletNodes } from './settings-nodes.ts'
import {
  type Environment,
  flag,
  integer,
  isLoopback,
  optionalOrigin,
  readOrigin,
  SettingsError,
  url,
} from './settings-readers.ts'

export type { FarcasterPlaces, WalletNodes } from './settings-nodes.ts'
export { isLoopback, SettingsError } from './settings-readers.ts'

/** Where to report a vulnerability (RFC 9116). */
export interface SecurityContact {
  /** URIs, the preferred one first. */
  readonly contacts: readonly string[]
  /** How long the file is valid after it is sent. */
  readonly days: number
}

/** What the operator decides, read once at start. Never holds the master key: see `master-key.ts`. */
export interface Settings {
  /** A development server: inbox page, demo app, its own master key. */
  readonly development: boolean
  readonly port: number
  /** The one interface on which it listens, an address or a name of one; `null`: see `listen.ts`. */
  readonly host: string | null
  /** A port of its own for metrics, and who may ask: whoever has the token (RFC 6750), or reaches it. `null`: there is none. */
  readonly metrics: { readonly port: number; readonly host: string; readonly token: string | null } | null
  /** Of all processes. */
  readonly log: LogSettings
  /** How long the server still takes requests after it was told to stop, while it says that it is not ready. Seconds. */
  readonly drainSeconds: number
  /** The demo shop of a development server: see `apps/demo.ts`. */
  readonly demo: {
    readonly shopPort: number
    readonly chainUrl: string | null
    readonly secret: string | null
    /** `npm start` runs a provider that people can log in at. */
    readonly hasProvider: boolean
  }
  /** The wallet origin, exactly as browsers serialise it. */
  readonly origin: string
  readonly dataDir: string
  /** `null`: the embedded Postgres in `dataDir`. */
  readonly databaseUrl: string | null
  /** As the role that owns the tables; `null`: `databaseUrl` does that too. Not in the API process. */
  readonly migrationUrl: string | null
  /** `null`: the development inbox. For the mailer alone, as is the gateway: the API process has neither. */
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** A gateway in Twilio's shape, with its credentials and `?from=`; `null`: the development inbox. */
  readonly smsGatewayUrl: string | null
  /** Reverse proxies in front of the server whose `X-Forwarded-For` entry is believed. */
  readonly trustedProxies: number
  /** Login calls that one network may make in ten minutes. */
  readonly networkLimit: number
  /** Who may do how much besides. */
  readonly budgets: Budgets
  /** Where captcha vendors' scripts run; `null`: sandboxed on the wallet origin. See `captcha/widget-origin.ts`. */
  readonly captchaOrigin: string | null
  /** Where operators use the console, a host of its own; `null`: there is none. The frame server listens for it on `consolePort`. */
  readonly consoleOrigin: string | null
  readonly consolePort: number
  /** For `/.well-known/security.txt`; `null`: there is none. */
  readonly securityContact: SecurityContact | null
  /** Stand in for the captcha vendors' own addresses, as origins; `null`: the vendors'. */
  readonly turnstileUrl: string | null
  readonly hcaptchaUrl: string | null
  /** Stand in for the companies by which wallets are funded, as origins; `null`: their own. See `funding/call/vendors.ts`. */
  readonly moonpayUrl: string | null
  readonly coinbaseUrl: string | null
  readonly relayUrl: string | null
  /** Looks ahead at transactions (contract §7.4), with its bearer key; `null`: there is none, or it asks for none. */
  readonly scannerUrl: string | null
  readonly scannerKey: string | null
  readonly farcaster: FarcasterPlaces
  readonly walletNodes: WalletNodes
  /** Path of a database of places (MaxMind DB); `null`: every place is unknown. See `places/open-places.ts`. */
  readonly geoipDatabase: string | null
  /** `YYYY-MM`, after a backup was restored: see "Backups" in `docs/operating.md`. `null`: the present month. */
  readonly restoredMonth: string | null
  /** Where a signer listens that was started apart, or is to; `null`: the server starts its own. */
  readonly signerSocket: string | null
  /** The same of the mailer, and what leaves by it. */
  readonly mailerSocket: string | null
  readonly mailerSends: readonly ('mail' | 'text')[]
  /** The group of who may call a signer that root starts apart; `null`: of the API process that the same ids would give. */
  readonly clientsGroup: number | null
  /** Started by root, the server's processes run as this user id and those after it. */
  readonly uidBase: number
  /** Where the built frame app (`frame/`) and host script (`host/`) are. */
  readonly distDir: string
  /** Where this server's own files are. A process of it has its code elsewhere. */
  readonly serverDir: string
}

/** @throws SettingsError */
export function readSettings(env: Environment): Settings {
  const development = flag(env, 'VITRINE_DEV')
  const port = integer(env, 'VITRINE_PORT', 4401, 1, 65_535)
  const origin = readOrigin(env.VITRINE_ORIGIN || `http://localhost:${port}`)
  const smtpUrl = url(env, 'SMTP_URL', ['smtp:', 'smtps:'])
  url(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:'])
  if (development) requireThisMachine(origin)
  else requireTls(origin)
  const serverDir = env.VITRINE_SERVER_DIR || dirname(fileURLToPath(import.meta.url))
  return {
    development,
    port,
    host: readHost(env, 'VITRINE_HOST'),
    log: readLog(env),
    metrics: readMetricsPlace(env, port),
    drainSeconds: integer(env, 'VITRINE_DRAIN_SECONDS', 0, 0, 60),
    demo: {
      shopPort: integer(env, 'VITRINE_SHOP_PORT', 4400, 1, 65_535),
      chainUrl: optionalOrigin(env, 'VITRINE_DEMO_CHAIN_URL'),
      secret: env.VITRINE_DEMO_SECRET || null,
      hasProvider: flag(env, 'VITRINE_DEMO_PROVIDER'),
    },
    origin,
    dataDir: readDataDir(env),
    databaseUrl: readDatabaseUrl(env),
    migrationUrl: readMigrationUrl(env),
    smtpUrl,
    mailFrom: readMailFrom(env) ?? `no-reply@${new URL(origin).hostname}`,
    smsGatewayUrl: readSmsGateway(env),
    trustedProxies: integer(env, 'VITRINE_TRUST_PROXY', 0, 0, 10),
    networkLimit: integer(env, 'VITRINE_NETWORK_LIMIT', development ? 1_000_000 : 300, 1, 1_000_000_000),
    budgets: readBudgets((...named) => integer(env, ...named), development),
    captchaOrigin: readCaptchaOrigin(env, origin),
    ...readConsole(env, origin, port),
    securityContact: readSecurityContact(env),
    turnstileUrl: optionalOrigin(env, 'VITRINE_TURNSTILE_URL'),
    hcaptchaUrl: optionalOrigin(env, 'VITRINE_HCAPTCHA_URL'),
    moonpayUrl: optionalOrigin(env, 'VITRINE_MOONPAY_URL'),
    coinbaseUrl: optionalOrigin(env, 'VITRINE_COINBASE_URL'),
    relayUrl: optionalOrigin(env, 'VITRINE_RELAY_URL'),
    scannerUrl: readScannerUrl(env),
    scannerKey: readScannerKey(env),
    farcaster: readFarcaster(env),
    walletNodes: readWalletNodes(env, development),
    geoipDatabase: env.VITRINE_GEOIP_DATABASE ? resolve(env.VITRINE_GEOIP_DATABASE) : null,
    restoredMonth: readRestoredMonth(env),
    signerSocket: env.VITRINE_SIGNER_SOCKET || null,
    mailerSocket: env.VITRINE_MAILER_SOCKET || null,
    mailerSends: readMailerSends(env),
    clientsGroup: env.VITRINE_SIGNER_CLIENTS
      ? integer(env, 'VITRINE_SIGNER_CLIENTS', 0, 1, 4_294_967_294)
      : null,
    uidBase: integer(env, 'VITRINE_UID_BASE', 61_000, 1_000, 4_000_000_000),
    // The server that is built lies in it.
    distDir: join(serverDir, basename(serverDir) === 'server' ? '..' : '../dist'),
    serverDir,
  }
}

/** `name@host`, or `A name <name@host>` (RFC 5322 §3.4). Most mail servers refuse or drop mail of another sender. @throws SettingsError */
function readMailFrom(env: Environment): string | null {
  const value = env.VITRINE_MAIL_FROM
  if (value === undefined || value === '') return null
  const [, inBrackets, alone] = /^(?:(?:"[^"\\]*"\s*|[^"<>@,;:\\]*)<([^<>]+)>|([^<>]+))$/.exec(value) ?? []
  const isPlain = !/[\p{Cc}]/u.test(value)
  if (isPlain && emailAddress.safeParse(inBrackets ?? alone).success) return value
  throw new SettingsError(
    `VITRINE_MAIL_FROM is "${value}": write the one address that mail comes from, such as login@shop.example or "Shop <login@shop.example>".`,
  )
}

type MailSettings = Pick<
  Settings,
  'development' | 'smtpUrl' | 'smsGatewayUrl' | 'signerSocket' | 'mailerSocket'
>

/**
 * A production server has a mail server, and each credential is with the process that uses it. Asked by who starts the mailer:
 * nobody else knows of it.
 * @throws SettingsError
 */
export function requireMail(settings: MailSettings): void {
  const { development, smtpUrl, smsGatewayUrl, signerSocket, mailerSocket } = settings
  const given = smtpUrl !== null ? 'SMTP_URL' : smsGatewayUrl !== null ? 'SMS_GATEWAY_URL' : null
  if (given !== null && mailerSocket !== null) {
    throw new SettingsError(
      `${given} is set, and VITRINE_MAILER_SOCKET names a mailer that runs apart: the credentials are for that one alone.`,
    )
  }
  // The signer makes the codes and hands them to the mailer beside it alone.
  if (given !== null && signerSocket !== null) {
    throw new SettingsError(
      `${given} is set, and VITRINE_SIGNER_SOCKET names a signer that runs apart: login codes leave by the mailer beside that one, so give it ${given}, and name its mailer in VITRINE_MAILER_SOCKET.`,
    )
  }
  if (mailerSocket !== null && signerSocket === null) {
    throw new SettingsError(
      'VITRINE_MAILER_SOCKET is set, and VITRINE_SIGNER_SOCKET is not: login codes leave by the mailer beside the signer, so name the signer that runs apart with it.',
    )
  }
  if (development || smtpUrl !== null || mailerSocket !== null) return
  throw new SettingsError(
    'SMTP_URL is not set: without it no login code can be sent. Example: smtps://user:password@mail.example.',
  )
}

/** What an operator's command needs: where the database is, and the wallet. @throws SettingsError */
export function readOperatorSettings(
  env: Environment,
): Pick<Settings, 'origin' | 'consoleOrigin' | 'dataDir' | 'databaseUrl' | 'migrationUrl'> {
  return {
    origin: readOrigin(env.VITRINE_ORIGIN || `http://localhost:${env.VITRINE_PORT || 4401}`),
    consoleOrigin: optionalOrigin(env, 'VITRINE_CONSOLE_ORIGIN'),
    dataDir: readDataDir(env),
    databaseUrl: readDatabaseUrl(env),
    migrationUrl: readMigrationUrl(env),
  }
}

const readDataDir = (env: Environment) => resolve(env.VITRINE_DATA_DIR || '.vitrine')
const readDatabaseUrl = (env: Environment) => url(env, 'DATABASE_URL', ['postgres:', 'postgresql:'])

/** It shows everybody's codes in its inbox, and its master key lies in a file. */
function requireThisMachine(origin: string): void {
  if (isLoopback(origin)) return
  throw new SettingsError(
    `VITRINE_DEV is 1 and VITRINE_ORIGIN is ${origin}: a development server is for this machine alone. Leave VITRINE_DEV out, or set an origin such as http://localhost:4401.`,
  )
}

const readMigrationUrl = (env: Environment) =>
  url(env, 'DATABASE_MIGRATION_URL', ['postgres:', 'postgresql:'])

/**
 * @returns an address, without the brackets that URLs write around one of IPv6, or a name; `null`: none is set
 * @throws SettingsError
 */
export function readHost(env: Environment, name: string): string | null {
  const value = (env[name] ?? '').replace(/^\[(.*)\]$/, '$1')
  if (value === '') return null
  if (isIP(value) !== 0 || (/^[a-z\d]([a-z\d.-]{0,251}[a-z\d])?$/i.test(value) && !/^[\d.]+$/.test(value)))
    return value
  throw new SettingsError(
    `${name} is "${env[name]}": write one address such as 127.0.0.1 or ::1, or the name of one, without a port.`,
  )
}

/** @throws SettingsError */
function readMetricsPlace(env: Environment, walletPort: number): Settings['metrics'] {
  const port = integer(env, 'VITRINE_METRICS_PORT', 0, 1, 65_535)
  if (port === 0) return null
  if (port === walletPort)
    throw new SettingsError(
      'VITRINE_METRICS_PORT is the port of the wallet origin: give metrics one of their own.',
    )
  const token = env.VITRINE_METRICS_TOKEN || null
  // The value is not repeated in the message: it is a secret.
  if (token !== null && !/^[\x21-\x7e]{16,512}$/.test(token))
    throw new SettingsError('VITRINE_METRICS_TOKEN must have 16 to 512 characters that a header can carry.')
  return { port, host: readHost(env, 'VITRINE_METRICS_HOST') ?? '127.0.0.1', token }
}

/** @throws SettingsError */
function readLog(env: Environment): LogSettings {
  for (const [name, words] of [
    ['VITRINE_LOG_FORMAT', LOG_FORMATS],
    ['VITRINE_LOG_LEVEL', LOG_LEVELS],
  ] as const) {
    const value = env[name] || words[0]
    if (words.some(it => it === value)) continue
    throw new SettingsError(`${name} is "${value}": write one of ${words.join(', ')}, or leave it out.`)
  }
  return readLogSettings(env)
}

function requireTls(origin: string): void {
  if (!origin.startsWith('http:') || isLoopback(origin)) return
  throw new SettingsError(
    `VITRINE_ORIGIN is ${origin}: passwords and keys need TLS, so set an https:// origin (a reverse proxy may terminate TLS).`,
  )
}

function readCaptchaOrigin(env: Environment, walletOrigin: string): string | null {
  const captchaOrigin = optionalOrigin(env, 'VITRINE_CAPTCHA_ORIGIN')
  // A vendor's script would run with the wallet's sessions.
  if (captchaOrigin !== null && new URL(captchaOrigin).host === new URL(walletOrigin).host) {
    throw new SettingsError(
      'VITRINE_CAPTCHA_ORIGIN names the host of VITRINE_ORIGIN: give the captcha another host name, or leave it out.',
    )
  }
  return captchaOrigin
}

/**
 * The browser keeps cookies and passkeys by host, whatever the port: on the wallet's or the captcha's host the console would share them
 * with what runs there. On this machine every host is `localhost`, and a port tells them apart.
 */
function readConsole(
  env: Environment,
  walletOrigin: string,
  walletPort: number,
): Pick<Settings, 'consoleOrigin' | 'consolePort'> {
  const consoleOrigin = optionalOrigin(env, 'VITRINE_CONSOLE_ORIGIN')
  const consolePort = integer(env, 'VITRINE_CONSOLE_PORT', 4404, 1, 65_535)
  if (consoleOrigin === null) return { consoleOrigin, consolePort }
  for (const [name, other] of [
    ['VITRINE_ORIGIN', walletOrigin],
    ['VITRINE_CAPTCHA_ORIGIN', env.VITRINE_CAPTCHA_ORIGIN],
  ] as const) {
    if (!other || (consoleOrigin !== other && isLoopback(consoleOrigin))) continue
    if (new URL(consoleOrigin).hostname !== new URL(other).hostname) continue
    throw new SettingsError(
      `VITRINE_CONSOLE_ORIGIN names the host of ${name}: give the console another host name, or leave it out.`,
    )
  }
  if (consolePort === walletPort)
    throw new SettingsError(
      `VITRINE_CONSOLE_PORT is ${consolePort}, as VITRINE_PORT is: give the console another port.`,
    )
  return { consoleOrigin, consolePort }
}

/** RFC 9116 asks for URIs, of the web by https alone, and for a date less than a year ahead. */
function readSecurityContact(env: Environment): SecurityContact | null {
  const days = integer(env, 'VITRINE_SECURITY_EXPIRES_DAYS', 180, 1, 365)
  const contacts = (env.VITRINE_SECURITY_CONTACT ?? '').split(/\s+/).filter(it => it !== '')
  if (contacts.length === 0) return null
  const wrong = contacts.find(it => !/^(?:https:\/\/|mailto:[^@]+@|tel:\+?\d)[\x21-\x7e]+$/.test(it))
  if (wrong === undefined) return { contacts, days }
  throw new SettingsError(
    `VITRINE_SECURITY_CONTACT names "${wrong}": write URIs with spaces between them, such as mailto:security@shop.example, https://shop.example/security or tel:+15550100.`,
  )
}

/** Plain HTTP is for a stand-in on this machine: the URL carries the gateway's credentials. */
function readSmsGateway(env: Environment): string | null {
  const value = url(env, 'SMS_GATEWAY_URL', ['https:', 'http:'])
  if (value === null) return null
  const { protocol, origin, username, password, search } = new URL(value)
  const isSafe = protocol === 'https:' || isLoopback(origin)
  if (!isSafe || username === '' || password === '' || !/[?&]from=[^&]/.test(search)) {
    throw new SettingsError(
      'SMS_GATEWAY_URL must look like https://sid:token@api.twilio.com?from=+15550100 (https, both credentials, the sender).',
    )
  }
  return value
}

/** What a person is about to sign goes there: in the clear only to a stand-in on this machine. */
function readScannerUrl(env: Environment): string | null {
  const value = url(env, 'VITRINE_SCANNER_URL', ['https:', 'http:'])
  if (value === null) return null
  const { protocol, origin, username, password } = new URL(value)
  if ((protocol !== 'https:' && !isLoopback(origin)) || username !== '' || password !== '') {
    throw new SettingsError(
      'VITRINE_SCANNER_URL must be an https:// address without user name and password; its key goes into VITRINE_SCANNER_KEY.',
    )
  }
  return value
}

function readScannerKey(env: Environment): string | null {
  const value = env.VITRINE_SCANNER_KEY || null
  // The value is not repeated in the message: it is a secret.
  if (value !== null && !/^[\x21-\x7e]{1,512}$/.test(value)) {
    throw new SettingsError(
      'VITRINE_SCANNER_KEY has characters that a header cannot carry, or more than 512.',
    )
  }
  return value
}

function readRestoredMonth(env: Environment): string | null {
  const value = env.VITRINE_RESTORED_MONTH || null
  if (value !== null && !/^20\d\d-(0[1-9]|1[0-2])$/.test(value)) {
    throw new SettingsError(
      `VITRINE_RESTORED_MONTH is "${value}": write the month of the backup as 2026-11, or leave it out.`,
    )
  }
  return value
}

function readMailerSends(env: Environment): readonly ('mail' | 'text')[] {
  const words = (env.VITRINE_MAILER_SENDS || 'mail').split(/[\s,]+/)
  const known = (['mail', 'text'] as const).filter(it => words.includes(it))
  if (known.length === words.length) return known
  throw new SettingsError('VITRINE_MAILER_SENDS must be "mail", "text" or "mail text".')
}
