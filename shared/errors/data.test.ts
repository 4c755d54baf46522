import { describe, expect, it } from 'vitest'
import { type ErrorCode, STATUS_BY_CODE } from './codes.ts'
import { allowedData, type ErrorFacts, withData } from './data.ts'

const FACTS: { [Code in keyof ErrorFacts]: Required<ErrorFacts[Code]> } = {
  too_many_requests: { retryAfter: 30 },
  invalid_credentials: { triesLeft: 4 },
  missing_or_invalid_mfa: { triesLeft: 4 },
  mfa_verification_max_attempts_reached: { retryAfter: 30 },
  invalid_captcha: { provider: 'altcha' },
  policy_violation: { heldUntil: 1_700_000_000_000 },
  account_transfer_required: { type: 'email', nonce: 'n'.repeat(43), account: { linked_accounts: [] } },
  allowlist_rejected: {
    errorTitle: 'Members only',
    errorDetail: 'Ask for an invitation.',
    errorCtaText: 'Join',
    errorCtaLink: 'https://shop.example/join',
  },
}
const CODES = Object.keys(STATUS_BY_CODE) as ErrorCode[]

describe('the data of an error', () => {
  it.each(Object.entries(FACTS))('%s has the fields of its list, and no others', (code, facts) => {
    expect(allowedData(code, { ...facts, token: 'secret', userId: 'user_1' })).toEqual(facts)
  })

  it.each(CODES.filter(code => !(code in FACTS)))('%s has none', code => {
    const everything = Object.assign({ token: 'secret', stack: 'at …' }, ...Object.values(FACTS))
    expect(allowedData(code, everything)).toEqual({})
  })

  it.each([
    ['an object', { retryAfter: { seconds: 30 } }],
    ['no fields', {}],
    ['null', null],
    ['text', 'retryAfter'],
    ['nothing', undefined],
  ])('is none where there is %s', (_, given) => {
    expect(withData(allowedData('too_many_requests', given))).toEqual({})
  })

  it.each(['constructor', '__proto__', 'toString', ''])('%s is no code', code => {
    expect(allowedData(code, { retryAfter: 3, name: 'x', length: 1 })).toEqual({})
  })
})
