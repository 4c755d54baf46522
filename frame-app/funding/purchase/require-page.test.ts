import { expect, it } from 'vitest'
import { requirePage } from './require-page.ts'

const OWN = 'https://wallet.example'

it.each(['https://pay.coinbase.com/buy?x=1', 'http://127.0.0.1:4000/buy', 'http://pay.localhost:1/'])(
  'opens %s',
  address => expect(() => requirePage(address, OWN)).not.toThrow(),
)

it.each([
  'javascript:alert(1)',
  'data:text/html,hi',
  'blob:https://wallet.example/1',
  'http://pay.example/buy',
  'https://wallet.example/apps/app_1/frame',
  'http://localhost.evil.example/',
  '/buy',
  '',
])('never opens %j', address =>
  expect(() => requirePage(address, OWN)).toThrow(expect.objectContaining({ code: 'invalid_data' })),
)
