import { expect, test } from 'vitest'
import { LANGUAGES } from '../words/language.ts'
import { deletionMail, deletionMessage } from './deletion-message.ts'

const notice = {
  appName: 'Shop',
  language: 'en',
  bySite: true,
  at: 0,
  origin: 'https://wallet.example',
} as const

test.each(LANGUAGES)('in %s it says who deleted the account, and has no link', language => {
  const own = { ...notice, language }
  const { subject, text, html } = deletionMail('ada@mail.example', own)
  const { text: short } = deletionMessage('+12025550123', own)
  for (const told of [subject, text, html, short]) {
    expect(told).toContain('Shop')
    expect(told).not.toMatch(/undefined|https?:|href/)
  }
  for (const bySelf of [
    deletionMail('ada@mail.example', { ...own, bySite: false }).text,
    deletionMessage('+12025550123', { ...own, bySite: false }).text,
  ])
    expect([text, short]).not.toContain(bySelf)
  for (const other of LANGUAGES.filter(it => it !== language))
    expect(deletionMail('ada@mail.example', { ...notice, language: other }).subject).not.toBe(subject)
})

test('a name of a site makes no line and no header of its own', () => {
  const appName = `Shop\r\nBcc: ${'x'.repeat(99)}`
  const { subject, text } = deletionMail('ada@mail.example', { ...notice, appName })
  expect(subject).not.toMatch(/[\r\n]/)
  expect(subject.length).toBeLessThan(120)
  expect(text.split('\n')[0]).toBe(subject)
  expect(deletionMessage('+12025550123', { ...notice, appName }).text).not.toMatch(/[\r\n]/)
})
