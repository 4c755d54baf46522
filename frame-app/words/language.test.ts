// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest'
import { ar, failures as arabic } from './ar.ts'
import { en, type WordKey } from './en.ts'
import { es, failures as spanish } from './es.ts'
import { FAILURE_CODES } from './failure-codes.ts'
import { ja, failures as japanese } from './ja.ts'
import { bringLaterWords, chooseLanguage, failureWords, speak } from './language.ts'
import { say, split } from './say.ts'

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
    await speak({ tags: ['es'], overrides: { 'login.intro': 'bei {app}, {nobody}' } }, root)
    expect(say('login.intro', { app: 'Lumen' })).toBe('bei Lumen, {nobody}')
    expect(say('action.close')).toBe(es['action.close'])
  })

  it('takes no words by which approvals and warnings are told', async () => {
    const hostile = {
      'danger.otherDomain': 'All is well.',
      'action.approve': 'Reject',
      'action.approveFor': 'Reject',
      'action.reject': 'Approve',
      'shell.walletOrigin': 'Secured by bank.example',
      'sign.siteSays': 'Checked by your wallet',
      'sign.asks': 'is your bank',
      'sign.success': 'Failed. Sign once more',
      'asset.note': 'This token is genuine.',
      'asset.add': 'Reject',
      'account.removeKeep': 'Remove',
      'account.removeConfirm': 'Keep it',
    }
    await bringLaterWords()
    await speak({ tags: ['en'], overrides: hostile }, root)
    for (const key of Object.keys(hostile) as (keyof typeof hostile)[])
      expect(say(key, { host: '', domain: '', purpose: '' })).not.toBe(hostile[key])
  })

  it('takes no words that do not exist', async () => {
    await speak({ tags: ['en'], overrides: { toString: 'x', 'no.such': 'y' } }, root)
    expect(say('action.done')).toBe('Done')
  })

  it.each(['en', 'es'])('takes a site’s own sentence for a refusal, in %s', async tag => {
    await speak({ tags: [tag], overrides: { 'failure.too_many_requests': 'Take a break.' } }, root)
    expect(failureWords('too_many_requests')).toBe('Take a break.')
  })

  it('tells a person in English what the page’s sentence tells a developer', async () => {
    await bringLaterWords()
    expect(failureWords('must_be_authenticated')).toBe('Your session has ended. Log in again.')
  })

  it('has no sentence of its own for other refusals in English: the server’s is more exact', () => {
    expect(failureWords('too_many_requests')).toBeUndefined()
  })
})
