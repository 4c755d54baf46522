import { expect, test } from 'vitest'
import { readCookie, sessionCookie } from './cookie.ts'

test('over https the name says that this host alone set it', () => {
  const cookie = sessionCookie(['https://shop.example'])
  expect(cookie.set('sealed', 60)).toBe(
    '__Host-vitrine-site=sealed; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
  )
  expect(cookie.clear()).toBe('__Host-vitrine-site=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure')
})

test('on this machine, by http, browsers take no such name', () => {
  const cookie = sessionCookie(['http://localhost:3000'])
  expect(cookie.set('sealed', 60)).toBe('vitrine-site=sealed; Path=/; Max-Age=60; HttpOnly; SameSite=Lax')
})

test.each([
  ['session=sealed', 'sealed'],
  ['a=1; session=sealed; b=2', 'sealed'],
  ['session=a=b', 'a=b'],
  ['xsession=other', null],
  ['SESSION=other', null],
  ['session', null],
  ['', null],
  [undefined, null],
  // A neighbour below the same domain put one beside it.
  ['session=sealed; session=theirs', null],
  // Only spaces and tabs around a name are no part of it.
  ['a=1;\t session\t=\t sealed \t', 'sealed'],
  ['\xa0session=theirs', null],
  ['session\xa0=theirs', null],
  ['\x0bsession=theirs', null],
  ['session=sealed; \xa0session=theirs', 'sealed'],
  ...Array.from({ length: 128 }, (_, at) => String.fromCharCode(128 + at)).flatMap(
    byte =>
      [
        [`${byte}session=theirs`, null],
        [`session${byte}=theirs`, null],
      ] as [string, null][],
  ),
])('%s', (header, value) => {
  expect(readCookie(header, 'session')).toBe(value)
})
