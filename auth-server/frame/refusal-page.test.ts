import { expect, test } from 'vitest'
import { renderRefusal } from './refusal-page.ts'

const ORIGIN = 'https://wallet.example'
const app = { name: '<i>Shop</i>', allowed_domains: ['https://shop.example', 'https://other.example'] }

test('opened outside of a site it names the app as its operator does, and leads to its site', () => {
  const html = renderRefusal('no-origin', 'en', ORIGIN, app)
  expect(html).toContain('<bdi><strong>&lt;i&gt;Shop&lt;/i&gt;</strong></bdi>')
  expect(html).toContain(
    '<a class="button" href="https://shop.example" rel="noreferrer" target="_top">Open shop.example</a>',
  )
  expect(html).not.toContain('<script')
})

test('of an app that no site lists it has no link', () => {
  const html = renderRefusal('no-origin', 'ar', ORIGIN, { ...app, allowed_domains: [] })
  expect(html).toContain('dir="rtl"')
  expect(html).not.toContain('<a ')
})

test.each(['origin', 'unknown-app'] as const)('asked for by a page it names no site of ours: %s', reason => {
  expect(renderRefusal(reason, 'en', ORIGIN)).not.toMatch(/<a |https:\/\/shop/)
})
