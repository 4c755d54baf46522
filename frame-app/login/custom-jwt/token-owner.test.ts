import { expect, it } from 'vitest'
import { user } from '../../ui/testing/fake-kernel.ts'
import { isTokenOf } from './token-owner.ts'

const ada = {
  ...user,
  linkedAccounts: [
    { type: 'custom_auth' as const, customUserId: 'Ada ♥', firstVerifiedAt: null, latestVerifiedAt: null },
  ],
}
const token = (claims: unknown) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`

it.each([
  ['the user’s id in the claim', token({ sub: 'Ada ♥' }), 'sub', true],
  ['in a claim of the operator’s choice', token({ id: 'Ada ♥', sub: 'other' }), 'id', true],
  ['another user', token({ sub: 'Bob' }), 'sub', false],
  ['the id in another claim', token({ azp: 'Ada ♥' }), 'sub', false],
  ['no object', token('Ada ♥'), 'sub', false],
  ['nothing at all', token(null), 'sub', false],
  ['no JWT', 'Ada', 'sub', false],
])('%s', (_name, given, claim, expected) => {
  expect(isTokenOf(given, ada, claim)).toBe(expected)
})

it('a user without such an account is nobody’s', () => {
  expect(isTokenOf(token({}), user, 'sub')).toBe(false)
})
