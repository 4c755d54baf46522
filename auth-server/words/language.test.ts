import { expect, test } from 'vitest'
import { languageOf } from './language.ts'
import { MESSAGES } from './messages.ts'

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['es-MX,es;q=0.9,en;q=0.8', 'es'],
  ['de-CH,de;q=0.9', 'en'],
  ['de, ar;q=0.5, ja;q=0.7', 'ja'],
  ['en;q=0.4, es;q=0.4', 'en'],
  ['es;q=0, ja;q=0.1', 'ja'],
  ['*', 'en'],
  ['JA', 'ja'],
  ['constructor, __proto__', 'en'],
  [`${'xx,'.repeat(20)}es`, 'en'],
  ['es;q=2', 'en'],
])('for %j the language is %s', (header, expected) => {
  expect(languageOf(header)).toBe(expected)
})

test('every language has every sentence, with the name and the code in it', () => {
  for (const words of Object.values(MESSAGES)) {
    expect(words.mailSubject('Shop')).toContain('Shop')
    expect(words.mailLead('Shop')).toContain('Shop')
    expect(words.text('Shop', '123456')).toMatch(/Shop.*123456|123456.*Shop/s)
    expect(words.validity).toMatch(/10|١٠/)
    expect(words.ignore).not.toBe('')
  }
})

test('a text message fits one part: 160 characters of GSM 03.38, or 70 where the script needs more room', () => {
  const code = '123456'
  expect(MESSAGES.en.text('x'.repeat(40), code).length).toBeLessThanOrEqual(160)
  for (const language of ['ja', 'ar'] as const)
    expect(MESSAGES[language].text('x'.repeat(20), code).length).toBeLessThanOrEqual(70)
})
