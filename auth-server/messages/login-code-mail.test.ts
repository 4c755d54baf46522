import { CODE_PURPOSES } from '@vitrine/shared/otp/code.ts'
import { describe, expect, test } from 'vitest'
import { OWN_MACHINE } from '../words/asked-from.ts'
import { LANGUAGES } from '../words/language.ts'
import { loginCodeMail } from './login-code-mail.ts'
import { mailIconOf } from './mail-icon.ts'
import type { CodeToTell } from './message.ts'

const mail = (changes: Partial<CodeToTell> = {}) =>
  loginCodeMail({
    ...{ to: 'ada@mail.example', appName: 'Shop', code: '135790', language: 'en', purpose: 'login' },
    origin: 'https://wallet.example',
    from: { browser: 'Firefox', system: 'Linux', network: '203.0.113.x', place: 'Berlin, <Germany>' },
    ...changes,
  } as CodeToTell)

describe.each(LANGUAGES)('in %s', language => {
  test.each(CODE_PURPOSES)(
    'a code for %s has a title, the site, device and place, as text and as HTML',
    purpose => {
      const { subject, text, html } = mail({ language, purpose, icon: 'https://shop.example/icon.png' })
      expect(html).toContain(`<title>${subject}</title>`)
      expect(html).toMatch(new RegExp(`<h1 [^>]*>${subject}</h1>`))
      expect(html).toContain('<img src="https://shop.example/icon.png" alt="S" width="48" height="48"')
      for (const told of [text, html]) {
        for (const said of [subject, 'Shop', '135790', 'Firefox', 'Linux', 'Berlin, ', 'wallet.example'])
          expect(told).toContain(said)
        expect(told).not.toContain('undefined')
        expect(told).not.toContain('203.0.113')
      }
    },
  )
})

test('the code is the only six digits, so that no program takes another number for it', () => {
  for (const told of [mail().text, mail().html]) expect(told.match(/\d{6}/g)).toEqual(['135790'])
})

test('the code is read from the left where words are read from the right', () => {
  const { html } = mail({ language: 'ar' })
  expect(html).toContain('<html lang="ar" dir="rtl">')
  expect(html).toMatch(/<p [^>]*unicode-bidi:isolate" dir="ltr">135790<\/p>/)
  // Neither name turns the row around that it begins.
  expect(html).toMatch(/<td [^>]*>Firefox على Linux<\/td>/)
})

test('a code that adds an address is not told as one that logs in', () => {
  expect(mail({ purpose: 'link' }).subject).toBe('Confirm your email for Shop')
  expect(mail({ purpose: 'link' }).text).not.toContain('log in')
})

test('is light and dark, loads nothing but the site’s picture and runs nothing', () => {
  const { html } = mail({ icon: 'https://shop.example/icon.png' })
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  expect(html).toContain('@media (prefers-color-scheme:dark)')
  expect(html.match(/https?:[^"]*/g)).toEqual(['https://shop.example/icon.png'])
  expect(html).not.toMatch(/<script|url\(|@import/)
  expect(mail().html).not.toContain('<img')
})

test.each([null, 'http://shop.example/icon.png', 'https://a" onerror="b', "https://a'b", 'https://a b'])(
  'of the icon %j a mail has nothing',
  icon_url => expect(mailIconOf({ icon_url })).toEqual({}),
)

test.each([
  ['en', 'Place: An unknown place'],
  ['es', 'Lugar: Un lugar desconocido'],
  ['ja', '場所: 不明な場所'],
  ['ar', 'المكان: مكان غير معروف'],
] as const)('says in %s that the place is unknown, and no address', (language, row) => {
  const { text, html } = mail({ language, from: { network: '203.0.113.x' } })
  expect(text).toContain(row)
  for (const told of [text, html]) expect(told).not.toContain('203.0.113')
})

test('escapes the name of a place', () => {
  expect(mail().html).toContain('Berlin, &lt;Germany&gt;')
})

test('on a development server the place is its own machine', () => {
  expect(mail({ from: { network: OWN_MACHINE } }).text).toContain('Place: This computer')
})

test('of a device that nobody knows, and a network that is none, it says nothing', () => {
  const { text } = mail({ from: {} })
  expect(text).not.toMatch(/Device|Place/)
})
