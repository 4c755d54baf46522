import { STEP_UP_PURPOSES } from '@vitrine/shared/api/step-up.ts'
import { describe, expect, test } from 'vitest'
import { ACCOUNT_NOTICES, type AccountNotice } from '../words/account-notice.ts'
import { LANGUAGES } from '../words/language.ts'
import { accountNoticeMail } from './account-notice-mail.ts'
import { accountNoticeMessage } from './account-notice-text.ts'

/** That an account was deleted is another message. */
const KINDS = [...STEP_UP_PURPOSES.filter(it => it !== 'delete'), 'device'] as const
const NUMBER = '+1 213 373 4253'
const notice = (changes: Partial<AccountNotice>): AccountNotice => ({
  appName: 'Shop',
  language: 'en',
  kind: 'link',
  added: { type: 'phone', subject: '+12133734253', details: { phoneNumber: NUMBER } },
  removed: { type: 'email', subject: 'ada@example.com' },
  madeWith: 'Firefox · Linux',
  network: '203.0.113.x',
  place: 'Berlin, <Germany>',
  origin: 'https://wallet.example',
  at: 0,
  undo: { url: 'https://wallet.example/account/undo?token=t', until: 1 },
  ...changes,
})

describe.each(LANGUAGES)('in %s', language => {
  test.each(KINDS)('a notice of %s has its own words and its link', kind => {
    const { subject, text, html } = accountNoticeMail('ada@example.com', notice({ language, kind }))
    const message = accountNoticeMessage(NUMBER, notice({ language, kind })).text
    for (const told of [text, html, message]) expect(told).toContain('/account/undo?token=t')
    expect(html).toContain(`>${ACCOUNT_NOTICES[language].undo}</a>`)
    expect(text).toContain('Berlin, <Germany>')
    expect(html).toContain('Berlin, &lt;Germany&gt;')
    for (const told of [text, html]) expect(told).not.toContain('203.0.113')
    for (const told of [subject, text, html, message]) {
      expect(told).toContain('Shop')
      expect(told).not.toContain('undefined')
    }
    const others = KINDS.filter(other => other !== kind)
    for (const other of others)
      expect(accountNoticeMail('ada@example.com', notice({ language, kind: other })).subject).not.toBe(
        subject,
      )
  })
})

test('a number has its plus in front where words are read from the right', () => {
  expect(accountNoticeMail('a@mail.example', notice({ language: 'ar' })).text).toContain(`\u200e${NUMBER}`)
  expect(accountNoticeMail('a@mail.example', notice({})).text).not.toContain('\u200e')
})
