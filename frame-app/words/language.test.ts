// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest'
import { ar, failures as arabic } from './ar.ts'
import { en, type WordKey } from './en.ts'
import { captcha } from './en-captcha.ts'
import { failures as english } from './en-later.ts'
import { es, failures as spanish } from './es.ts'
import { FAILURE_CODES } from './failure-codes.ts'
import { ja, failures as japanese } from './ja.ts'
import { bringLaterWords, failureWords, speak, teach, words } from './language.ts'
import { chooseLanguage } from './packs.ts'
import { say, split } from './say.ts'
import { isIn, WORD_CLASSES, type WordClass } from './word-classes.ts'

const root = document.documentElement
const keys = Object.keys(en) as WordKey[]
const placeholders = (text: string) =>
  split(text)
    .flatMap(part => (part.isPlaceholder ? part.text : []))
    .sort()

afterEach(() => speak({ tags: ['en'], overrides: {} }, root))

describe.each([
  ['es', es, spanish],
  ['ja', ja, japanese],
  ['ar', ar, arabic],
] as const)('%s', (language, words, failures) => {
  it('has every word and no other', () => {
    expect(Object.keys(words).sort()).toEqual([...keys].sort())
    expect(Object.keys(failures).sort()).toEqual([...FAILURE_CODES].sort())
    expect([...Object.values(words), ...Object.values(failures)].filter(text => text.trim() === '')).toEqual(
      [],
    )
  })

  it('has the placeholders of the English', () => {
    const counts = (text: string) => [...new Set(placeholders(text))]
    expect(keys.filter(key => `${counts(words[key])}` !== `${counts(en[key])}`)).toEqual([])
  })

  it('is no English', () => {
    // Names and samples that are the same everywhere.
    const same = keys.filter(key => words[key] === en[key])
    const alike: readonly WordKey[] = ['email.placeholder', 'sms.channelWhatsapp']
    expect(same.filter(key => !alike.includes(key))).toEqual([])
  })

  it('is spoken when asked for, in its direction', async () => {
    await speak({ tags: [`${language}-419`, 'en'], overrides: {} }, root)
    expect(say('action.continue')).toBe(words['action.continue'])
    for (const code of FAILURE_CODES) expect(failureWords(code)).toBe(failures[code])
    expect(failureWords('constructor')).toBeUndefined()
    expect([root.lang, root.dir]).toEqual([language, language === 'ar' ? 'rtl' : 'ltr'])
  })
})

describe('English', () => {
  it('says one short thing in a sentence: fewer than 14 words', () => {
    /** As the specification has it. */
    const asSpecified: readonly string[] = ['limit.sentence']
    const words = (sentence: string) => sentence.split(/\s+/).filter(word => /[\w{]/.test(word)).length
    const isLong = (text: string) => text.split(/(?<=[.?!])\s+/).some(sentence => words(sentence) >= 14)
    const tooLong = Object.entries({ ...en, ...english }).filter(([, text]) => isLong(text))
    expect(tooLong.map(([key]) => key)).toEqual(asSpecified)
  })

  it('writes “email”', () => {
    expect(Object.values({ ...en, ...english }).filter(text => /e-mail/i.test(text))).toEqual([])
  })
})

describe('language', () => {
  it.each([
    [['de-CH', 'es-MX', 'en'], 'es'],
    [['en-GB', 'es'], 'en'],
    [['AR'], 'ar'],
    [['de', 'fr'], 'en'],
    [['constructor', '__proto__', ''], 'en'],
    [[], 'en'],
  ])('of %j is %s', (tags, expected) => {
    expect(chooseLanguage(tags)).toBe(expected)
  })

  it('takes a site’s own words, in any language, and leaves the rest', async () => {
    await speak({ tags: ['es'], overrides: { page: { 'login.intro': 'bei {app}, {nobody}' } } }, root)
    expect(say('login.intro', { app: 'Lumen' })).toBe('bei Lumen, {nobody}')
    expect(say('action.close')).toBe(es['action.close'])
  })

  it('has every word in exactly one class', () => {
    const classes = Object.keys(WORD_CLASSES) as WordClass[]
    expect(keys.filter(key => classes.filter(list => isIn(list, key)).length !== 1)).toEqual([])
    const isOfNothing = (entry: string) =>
      !keys.some(key => (entry.endsWith('*') ? key.startsWith(entry.slice(0, -1)) : key === entry))
    expect(Object.values(WORD_CLASSES).flat().filter(isOfNothing)).toEqual([])
  })

  it('lets a page reword the landing, the operator what is not fixed, and nobody the rest', async () => {
    teach(captcha)
    await bringLaterWords()
    const reworded = (whose: string) => Object.fromEntries(keys.map(key => [key, `${whose} ${key}`]))
    for (const whose of ['page', 'operator'] as const) {
      await speak({ tags: ['en'], overrides: { [whose]: reworded(whose) } }, root)
      for (const key of keys) {
        const isTheirs = isIn('page', key) || (whose === 'operator' && isIn('operator', key))
        expect(words()[key], key).toBe(isTheirs ? `${whose} ${key}` : en[key])
      }
    }
  })

  it('never calls a screen that adds a way into the account, or its fields, by the page’s words', async () => {
    const overrides = {
      page: {
        'email.linkTitle': 'Claim your 50 USDC gift',
        'email.linkSentence': 'We’ll send you the gift.',
        'email.label': 'Gift',
        'code.title': 'Your gift is here',
        'code.label': 'Enter the gift code',
        'code.sentence': 'Enter the gift code',
      },
    }
    await bringLaterWords()
    await speak({ tags: ['en'], overrides }, root)
    for (const key of Object.keys(overrides.page) as (keyof typeof overrides.page)[])
      expect(words()[key]).toBe(en[key])
  })

  it('takes no words that do not exist', async () => {
    await speak({ tags: ['en'], overrides: { operator: { toString: 'x', 'no.such': 'y' } } }, root)
    expect(say('action.continue')).toBe('Continue')
    expect(words()).not.toHaveProperty('no.such')
  })

  it.each(['en', 'es'])(
    'takes the operator’s sentence for a refusal, and not the page’s, in %s',
    async tag => {
      const failure = { 'failure.too_many_requests': 'Take a break.' }
      await speak({ tags: [tag], overrides: { page: failure } }, root)
      expect(failureWords('too_many_requests')).not.toBe('Take a break.')
      await speak({ tags: [tag], overrides: { operator: failure } }, root)
      expect(failureWords('too_many_requests')).toBe('Take a break.')
    },
  )

  it('tells a person in English what the page’s sentence tells a developer', async () => {
    await bringLaterWords()
    expect(failureWords('must_be_authenticated')).toBe('Your session has ended. Log in again.')
  })

  it('has no sentence of its own for other refusals in English: the server’s is more exact', () => {
    expect(failureWords('too_many_requests')).toBeUndefined()
  })
})
