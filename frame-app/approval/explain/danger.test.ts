import { expect, it } from 'vitest'
import { en } from '../../words/en.ts'
import { bySeverity, distinct, RED, warn } from './danger.ts'

const placeholders = (text: string) => text.match(/\{\w+\}/g) ?? []

it('a headline of danger has no placeholder that its sentence lacks', () => {
  for (const [key, head] of Object.entries(RED))
    expect(placeholders(en[key as keyof typeof en])).toEqual(expect.arrayContaining(placeholders(en[head])))
})

it('whatever is red has a headline of its own: no batch keeps its harmless one', () => {
  expect(Object.keys(RED).length).toBeGreaterThan(20)
  for (const head of Object.values(RED)) expect(en[head]).not.toBe('')
})

it('what gives the wallet away is red and is the title; what was not checked is amber', () => {
  expect(warn('danger.unlimited', { who: '0x709…79C8', token: 'TUSD' })).toEqual({
    level: 'red',
    text: '0x709…79C8 can take all your TUSD at any time.',
    headline: 'Let 0x709…79C8 spend all your TUSD',
    rank: Object.keys(RED).indexOf('danger.unlimited'),
  })
  expect(warn('danger.delegates', { address: '0x1' }).headline).toBe('Give away your wallet')
  expect(warn('danger.otherDomain', { domain: 'bank.example', host: 'shop.example' }).headline).toBe(
    'Log in to bank.example?',
  )
  expect(warn('danger.notChecked', { network: 'OP Mainnet' })).toEqual({
    level: 'amber',
    text: 'We couldn’t check this transaction on OP Mainnet.',
    headline: null,
    rank: Object.keys(RED).length,
  })
})

it('red stands before amber, and the most severe of them first, whichever was found first', () => {
  const [amber, lost, all, later] = [
    warn('danger.suspicious'),
    warn('danger.toTokenContract'),
    warn('danger.unlimited', { who: '0x1', token: 'TUSD' }),
    warn('danger.willFail'),
  ]
  expect(bySeverity(distinct([amber, lost, amber, all, later]))).toEqual([all, lost, amber, later])
})
