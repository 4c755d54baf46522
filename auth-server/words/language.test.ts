import { STEP_UP_PURPOSES } from '@vitrine/shared/api/step-up.ts'
import { expect, test } from 'vitest'
import { ACCOUNT_NOTICES, sayNotice } from './account-notice.ts'
import { ERROR_WORDS } from './error-page.ts'
import { HOME_WORDS } from './home.ts'
import { LANGUAGES, languageOf } from './language.ts'
import { LINK_MESSAGES, MESSAGES, STEP_UP_MESSAGES } from './messages.ts'
import { REFUSAL_WORDS } from './refusal.ts'
import { UNDO_WORDS } from './undo.ts'

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
    for (const messages of [MESSAGES, STEP_UP_MESSAGES])
      expect(messages[language].text('x'.repeat(20), code).length).toBeLessThanOrEqual(70)
})

test.each(LANGUAGES)(
  'a notice in %s names the app, the whole addresses and the device, and each kind is another',
  language => {
    const kinds = ['link', 'update', 'unlink', 'device'] as const
    const told = kinds.map(kind =>
      sayNotice({
        ...{
          appName: 'Shop',
          language,
          kind,
          madeWith: 'Firefox · Linux',
          network: '203.0.113.x',
          place: 'Berlin, Germany',
          at: 0,
          undo: null,
          origin: 'https://wallet.example',
        },
        added: { type: 'email', subject: 'new@mail.example' },
        removed: { type: 'phone', subject: '+12025550123', details: { phoneNumber: '+1 202 555 0123' } },
      }),
    )
    expect(new Set(told.map(({ subject }) => subject)).size).toBe(kinds.length)
    for (const { subject, lead, rows } of told) {
      expect(subject).toContain('Shop')
      expect(lead).toContain('Shop')
      const said = rows.map(([, value]) => value).join('\n')
      expect(said).toMatch(/Firefox.*Linux|Linux.*Firefox/)
      expect(said).toMatch(/1970.*UTC/)
      expect(said).toContain('Berlin, Germany')
      expect(said).not.toContain('203.0.113')
    }
    expect(told[0]?.lead).toContain('new@mail.example')
    expect(told[1]?.lead).toMatch(/\+1 202 555 0123.*new@mail\.example|new@mail\.example.*\+1 202 555 0123/)
    expect(told[2]?.lead).toContain('+1 202 555 0123')
    expect(ACCOUNT_NOTICES[language].what('never')).toContain('never')
    expect(new Set(Object.values(UNDO_WORDS[language].outcome)).size).toBe(4)
    expect(STEP_UP_MESSAGES[language].mailSubject('Shop')).toContain('Shop')
    expect(STEP_UP_MESSAGES[language].text('Shop', '123456')).toMatch(/Shop.*123456|123456.*Shop/s)
  },
)

/** Everything that words say, with names in their places. */
const said = (words: unknown): readonly string[] => {
  if (typeof words === 'string') return [words]
  if (typeof words === 'function') return said(words('Shop', 'Shop'))
  return typeof words === 'object' && words !== null ? Object.values(words).flatMap(said) : []
}

// Japanese sets no spaces between its words.
test.each(['en', 'es', 'ar'] as const)(
  'a sentence of a page or message in %s has fewer than 14 words',
  language => {
    const { subject: _subject, lead: _lead, ...notice } = ACCOUNT_NOTICES[language]
    const notices = [...STEP_UP_PURPOSES.filter(it => it !== 'delete'), 'device' as const].flatMap(kind => {
      const account = { type: 'email', subject: 'new@mail.example' }
      const { subject, lead } = sayNotice({
        ...{
          appName: 'Shop',
          language,
          kind,
          madeWith: null,
          at: 0,
          undo: null,
          origin: 'https://wallet.example',
        },
        ...{ added: account, removed: account },
      })
      return [subject, lead]
    })
    const pages = [HOME_WORDS, ERROR_WORDS, REFUSAL_WORDS, UNDO_WORDS].map(words => words[language])
    const codes = [MESSAGES, LINK_MESSAGES, STEP_UP_MESSAGES].map(words => words[language])
    const sentences = [pages, codes, notice, notices]
      .flatMap(said)
      .flatMap(text => text.split(/(?<=[.?!:؟])\s+/))
    expect(sentences.length).toBeGreaterThan(80)
    expect(sentences.filter(sentence => sentence.split(/\s+/).length >= 14)).toEqual([])
  },
)
