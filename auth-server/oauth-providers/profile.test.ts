import { expect, test } from 'vitest'
import type { ClientSettings } from './client-settings.ts'
import { profileOf } from './registry.ts'

const SETTINGS: ClientSettings = {
  client_id: 'shop',
  issuer: null,
  authorization_endpoint: 'https://provider.example/authorize',
  token_endpoint: 'https://provider.example/token',
  userinfo_endpoint: null,
  jwks_uri: null,
  emails_endpoint: null,
  scopes: [],
  team_id: null,
  key_id: null,
}

const says = (name: string, claims: object, settings = SETTINGS) => {
  const told = { sub: '1', id: '1', email_verified: true, verified: true, ...claims }
  return profileOf(name, { claims: told, userinfo: told, emails: [] }, settings).isEmailVerified
}

test.each([
  ['google', { email: 'Ada@Gmail.com' }, true],
  ['google', { email: 'ada@googlemail.com' }, true],
  ['google', { email: 'ada@shop.example', hd: 'Shop.example' }, true],
  ['google', { email: 'ada@shop.example' }, false],
  ['google', { email: 'ada@shop.example', hd: 'other.example' }, false],
  ['google', { email: 'ada@gmail.com.shop.example' }, false],
  ['google', { email: 'ada@gmail.com', email_verified: false }, false],
  ['apple', { email: 'ada@icloud.com' }, true],
  ['apple', { email: 'x1@privaterelay.appleid.com' }, true],
  ['apple', { email: 'ada@gmail.com' }, false],
  ['discord', { email: 'ada@gmail.com' }, false],
  ['custom:bank', { email: 'ada@gmail.com', hd: 'gmail.com' }, false],
])('the word of %s that %j is verified counts: %s', (name, claims, counts) => {
  expect(says(name, claims)).toBe(counts)
})

test('it counts for every address where the operator says so, and for none that the provider has not checked', () => {
  const trusting = { ...SETTINGS, trust_email_verified: true }
  expect(says('discord', { email: 'ada@gmail.com' }, trusting)).toBe(true)
  expect(says('custom:bank', { email: 'ada@bank.example' }, trusting)).toBe(true)
  expect(says('custom:bank', { email: 'ada@bank.example', email_verified: false }, trusting)).toBe(false)
})
