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
])('%s', (header, value) => {
  expect(readCookie(header, 'session')).toBe(value)
})
