import { expect, test } from 'vitest'
import { originAdvice } from './origin-advice.ts'
import { embedderOrigin, webOrigin } from './web-origin.ts'

test.each([
  ['https://shop.example/', 'Write https://shop.example: an origin has no path and no trailing slash'],
  ['https://shop.example/cart', 'Write https://shop.example: an origin has no path and no trailing slash'],
  ['https://shop.example:443', 'Write https://shop.example: browsers leave out the usual port'],
  ['http://localhost:80', 'Write http://localhost: browsers leave out the usual port'],
  [
    'https://bücher.example:443/',
    'Write https://xn--bcher-kva.example: browsers write the host as xn--bcher-kva.example, and browsers leave out the usual port, and an origin has no path and no trailing slash',
  ],
  ['HTTPS://Shop.example', 'Write https://shop.example: scheme, host and port alone, in lower case'],
  ['shop.example', 'Write an origin such as https://any.example, without a path'],
  ['javascript:alert(1)', 'Write an origin such as https://any.example, without a path'],
  [7, 'Write an origin such as https://any.example, without a path'],
])('%j gets the advice: %s', (written, advice) => {
  expect(originAdvice(written, 'https://any.example')).toBe(advice)
  expect(webOrigin.safeParse(written).success).toBe(false)
})

test.each([
  'https://shop.example',
  'http://localhost:3000',
  'capacitor://localhost',
  'ionic://localhost',
  'tauri://localhost',
  'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
  'moz-extension://0f4d5ad6-8b6c-4a3b-9a43-3a5f5f0c1d2e',
])('a frame may stand at %s', origin => {
  expect(embedderOrigin.safeParse(origin).success).toBe(true)
})

test.each([
  'capacitor://localhost/',
  'capacitor://',
  'capacitor:',
  'javascript://localhost',
  'data://localhost',
  'file://localhost',
  'blob://localhost',
  'wss://shop.example',
  'a://b; script-src *',
  "a://b 'unsafe-inline'",
  'a://*',
  'null',
])('a frame may not stand at %s', origin => {
  expect(embedderOrigin.safeParse(origin).success).toBe(false)
})
