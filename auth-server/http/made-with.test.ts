import { expect, test } from 'vitest'
import { madeBy, madeWithBrowser } from './made-with.ts'

const read = (headers: Readonly<Record<string, string>>) => {
  const { createdWithBrowser, createdWithOs, createdWithDevice } = madeWithBrowser(name => headers[name])
  return [createdWithBrowser, createdWithOs, createdWithDevice]
}
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0'

test.each([
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} Safari/537.36`, 'Chrome', 'macOS', 'Mac'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    ...['Safari', 'macOS', 'Mac'],
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/150.0 Mobile/15E148 Safari/604.1',
    ...['Chrome', 'iOS', 'iPhone'],
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    ...['Safari', 'iOS', 'iPad'],
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/150.0.0.0`,
    'Edge',
    'Windows',
    'PC',
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    ...['Samsung Internet', 'Android', 'Android phone'],
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Safari/537.36`, 'Chrome', 'Android', 'Android tablet'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', ...['Firefox', 'Linux', 'PC']],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, 'Chrome', 'ChromeOS', 'Chromebook'],
  ['curl/8.0', undefined, undefined, undefined],
])('%s', (agent, ...names) => {
  expect(read({ 'user-agent': agent })).toEqual(names)
})

test('a browser that names itself in its client hints alone', () => {
  const agent = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} Safari/537.36`
  expect(read({ 'user-agent': agent, 'sec-ch-ua': '"Brave";v="150", "Chromium";v="150"' })[0]).toBe('Brave')
})

test('a header says no more than which of our names it is, and nothing where it is none', () => {
  expect(madeWithBrowser(() => '<b>Your account was closed</b> Firefox/1 Windows')).toEqual({
    createdWithBrowser: 'Firefox',
    createdWithOs: 'Windows',
    createdWithDevice: 'PC',
  })
  expect(madeWithBrowser(() => undefined)).toEqual({})
  expect(madeWithBrowser(() => `${' '.repeat(512)}Firefox/1`)).toEqual({})
})

test('who keeps the passkey, where its authenticator says so', () => {
  expect(madeBy('fbfc3007-154e-4ecc-8c0b-6e020557d7bd')).toEqual({ authenticatorName: 'iCloud Keychain' })
  expect(madeBy('00000000-0000-0000-0000-000000000000')).toEqual({})
  expect(madeBy('constructor')).toEqual({})
})
