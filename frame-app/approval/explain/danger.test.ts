import { expect, it } from 'vitest'
import { en } from '../../words/en.ts'
import { bySeverity, distinct, RED, warn } from './danger.ts'

const placeholders = (text: string) => text.match(/\{\w+\}/g) ?? []

it('a headline of danger has no placeholder that its sentence lacks', () => {
  for (const [key, head] of Object.entries(RED))
    if (head)
      expect(placeholders(en[key as keyof typeof en])).toEqual(expect.arrayContaining(placeholders(en[head])))
})

it('what gives the wallet away is red and is the title; what was not checked is amber', () => {
  expect(warn('danger.unlimited', { who: '0x709…79C8', token: 'TUSD' })).toEqual({
    level: 'red',
    text: '0x709…79C8 can take all your TUSD at any time.',
    headline: 'Let 0x709…79C8 spend all your TUSD',
  })
  expect(warn('danger.delegates', { address: '0x1' }).headline).toBe('Give away your wallet')
  expect(warn('danger.otherDomain', { domain: 'bank.example', host: 'shop.example' }).headline).toBe(
    'Log in to bank.example?',
  )
  expect(warn('danger.notChecked', { network: 'OP Mainnet' })).toEqual({
    level: 'amber',
    text: 'We couldn’t check this transaction on OP Mainnet.',
    headline: null,
  })
})

it('red stands before amber, each in the order in which it was found', () => {
  const [amber, red, other] = [
    warn('danger.suspicious'),
    warn('danger.malicious'),
    warn('danger.toTokenContract'),
  ]
  expect(bySeverity(distinct([amber, red, amber, other]))).toEqual([red, other, amber])
})
