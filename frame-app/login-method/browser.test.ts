import { expect, it } from 'vitest'
import { readBrowser } from './browser.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 16; Pixel 9'
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0'

it.each([
  ['Safari on a phone', `${IPHONE} Version/19.1 Mobile/15E148 Safari/604.1`, true, false],
  ['Chrome on an iPhone', `${IPHONE} CriOS/156.0 Mobile/15E148 Safari/604.1`, true, false],
  ['a web view of an iPhone app', `${IPHONE} Mobile/15E148`, true, true],
  ['Instagram on an iPhone', `${IPHONE} Mobile/15E148 Instagram 400.0.0 (iPhone16,2)`, true, true],
  ['Facebook on an iPhone', `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/500.0]`, true, true],
  ['LINE', `${IPHONE} Safari Line/15.1.0`, true, true],
  ['Chrome on Android', `${ANDROID}) ${CHROME} Mobile Safari/537.36`, true, false],
  ['a web view on Android', `${ANDROID}; wv) ${CHROME} Mobile Safari/537.36`, true, true],
  ['a tablet', `${ANDROID}) ${CHROME} Safari/537.36`, false, false],
  ['Chrome on a computer', `Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36`, false, false],
  [
    'Safari on a computer',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Safari/605.1.15',
    false,
    false,
  ],
])('knows %s', (_, agent, isPhone, isInApp) => {
  expect(readBrowser(agent)).toMatchObject({ isPhone, isInApp })
})
