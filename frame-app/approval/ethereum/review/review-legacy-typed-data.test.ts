import type { LegacyTypedData } from '@vitrine/shared/wallet/legacy-typed-data.ts'
import { expect, test } from 'vitest'
import { wallet } from '../../../ui/testing/fake-kernel.ts'
import { say } from '../../../words/say.ts'
import { quoted } from '../../readable-text.ts'
import { withDangerTexts } from '../../testing/danger-texts.ts'
import { FRIEND } from '../../testing/scenes.ts'
import { reviewLegacyTypedData } from './review-legacy-typed-data.ts'

const explained = (fields: LegacyTypedData) =>
  withDangerTexts(reviewLegacyTypedData(fields, 'https://shop.example', wallet.address).explanation)
const text = (name: string, value: string) => ({ type: 'string', name, value })
const unbound = say('danger.anyNetwork')

test('shows each name with its value, in order, though two names are alike', () => {
  const { details, dangers, headline } = explained([
    text('Message', 'Hi, Alice!'),
    { type: 'uint32', name: 'A number', value: '0x10' },
    { type: 'address', name: 'To', value: FRIEND },
    { type: 'uint8[]', name: 'Parts', value: [1, 2] },
    text('Message', 'Once more'),
    text('__proto__', 'Shown too'),
  ])
  expect(headline).toBe(say('approval.headline.typedData'))
  expect(details.map(({ label, value, kind }) => [label, value, kind])).toEqual([
    ['Message', 'Hi, Alice!', 'text'],
    ['A number', '16', 'text'],
    ['To', FRIEND, 'address'],
    ['Parts 1', '1', 'text'],
    ['Parts 2', '2', 'text'],
    ['Message', 'Once more', 'text'],
    ['__proto__', 'Shown too', 'text'],
  ])
  expect(dangers).toEqual([unbound])
})

test.each<[string, LegacyTypedData, string]>([
  [
    'another site',
    [text('site', 'bank.example')],
    say('danger.otherSite', { site: quoted('bank.example'), host: 'shop.example' }),
  ],
  ['hidden characters in a value', [text('Message', 'Pay\u202e001')], say('danger.hidden')],
  ['hidden characters in a name', [text('Pay\u202e001', 'x')], say('danger.hidden')],
  [
    'more values than are shown',
    [{ type: 'uint8[]', name: 'Parts', value: Array.from({ length: 130 }, () => 1) }],
    say('danger.moreThanShown', { count: '10' }),
  ],
])('warns of %s', (_name, fields, danger) => {
  const { dangers } = explained(fields)
  expect(dangers).toContain(danger)
  expect(dangers).toContain(unbound)
})
