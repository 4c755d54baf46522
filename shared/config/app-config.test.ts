import { describe, expect, it } from 'vitest'
import { appConfig, editableAppConfig } from './app-config.ts'

const known = { id: 'app_test', name: 'Shop', data_classification: 'public', verification_key: 'pem' }
const provider = { provider: 'custom:bank', provider_display_name: 'Bank' }
const bot = { bot_id: '1', bot_name: 'shop' }

/** A key that only a newer server has, in each object of the config. */
const NEWER: [string, object][] = [
  ['the config', { newer: 1 }],
  ['allowlist_config', { allowlist_config: { newer: 1 } }],
  ['custom_oauth_providers', { custom_oauth_providers: [{ ...provider, newer: 1 }] }],
  ['telegram_auth_config', { telegram_auth_config: { ...bot, newer: 1 } }],
  ['embedded_wallet_config', { embedded_wallet_config: { newer: 1 } }],
  ['embedded_wallet_config.ethereum', { embedded_wallet_config: { ethereum: { newer: 1 } } }],
  ['embedded_wallet_config.solana', { embedded_wallet_config: { solana: { newer: 1 } } }],
  ['funding_config', { funding_config: { newer: 1 } }],
  ['funding_config.options', { funding_config: { options: [{ method: 'a', provider: 'b', newer: 1 }] } }],
  [
    'default_recommended_currency',
    { funding_config: { default_recommended_currency: { chain: 'eip155:1', newer: 1 } } },
  ],
]

describe('a key that is not known', () => {
  it.each(NEWER)('in %s passes in a frame that a browser has kept, and is left out', (_, config) => {
    const read = appConfig.parse({ ...known, ...config })
    expect(JSON.stringify(read)).not.toContain('newer')
  })

  it.each(NEWER)('in %s is refused from an operator: it may be misspelt', (_, config) => {
    expect(editableAppConfig.safeParse({ name: 'Shop', ...config }).success).toBe(false)
  })
})

describe('fetch_origins', () => {
  const read = (origin: string) =>
    editableAppConfig.safeParse({ name: 'Shop', fetch_origins: [origin] }).success

  it.each([
    'https://api.shop.example',
    'https://api.shop.example:8443',
    'http://127.0.0.1:8080',
    'http://localhost:8080',
  ])('takes %s', origin => {
    expect(read(origin)).toBe(true)
  })

  it.each([
    'http://api.shop.example',
    'https://api.shop.example/',
    'https://api.shop.example/v1',
    'https://*.shop.example',
    'https://ada@api.shop.example',
    "https://a;script-src 'unsafe-inline'",
    'wss://api.shop.example',
    'data:',
    'null',
    '*',
    '',
  ])('refuses %s, which is no origin that a token may go to', origin => {
    expect(read(origin)).toBe(false)
  })
})
