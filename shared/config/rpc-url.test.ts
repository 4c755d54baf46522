import { expect, test } from 'vitest'
import { rpcOrigin, rpcSocketUrl, rpcUrl } from './rpc-url.ts'

test.each([
  ['https://rpc.example/v2/key', 'https://rpc.example'],
  ['https://rpc.example:8545?key=1', 'https://rpc.example:8545'],
  ['http://127.0.0.1:8545', 'http://127.0.0.1:8545'],
  ['http://localhost:8545/', 'http://localhost:8545'],
  ['http://node.localhost', 'http://node.localhost'],
  ['wss://rpc.example/ws', 'wss://rpc.example'],
  ['ws://127.0.0.1:8900', 'ws://127.0.0.1:8900'],
  ['https://RPC.example', 'https://rpc.example'],
])('%s is at %s', (url, origin) => {
  expect(rpcOrigin(url)).toBe(origin)
  expect((/^http/.test(url) ? rpcUrl : rpcSocketUrl).safeParse(url).success).toBe(true)
})

test.each([
  'http://rpc.example',
  'ws://rpc.example',
  'http://localhost.evil.example',
  'http://127.0.0.1.evil.example',
  'https://*.example',
  'https://a;sandbox',
  "https://a'unsafe-inline'",
  'https://a, b',
  'https://user:password@rpc.example',
  'https://key@rpc.example',
  'https://[::1]:8545',
  'https://rpc.example/ x',
  'https://rpc.example/\nx',
  'ftp://rpc.example',
  'data:text/html,x',
  'blob:https://rpc.example/x',
  'javascript:alert(1)',
  '//rpc.example',
  'https:',
  '*',
  "'self'",
  '',
])('%j is no endpoint', url => {
  expect(rpcUrl.safeParse(url).success).toBe(false)
  expect(rpcSocketUrl.safeParse(url).success).toBe(false)
})

test('an endpoint for calls is none for subscriptions, and the other way round', () => {
  expect(rpcUrl.safeParse('wss://rpc.example').success).toBe(false)
  expect(rpcSocketUrl.safeParse('https://rpc.example').success).toBe(false)
})
