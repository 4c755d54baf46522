import { isIP } from 'node:net'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DEMO_CHAIN_ID } from '@vitrine/shared/chains/demo-chain.ts'
import { type Budgets, readBudgets } from './budgets.ts'
import { LOG_FORMATS, LOG_LEVELS, type LogSettings, readLogSettings } from './log.ts'

/** Where Farcaster is (FIP-11). The mailer alone goes there. */
export interface FarcasterPlaces {
  /** By which an app of the person's hears of a login and answers it. */
  readonly relayUrl: string
  /** A node of OP Mainnet; its address may hold a key. */
  readonly rpcUrl: string
  /** The IdRegistry there, which knows by what address an account is held. */
  readonly idRegistry: `0x${string}`
  /** Where the relay may send people. */
  readonly hosts: readonly string[]
}

/** Nodes that say whether a contract signed. The mailer alone asks them; an address may hold a key. */
export interface WalletNodes {
  /** By chain id (EIP-155, decimal). */
  readonly urls: Readonly<Record<string, string>>
  /** For every other chain: takes its CAIP-2 id as `chainId`, and `projectId`; `null`: none is asked. */
  readonly providerUrl: string | null
  readonly projectId: string | null
}

/** What the operator decides, read once at start. Never holds the master key: see `master-key.ts`. */
export interface Settings {
  /** A development server: inbox page, demo app, its own master key. */
  readonly development: boolean
  readonly port: number
  /** The one interface on which it listens, an address or a name of one; `null`: see `listen.ts`. */
  readonly host: string | null
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
  if (development) requireThisMachine(origin)
  else requireTls(origin)
  const serverDir = env.VITRINE_SERVER_DIR || dirname(fileURLToPath(import.meta.url))
  return {
    development,
    port,
    host: readHost(env, 'VITRINE_HOST'),
    log: readLog(env),
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
    mailFrom: env.VITRINE_MAIL_FROM || `no-reply@${new URL(origin).hostname}`,
    smsGatewayUrl: readSmsGateway(env),
    trustedProxies: integer(env, 'VITRINE_TRUST_PROXY', 0, 0, 10),
    networkLimit: integer(env, 'VITRINE_NETWORK_LIMIT', development ? 1_000_000 : 300, 1, 1_000_000_000),
    budgets: readBudgets((...named) => integer(env, ...named), development),
    captchaOrigin: readCaptchaOrigin(env, origin),
    ...readConsole(env, origin, port),
    turnstileUrl: optionalOrigin(env, 'VITRINE_TURNSTILE_URL'),
    hcaptchaUrl: optionalOrigin(env, 'VITRINE_HCAPTCHA_URL'),
    moonpayUrl: optionalOrigin(env, 'VITRINE_MOONPAY_URL'),
    coinbaseUrl: optionalOrigin(env, 'VITRINE_COINBASE_URL'),
    relayUrl: optionalOrigin(env, 'VITRINE_RELAY_URL'),
    scannerUrl: readScannerUrl(env),
    scannerKey: readScannerKey(env),
    farcaster: readFarcaster(env),
    walletNodes: readWalletNodes(env, development),
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

/** `localhost`, its subdomains, 127.0.0.0/8 and ::1: what browsers treat as secure without TLS. */
export function isLoopback(origin: string): boolean {
  const { hostname } = new URL(origin)
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
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

function readOrigin(value: string, name = 'VITRINE_ORIGIN'): string {
  const parsed = URL.canParse(value) ? new URL(value) : null
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.origin !== value) {
    throw new SettingsError(
      `${name} is "${value}": write an origin such as https://wallet.example, without a path or trailing slash.`,
    )
  }
  return value
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

function optionalOrigin(env: Environment, name: string): string | null {
  const value = env[name]
  if (value === undefined || value === '') return null
  const origin = readOrigin(value, name)
  if (origin.startsWith('http:') && !isLoopback(origin)) {
    throw new SettingsError(`${name} is ${origin}: secrets and scripts need TLS, so set an https:// origin.`)
  }
  return origin
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

function readFarcaster(env: Environment): FarcasterPlaces {
  const idRegistry = env.VITRINE_FARCASTER_ID_REGISTRY || '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b'
  const hosts = (env.VITRINE_FARCASTER_HOSTS || 'farcaster.xyz warpcast.com').split(/[\s,]+/)
  if (!/^0x[\da-f]{40}$/i.test(idRegistry)) {
    throw new SettingsError(
      `VITRINE_FARCASTER_ID_REGISTRY is "${idRegistry}": write the address of the IdRegistry on OP Mainnet, or leave it out.`,
    )
  }
  const odd = hosts.find(host => !/^[a-z\d-]+(\.[a-z\d-]+)+$/.test(host))
  if (odd !== undefined) {
    throw new SettingsError(
      `VITRINE_FARCASTER_HOSTS names "${odd}": write hosts such as farcaster.xyz, with spaces between.`,
    )
  }
  return {
    relayUrl:
      readNodeUrl(env, 'VITRINE_FARCASTER_RELAY_URL')?.replace(/\/$/, '') ?? 'https://relay.farcaster.xyz',
    rpcUrl: readNodeUrl(env, 'VITRINE_FARCASTER_RPC_URL') ?? 'https://mainnet.optimism.io',
    idRegistry: idRegistry as `0x${string}`,
    hosts,
  }
}

/** Who answers in their place says who holds an account: in the clear only on this machine. */
function readNodeUrl(env: Environment, name: string): string | null {
  const value = url(env, name, ['https:', 'http:'])
  return value === null ? null : requireNode(value, name)
}

function readWalletNodes(env: Environment, development: boolean): WalletNodes {
  const name = 'VITRINE_WALLET_RPC_URLS'
  const projectId = env.VITRINE_WALLET_PROVIDER_PROJECT_ID || null
  if (projectId !== null && !/^[\w-]{1,128}$/.test(projectId)) {
    throw new SettingsError(
      'VITRINE_WALLET_PROVIDER_PROJECT_ID has more than letters, digits, - and _: copy it anew.',
    )
  }
  // The demo shop's chain: a contract signs there like anywhere.
  const demo = development ? optionalOrigin(env, 'VITRINE_DEMO_CHAIN_URL') : null
  return {
    urls: {
      ...(demo !== null && { [DEMO_CHAIN_ID]: demo }),
      ...Object.fromEntries(
        Object.entries(readChainUrls(env[name], name)).map(([chain, node]) => [
          chain,
          requireNode(node, `${name}, chain ${chain},`),
        ]),
      ),
    },
    providerUrl: readNodeUrl(env, 'VITRINE_WALLET_PROVIDER_RPC_URL'),
    projectId,
  }
}

/** The value is not repeated in the message: an address may hold a key. */
function readChainUrls(written: string | undefined, name: string): Record<string, string> {
  if (!written) return {}
  let urls: unknown
  try {
    urls = JSON.parse(written)
  } catch {
    urls = null
  }
  const isByChain =
    typeof urls === 'object' &&
    urls !== null &&
    !Array.isArray(urls) &&
    Object.entries(urls).every(([chain, node]) => /^[1-9]\d{0,15}$/.test(chain) && typeof node === 'string')
  if (isByChain) return urls as Record<string, string>
  throw new SettingsError(
    `${name} is no JSON object of chain ids and addresses: write {"1": "https://node.example"}.`,
  )
}

function requireNode(value: string, name: string): string {
  if (!URL.canParse(value)) throw new SettingsError(`${name} must be an https:// address.`)
  const { protocol, origin, username, password } = new URL(value)
  if ((protocol === 'https:' || isLoopback(origin)) && username === '' && password === '') return value
  throw new SettingsError(`${name} must be an https:// address without user name and password.`)
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
