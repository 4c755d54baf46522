import { type EditableAppConfig, editableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { describe, expect, test } from 'vitest'
import { publicConfig } from '../apps/registry.ts'
import { frameHeaders } from './headers.ts'

type Wallets = Partial<EditableAppConfig['embedded_wallet_config']>
const CONTAINER = {
  container_identifier: 'iCloud.com.shop',
  api_token: 'a1',
  environment: 'production',
  url: 'https://api.apple-cloudkit.com',
} as const
const BOTH: Wallets = {
  mode: 'legacy-embedded-wallets-only',
  user_owned_recovery_options: ['google-drive', 'icloud'],
  icloud: CONTAINER,
}
const configOf = (wallets: Wallets) =>
  publicConfig(
    {
      id: 'app_1',
      secretHash: '',
      config: editableAppConfig.parse({ name: 'Shop', embedded_wallet_config: wallets }),
    },
    '',
  )
const reached = (app: ReturnType<typeof configOf>) =>
  /connect-src ([^;]*)/.exec(frameHeaders(app, 'https://c.example')['Content-Security-Policy'] ?? '')?.[1]

describe('the frame reaches of the person’s clouds', () => {
  test.each<[string, Wallets, string]>([
    ['both', BOTH, ' https://www.googleapis.com https://api.apple-cloudkit.com'],
    [
      'Drive alone',
      { ...BOTH, user_owned_recovery_options: ['google-drive', 'passkey'] },
      ' https://www.googleapis.com',
    ],
    ['iCloud alone', { ...BOTH, user_owned_recovery_options: ['icloud'] }, ' https://api.apple-cloudkit.com'],
    [
      'what the operator names',
      {
        ...BOTH,
        google_drive_url: 'http://127.0.0.1:5555',
        icloud: { ...CONTAINER, url: 'http://localhost:6666' },
      },
      ' http://127.0.0.1:5555 http://localhost:6666',
    ],
    ['nothing where none is offered', { ...BOTH, user_owned_recovery_options: ['user-passcode'] }, ''],
    [
      'nothing of iCloud without a container',
      { ...BOTH, user_owned_recovery_options: ['icloud'], icloud: null },
      '',
    ],
    [
      'nothing where the server holds the wallets',
      { ...BOTH, mode: 'user-controlled-server-wallets-only' },
      '',
    ],
  ])('%s', (_, wallets, added) => {
    expect(reached(configOf(wallets))).toBe(`'self'${added}`)
  })

  test.each([
    'https://a;sandbox',
    "https://a 'unsafe-inline'",
    'https://*.example',
    'http://drive.example',
    '*',
    'https://drive.thief.example',
  ])('only the companies’ own by an address like %s that was written past the checks', url => {
    const app = configOf(BOTH)
    const wallets = { ...app.embedded_wallet_config, google_drive_url: url, icloud: { ...CONTAINER, url } }
    expect(reached({ ...app, embedded_wallet_config: wallets })).toBe(
      "'self' https://www.googleapis.com https://api.apple-cloudkit.com",
    )
  })
})
