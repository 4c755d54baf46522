import { describe, expect, test } from 'vitest'
import { isLoopback, readSettings, requireMail, SettingsError } from './settings.ts'

const ORIGIN = { VITRINE_ORIGIN: 'https://wallet.example' }
const PRODUCTION = { ...ORIGIN, SMTP_URL: 'smtps://mail.example' }

describe('settings', () => {
  test.each(['login@shop.example', 'Shop <login@shop.example>', '"Shop, Ltd." <login@shop.example>'])(
    'mail comes from %s',
    mailFrom => {
      expect(readSettings({ ...PRODUCTION, VITRINE_MAIL_FROM: mailFrom }).mailFrom).toBe(mailFrom)
    },
  )

  test('a development server needs none', () => {
    expect(readSettings({ VITRINE_DEV: '1' })).toMatchObject({
      development: true,
      port: 4401,
      origin: 'http://localhost:4401',
      databaseUrl: null,
      smtpUrl: null,
    })
  })

  test.each([
    ['an origin without TLS', { ...PRODUCTION, VITRINE_ORIGIN: 'http://wallet.example' }, 'https://'],
    [
      'an origin with a path',
      { ...PRODUCTION, VITRINE_ORIGIN: 'https://wallet.example/' },
      'VITRINE_ORIGIN is "https://wallet.example/", which is no origin. Write https://wallet.example: an origin has no path',
    ],
    [
      'an origin with its usual port',
      { ...PRODUCTION, VITRINE_ORIGIN: 'https://wallet.example:443' },
      'Write https://wallet.example: browsers leave out the usual port.',
    ],
    [
      'an origin in letters of its own',
      { ...PRODUCTION, VITRINE_ORIGIN: 'https://bücher.example' },
      'Write https://xn--bcher-kva.example: browsers write the host as xn--bcher-kva.example.',
    ],
    [
      'an origin of an app',
      { ...PRODUCTION, VITRINE_ORIGIN: 'capacitor://localhost' },
      'Write an origin such as https://wallet.example, without a path.',
    ],
    ['a port that is none', { ...PRODUCTION, VITRINE_PORT: '70000' }, 'VITRINE_PORT'],
    [
      'a development server that others reach',
      { VITRINE_DEV: '1', VITRINE_ORIGIN: 'https://wallet.example' },
      'this machine',
    ],
    ['a sender that is no address', { ...PRODUCTION, VITRINE_MAIL_FROM: 'Shop' }, 'login@shop.example'],
    ['two senders', { ...PRODUCTION, VITRINE_MAIL_FROM: 'a@b.example, c@d.example' }, 'the one address'],
    [
      'a sender with a line break',
      { ...PRODUCTION, VITRINE_MAIL_FROM: 'S\nBcc: x <a@b.example>' },
      'one address',
    ],
    [
      'a sender without its bracket',
      { ...PRODUCTION, VITRINE_MAIL_FROM: 'Shop <a@b.example' },
      'one address',
    ],
    ['a host with a port', { ...PRODUCTION, VITRINE_HOST: '127.0.0.1:80' }, 'without a port'],
    ['a host that is no address', { ...PRODUCTION, VITRINE_HOST: '300.1.1.1' }, 'VITRINE_HOST'],
    ['a drain without end', { ...PRODUCTION, VITRINE_DRAIN_SECONDS: '600' }, 'VITRINE_DRAIN_SECONDS'],
    [
      'a security contact that is a bare address',
      { ...PRODUCTION, VITRINE_SECURITY_CONTACT: 'a@shop.example' },
      'mailto:',
    ],
    [
      'a security contact without TLS',
      { ...PRODUCTION, VITRINE_SECURITY_CONTACT: 'http://shop.example' },
      'https://',
    ],
    [
      'a security.txt that outlives a year',
      { ...PRODUCTION, VITRINE_SECURITY_EXPIRES_DAYS: '400' },
      '1 to 365',
    ],
    ['a log level that is none', { ...PRODUCTION, VITRINE_LOG_LEVEL: 'all' }, 'error, warn, info'],
    ['a flag that is none', { ...PRODUCTION, VITRINE_DEV: 'yes' }, 'VITRINE_DEV'],
    ['a gateway without TLS', { ...PRODUCTION, SMS_GATEWAY_URL: 'http://s:t@sms.example?from=+1' }, 'https'],
    ['a gateway without a sender', { ...PRODUCTION, SMS_GATEWAY_URL: 'https://s:t@sms.example' }, 'from='],
    [
      'a gateway without credentials',
      { ...PRODUCTION, SMS_GATEWAY_URL: 'https://sms.example?from=+1' },
      'sid',
    ],
    [
      'a captcha on the wallet’s own host',
      { ...PRODUCTION, VITRINE_CAPTCHA_ORIGIN: PRODUCTION.VITRINE_ORIGIN },
      'another host name',
    ],
    [
      'a console on the wallet’s own host',
      { ...PRODUCTION, VITRINE_CONSOLE_ORIGIN: 'https://wallet.example:8443' },
      'another host name',
    ],
    [
      'a console on the captcha’s host',
      {
        ...PRODUCTION,
        VITRINE_CAPTCHA_ORIGIN: 'https://other.example',
        VITRINE_CONSOLE_ORIGIN: 'https://other.example',
      },
      'VITRINE_CAPTCHA_ORIGIN',
    ],
    [
      'a console on the wallet itself',
      { VITRINE_DEV: '1', VITRINE_CONSOLE_ORIGIN: 'http://localhost:4401' },
      'host',
    ],
    [
      'a console on the wallet’s port',
      { VITRINE_DEV: '1', VITRINE_CONSOLE_ORIGIN: 'http://localhost:4404', VITRINE_CONSOLE_PORT: '4401' },
      'another port',
    ],
    ['a console without TLS', { ...PRODUCTION, VITRINE_CONSOLE_ORIGIN: 'http://console.example' }, 'TLS'],
    ['a captcha vendor without TLS', { ...PRODUCTION, VITRINE_TURNSTILE_URL: 'http://v.example' }, 'TLS'],
    [
      'a captcha vendor with a path',
      { ...PRODUCTION, VITRINE_HCAPTCHA_URL: 'https://v.example/' },
      'HCAPTCHA',
    ],
    ['a bridge without TLS', { ...PRODUCTION, VITRINE_RELAY_URL: 'http://relay.example' }, 'TLS'],
    ['a scanner without TLS', { ...PRODUCTION, VITRINE_SCANNER_URL: 'http://scan.example' }, 'https'],
    [
      'a scanner with its key in the address',
      { ...PRODUCTION, VITRINE_SCANNER_URL: 'https://key@scan.example' },
      'VITRINE_SCANNER_KEY',
    ],
    [
      'a scanner key that no header carries',
      { ...PRODUCTION, VITRINE_SCANNER_KEY: 'a\nb: c' },
      'SCANNER_KEY',
    ],
    [
      'a relay without TLS',
      { ...PRODUCTION, VITRINE_FARCASTER_RELAY_URL: 'http://relay.example' },
      'RELAY_URL must be an https://',
    ],
    [
      'a node without TLS',
      { ...PRODUCTION, VITRINE_FARCASTER_RPC_URL: 'http://node.example' },
      'RPC_URL must be an https://',
    ],
    [
      'a registry that is no address',
      { ...PRODUCTION, VITRINE_FARCASTER_ID_REGISTRY: '0x00' },
      'ID_REGISTRY',
    ],
    [
      'hosts that are none',
      { ...PRODUCTION, VITRINE_FARCASTER_HOSTS: 'https://farcaster.xyz' },
      'FARCASTER_HOSTS',
    ],
    [
      'nodes of wallets that are no object',
      { ...PRODUCTION, VITRINE_WALLET_RPC_URLS: 'https://node.example' },
      'WALLET_RPC_URLS is no JSON object',
    ],
    [
      'a node of a chain that is none',
      { ...PRODUCTION, VITRINE_WALLET_RPC_URLS: '{"eip155:1":"https://node.example"}' },
      'WALLET_RPC_URLS is no JSON object',
    ],
    [
      'a node of a chain without TLS',
      { ...PRODUCTION, VITRINE_WALLET_RPC_URLS: '{"1":"http://node.example"}' },
      'chain 1, must be an https://',
    ],
    [
      'a wallet provider without TLS',
      { ...PRODUCTION, VITRINE_WALLET_PROVIDER_RPC_URL: 'http://rpc.example' },
      'WALLET_PROVIDER_RPC_URL must be an https://',
    ],
    [
      'a project that is none',
      { ...PRODUCTION, VITRINE_WALLET_PROVIDER_PROJECT_ID: 'a&chainId=b' },
      'PROVIDER_PROJECT_ID',
    ],
    ['a database that is none', { ...PRODUCTION, DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
  ])('refuses %s', (_name, env, hint) => {
    expect(() => readSettings(env)).toThrow(SettingsError)
    expect(() => readSettings(env)).toThrow(hint)
  })

  test('a production server has a mail server', () => {
    expect(() => requireMail(readSettings({ ...PRODUCTION, SMTP_URL: undefined }))).toThrow('SMTP_URL')
    expect(() => requireMail(readSettings(PRODUCTION))).not.toThrow()
    expect(() => requireMail(readSettings({ VITRINE_DEV: '1' }))).not.toThrow()
  })

  const SIGNER = { VITRINE_SIGNER_SOCKET: '/run/signer.sock' }
  const MAILER = { VITRINE_MAILER_SOCKET: '/run/mailer.sock' }
  const SMS = { SMS_GATEWAY_URL: 'https://sid:hunter2@sms.example?from=+15550100' }
  test.each([
    [
      'a mail server of the mailer’s that runs apart',
      { ...PRODUCTION, ...SIGNER, ...MAILER },
      'SMTP_URL is set, and VITRINE_MAILER_SOCKET',
    ],
    [
      'a gateway of the mailer’s that runs apart',
      { ...SMS, ...SIGNER, ...MAILER },
      'SMS_GATEWAY_URL is set, and VITRINE_MAILER_SOCKET',
    ],
    ['a mail server beside a signer that runs apart', { ...PRODUCTION, ...SIGNER }, 'so give it SMTP_URL'],
    ['a gateway beside a signer that runs apart', { ...SMS, ...SIGNER }, 'so give it SMS_GATEWAY_URL'],
    ['a mailer apart that no signer has', MAILER, 'VITRINE_SIGNER_SOCKET is not'],
  ])('refuses %s, and repeats no credential', (_name, env, hint) => {
    const check = () => requireMail(readSettings({ SMTP_URL: '', ...ORIGIN, ...env }))
    expect(check).toThrow(SettingsError)
    expect(check).toThrow(hint)
    expect(check).not.toThrow('hunter2')
  })

  test('takes a signer and a mailer apart that have all credentials', () => {
    expect(() => requireMail(readSettings({ ...ORIGIN, ...SIGNER, ...MAILER }))).not.toThrow()
  })

  test('does not repeat a password in its message', () => {
    expect(() => readSettings({ ...PRODUCTION, DATABASE_URL: 'mysql://u:hunter2@db' })).toThrow(
      expect.not.stringContaining('hunter2'),
    )
  })

  test('reads the month of a restored backup, and refuses what is none', () => {
    const month = (VITRINE_RESTORED_MONTH: string) => readSettings({ ...PRODUCTION, VITRINE_RESTORED_MONTH })
    expect([month('2026-11').restoredMonth, month('').restoredMonth]).toEqual(['2026-11', null])
    for (const wrong of ['2026-13', '2026-1', '26-11', '2026-01-20', '2026-11 --inspect'])
      expect(() => month(wrong)).toThrow('VITRINE_RESTORED_MONTH')
  })

  test('reads where Farcaster is', () => {
    const { farcaster } = readSettings({
      ...PRODUCTION,
      VITRINE_FARCASTER_RELAY_URL: 'https://relay.example/',
    })
    expect(farcaster).toEqual({
      relayUrl: 'https://relay.example',
      rpcUrl: 'https://mainnet.optimism.io',
      idRegistry: '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b',
      hosts: ['farcaster.xyz', 'warpcast.com'],
    })
  })

  test('reads which nodes say what contracts signed: none, but on a development server the demo chain’s', () => {
    expect(readSettings(PRODUCTION).walletNodes).toEqual({ urls: {}, providerUrl: null, projectId: null })
    const nodes = {
      VITRINE_WALLET_RPC_URLS: '{"1":"https://node.example/key"}',
      VITRINE_WALLET_PROVIDER_RPC_URL: 'https://rpc.example/v1/',
      VITRINE_WALLET_PROVIDER_PROJECT_ID: 'project_1',
    }
    expect(readSettings({ ...PRODUCTION, ...nodes }).walletNodes).toEqual({
      urls: { 1: 'https://node.example/key' },
      providerUrl: 'https://rpc.example/v1/',
      projectId: 'project_1',
    })
    const demo = { VITRINE_DEV: '1', VITRINE_DEMO_CHAIN_URL: 'http://127.0.0.1:8545' }
    expect(readSettings(demo).walletNodes.urls).toEqual({ 31337: 'http://127.0.0.1:8545' })
  })

  test('reads where the scanner is', () => {
    const scanner = { VITRINE_SCANNER_URL: 'https://scan.example/v0', VITRINE_SCANNER_KEY: 'k' }
    expect(readSettings({ ...PRODUCTION, ...scanner })).toMatchObject({
      scannerUrl: 'https://scan.example/v0',
      scannerKey: 'k',
    })
    expect(readSettings(PRODUCTION)).toMatchObject({ scannerUrl: null, scannerKey: null })
  })

  test.each([
    ['http://localhost:1', true],
    ['http://wallet.localhost', true],
    ['http://127.0.0.2', true],
    ['http://[::1]:4', true],
    ['http://localhost.evil.example', false],
    ['http://127.0.0.1.evil.example', false],
  ])('%s is loopback: %s', (origin, loopback) => {
    expect(isLoopback(origin)).toBe(loopback)
  })
})
