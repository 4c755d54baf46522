import { expect, test } from 'vitest'
import { readConfig } from './config-problems.ts'

const APP = { name: 'Shop', allowed_domains: ['https://shop.example'] }

test.each([
  ['legacy_wallet_ui_config', true],
  ['custom_api_url', 'https://api.shop.example'],
])('%s is refused with what to write, since nothing acts on it', (field, value) => {
  const read = readConfig({ ...APP, [field]: value })
  expect(read).toEqual({ problems: [{ field, reason: expect.stringContaining('set it to ') }] })
  expect(readConfig(APP)).toMatchObject({ config: APP })
})
