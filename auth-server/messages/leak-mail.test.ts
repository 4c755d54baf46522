import { expect, test } from 'vitest'
import { LANGUAGES } from '../words/language.ts'
import { leakMail } from './leak-mail.ts'

const notice = { appName: 'Shop', language: 'en', origin: 'https://wallet.example' } as const

test.each(LANGUAGES)('in %s it has words of its own, the site’s name, and no link', language => {
  const { subject, text, html } = leakMail('ada@mail.example', { ...notice, language })
  for (const told of [subject, text, html]) {
    expect(told).toContain('Shop')
    expect(told).not.toMatch(/undefined|https?:|href/)
  }
  const others = LANGUAGES.filter(other => other !== language)
  for (const other of others)
    expect(leakMail('ada@mail.example', { ...notice, language: other }).subject).not.toBe(subject)
})

test('a name of a site makes no line and no header of its own', () => {
  const { subject, text } = leakMail('ada@mail.example', {
    ...notice,
    appName: `Shop\r\nBcc: ${'x'.repeat(99)}`,
  })
  expect(subject).not.toMatch(/[\r\n]/)
  expect(subject.length).toBeLessThan(120)
  expect(text.split('\n')[0]).toBe(subject)
})
