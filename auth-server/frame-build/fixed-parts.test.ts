import { expect, test } from 'vitest'
import { fixedDocument, fixedPolicy, inlinedConfig } from './fixed-parts.ts'

const ORIGIN = 'https://wallet.example'
const page = (title: string, json: string) =>
  `<title>${title}</title>\n<script type="application/json" id="vitrine-boot">${json}</script>\n<script type="module" src="/k.js"></script>`

test('a document without title and config is the same for each app', () => {
  expect(fixedDocument(page('Shop', '{"a":1}'))).toBe(fixedDocument(page('Other', '{}')))
  expect(inlinedConfig(page('Shop', '{"a":1}'))).toBe('{"a":1}')
})

test.each([
  ['the title', page('Shop<script>evil()</script>', '{}')],
  ['the config', page('Shop', '{}</script><script>evil()')],
  ['a second title', page('Shop', '{}').replace('src', '><title>x</title><i src')],
])('an element in %s stays', (_, html) => {
  expect(fixedDocument(html)).not.toBe(fixedDocument(page('', '')))
})

test('of a policy the app’s own origins are left out, and nothing else', () => {
  const policy = (more: string) => `default-src 'none'; img-src 'self' data: ${more}; frame-ancestors ${more}`
  expect(fixedPolicy(policy('https://a.example https://b.example:8443'), ORIGIN)).toBe(
    "default-src 'none'; img-src 'self' data:; frame-ancestors",
  )
  expect(fixedPolicy('connect-src wss://node.example http://localhost:8545', ORIGIN)).toBe('connect-src')
  expect(fixedPolicy(`script-src 'self' ${ORIGIN}; font-src 'self'`, ORIGIN)).toBe(
    "script-src 'self'; font-src 'self'",
  )
  expect(fixedPolicy(`frame-src ${ORIGIN}/apps/app_1/secrets https://c.example/captcha/`, ORIGIN)).toBe('')
})

test.each([
  'img-src *',
  'connect-src https:',
  'connect-src https://*.example',
  'connect-src https://a.example/path',
  "frame-ancestors 'self'",
  `script-src ${ORIGIN}`,
  "script-src 'self' https://other.example",
  'script-src https://a.example',
  'frame-src https://a.example',
  'frame-src https://evil.example/apps/app_1/secrets',
  `frame-src ${ORIGIN}/apps/a/b/secrets`,
  'object-src https://a.example',
])('%s stays', policy => {
  expect(fixedPolicy(policy, ORIGIN)).toBe(policy)
})
