import { expect, test } from 'vitest'
import { originContradictions, originNotes } from './origin-contradictions.ts'

const found = (...allowed_domains: string[]) => originContradictions({ allowed_domains })

test.each([
  'https://shop.example',
  'http://localhost:3000',
  'http://127.0.0.1:3000',
  'http://[::1]:3000',
  'https://*.shop-previews.example',
  'https://*.previews.shop.co.uk:8443',
  'https://*.team.vercel.app',
  'http://tauri.localhost',
  'capacitor://localhost',
  'tauri://localhost',
  'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
])('%s may embed an app', origin => {
  expect(found(origin)).toEqual([])
})

test('an app that no site may embed is refused', () => {
  expect(found()).toEqual([expect.stringMatching(/^allowed_domains: .* has no use/)])
})

test.each(['http://shop.example', 'http://10.0.0.1', 'http://localhost.shop.example', 'http://127.0.0.2'])(
  '%s is refused: whoever is on the way could be that site',
  origin => {
    expect(found('https://shop.example', origin)).toEqual([
      expect.stringMatching(/^allowed_domains\.1: http:.* in the clear/),
    ])
  },
)

test.each([
  'https://*.example',
  'https://*.com',
  'https://*.co.uk',
  'https://*.vercel.app',
  'https://*.github.io',
  'https://*.pages.dev:8443',
  'https://*.anything.ck',
  'https://*.localhost',
])('%s is refused: anybody can have a name there', pattern => {
  expect(found(pattern)).toEqual([expect.stringMatching(/^allowed_domains\.0: below .* anybody/)])
})

test('the risk of previews is told where they are set', () => {
  expect(originNotes({ allowed_domains: ['https://shop.example'] })).toEqual([])
  expect(originNotes({ allowed_domains: ['https://*.shop-previews.example'] })).toEqual([
    expect.stringContaining('whoever can publish a page at any such name stands in your site’s place'),
  ])
})

test('the risk of an origin that every app can have is told where it is set', () => {
  expect(originNotes({ allowed_domains: ['chrome-extension://abcdefghijklmnopabcdefghijklmnop'] })).toEqual(
    [],
  )
  expect(originNotes({ allowed_domains: ['capacitor://localhost'] })).toEqual([
    expect.stringContaining('every app on a person’s device can have pages of this origin'),
  ])
})
