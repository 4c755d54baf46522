import { describe, expect, it } from 'vitest'
import { en } from './en.ts'
import { say, split } from './say.ts'

describe('words', () => {
  it('fills placeholders', () => {
    expect(say('code.resendIn', { seconds: 12 })).toBe('in 12 s')
    expect(say('action.continue')).toBe('Continue')
  })

  it('takes values as they are', () => {
    const sentence = say('danger.otherDomain', { domain: '{host}', host: '$& shop.example' })
    expect(sentence).toContain('logs you in to {host}, but $& shop.example is asking')
  })

  it('cuts a sentence at its placeholders', () => {
    expect(split(en['login.agreeTerms'])).toEqual([
      { text: 'By continuing, you agree to the ', isPlaceholder: false },
      { text: 'terms', isPlaceholder: true },
      { text: '.', isPlaceholder: false },
    ])
  })

  it('keeps the names that sites find controls by', () => {
    const names = ['Approve', 'Back', 'Close', 'Continue', 'Done', 'Reject', 'Try again']
    expect(Object.values(en)).toEqual(
      expect.arrayContaining([...names, 'Email', 'Verification code', 'Resend code']),
    )
  })
})
