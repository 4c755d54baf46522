import { appConfig } from '@vitrine/shared/config/app-config.ts'
import { expect, test } from 'vitest'
import { providerOf } from './provider.ts'

const app = (fields: object = {}) =>
  appConfig.parse({
    ...{ id: 'app', name: 'Shop', data_classification: 'public', verification_key: '' },
    ...fields,
  })

test('Telegram’s window asks for the app’s bot; its row and every other company go by their own name', () => {
  const bot = { bot_id: '1', bot_name: 'shop_bot', link_enabled: true, seamless_auth_enabled: true }
  expect(providerOf({ method: 'telegram' }, app({ telegram_auth_config: bot }))).toMatchObject({
    name: 'Telegram',
    windowName: 'Telegram (@shop_bot)',
  })
  expect(providerOf({ method: 'telegram' }, app()).windowName).toBe('Telegram')
  const google = { method: 'oauth', provider: 'google' } as const
  expect(providerOf(google, app({ telegram_auth_config: bot })).windowName).toBe('Google')
})
