import { expect, test } from 'vitest'
import { allowsOrigin, isSiteOrigin, originsFor } from './allowed-origin.ts'

const PREVIEWS = 'https://*.shop-previews.example'

test.each([
  'https://a.shop-previews.example',
  'https://pr-12.shop-previews.example',
  'https://xn--bcher-kva.shop-previews.example',
])('%s is a preview', origin => {
  expect(allowsOrigin(['https://shop.example', PREVIEWS], origin)).toBe(true)
})

test.each([
  'https://shop-previews.example',
  'https://.shop-previews.example',
  'https://a.b.shop-previews.example',
  'https://a.shop-previews.example.evil',
  'https://evil.example/.shop-previews.example',
  'https://evil.example#.shop-previews.example',
  'https://me@a.shop-previews.example',
  'https://evilshop-previews.example',
  'http://a.shop-previews.example',
  'https://A.shop-previews.example',
  'https://a.SHOP-previews.example',
  'https://a.shop-previews.example.',
  'https://a.shop-previews.example:8443',
  'https://a.shop-previews.example:443',
  'https://bücher.shop-previews.example',
  'https://-a.shop-previews.example',
  'https://*.shop-previews.example',
  `https://${'a'.repeat(64)}.shop-previews.example`,
  'null',
  '',
])('%j is none', origin => {
  expect(allowsOrigin(['https://shop.example', PREVIEWS], origin)).toBe(false)
})

test('a pattern has the port that it names', () => {
  const allowed = ['https://*.shop-previews.example:8443']
  expect(allowsOrigin(allowed, 'https://a.shop-previews.example:8443')).toBe(true)
  expect(allowsOrigin(allowed, 'https://a.shop-previews.example')).toBe(false)
})

test('a document names the asking preview, and never the pattern', () => {
  const allowed = ['https://shop.example', PREVIEWS]
  const [exact, preview] = ['https://shop.example', 'https://a.shop-previews.example']
  expect(originsFor(allowed, preview)).toEqual([exact, preview])
  for (const site of [undefined, exact, PREVIEWS, 'https://evil.example'])
    expect(originsFor(allowed, site)).toEqual([exact])
})

test.each(['https://shop.example', 'http://localhost:3000', PREVIEWS, 'https://*.a.shop.example:8443'])(
  '%s may stand in allowed_domains',
  written => {
    expect(isSiteOrigin(written)).toBe(true)
  },
)

test.each([
  'https://*',
  'https://*.',
  'https://*.*.shop.example',
  'https://a.*.shop.example',
  'https://a*.shop.example',
  'http://*.shop.example',
  'https://*.Shop.example',
  'https://*.shop.example.',
  'https://*.shop.example/',
  'https://*.shop.example:443',
  'https://*.bücher.example',
  'https://*.shop.example;script-src *',
])('%s may not', written => {
  expect(isSiteOrigin(written)).toBe(false)
})
