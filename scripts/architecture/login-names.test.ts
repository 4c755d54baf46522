import { describe, expect, it } from 'vitest'
import { OTHER_MEANINGS, strayMethodNames } from './login-names.ts'
import { parseModule } from './module.ts'

const ACCOUNTS = { sms: ['phone'], 'custom-jwt': ['custom_auth'] }

const stray = (sources: Record<string, string>) =>
  strayMethodNames(
    Object.entries(sources).map(([path, text]) => ({ path, text })),
    Object.entries(sources).map(([path, text]) => parseModule(path, text)),
    ACCOUNTS,
  )

describe('a login method is named elsewhere', () => {
  it.each([
    ['as a string', `export const method = 'sms'`, 'sms'],
    ['as a type', `export type Method = 'custom-jwt' | null`, 'custom-jwt'],
    ['by its account', `if (account.type === 'phone') remove()`, 'phone'],
    ['as a key', `export const flags = { 'custom-jwt': 1 }`, 'custom-jwt'],
    ['in SQL', "export const query = sql`delete from accounts where type = 'custom_auth'`", 'custom_auth'],
    ['in a template', 'export const method = `sms`', 'sms'],
    ['in JSX', `export const row = <Row method="sms" />`, 'sms'],
  ])('%s', (_, text, word) => {
    expect(stray({ 'frame-app/kernel/kernel.tsx': text })).toEqual([
      `frame-app/kernel/kernel.tsx: names "${word}"`,
    ])
  })

  it.each([
    `import { smsRow } from '../login/sms/row.tsx'`,
    `import type { Flow } from '../login/sms/flow.ts'`,
    `export const load = () => import('../login/sms/card.tsx')`,
    `import { initRequest } from '@vitrine/shared/api/login/sms.ts'`,
    `import { sms } from '@vitrine/shared/login/sms.ts'`,
  ])('by %s', text => {
    expect(stray({ 'frame-app/account/icons.ts': text })).toEqual([
      'frame-app/account/icons.ts: imports the files of "sms"',
    ])
  })
})

it.each([
  'shared/login/sms.ts',
  'shared/api/login/sms.ts',
  'shared/login/registry.ts',
  'frame-app/login/sms/flow.ts',
  'frame-app/login/registry.ts',
  'auth-server/login/sms/routes.ts',
  'auth-server/otp/otp.test.ts',
  'frame-app/words/en.ts',
  'examples/shop/shop.ts',
])('%s may name a method', path => {
  expect(stray({ [path]: `export const method = 'sms'; import '@vitrine/shared/login/sms.ts'` })).toEqual([])
})

it('what only contains a name is another word', () => {
  const text = `export const words = ['smsGateway', 'phoneNumber', '/passwordless_sms', 'by sms or phone']`
  expect(stray({ 'auth-server/settings.ts': text })).toEqual([])
})

it('a word with another meaning is let through in its file alone, and as long as it stands there', () => {
  const path = 'auth-server/messages/account-notice-text.ts'
  expect(OTHER_MEANINGS[path]?.words).toEqual(['sms'])
  expect(stray({ [path]: `export const channel = 'sms'` })).toEqual([])
  expect(stray({ [path]: `export const channel = 'phone'` })).toEqual([
    `${path}: names "phone"`,
    `${path}: no longer has the word "sms"`,
  ])
})
