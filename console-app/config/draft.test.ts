import { editableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { expect, it } from 'vitest'
import { draftOf, isChanged, place, wholeOf } from './draft.ts'
import { withValue } from './paths.ts'

const config = editableAppConfig.parse({ name: 'Shop', chains: [] })
const draft = draftOf({ config, version: 'v'.repeat(43) })

it('loses nothing of a config between its controls and its JSON', () => {
  const whole = wholeOf(draft)
  expect(whole.ok && whole.config).toEqual(config)
  expect(isChanged(draft)).toBe(false)
})

it('knows that something was changed, in a control or in the text', () => {
  expect(isChanged({ ...draft, form: withValue(draft.form, 'name', 'Blog') })).toBe(true)
  expect(isChanged({ ...draft, rest: `${draft.rest} ` })).toBe(true)
})

it('leaves out what has no value, and what then holds nothing', () => {
  const path = 'embedded_wallet_config.ethereum.create_on_login'
  const own = draftOf({
    config: editableAppConfig.parse({
      name: 'Shop',
      embedded_wallet_config: { ethereum: { create_on_login: 'all-users' } },
    }),
    version: 'v'.repeat(43),
  })
  const whole = wholeOf({ ...own, form: withValue(own.form, path, undefined) })
  expect(whole.ok && editableAppConfig.parse(whole.config)).toEqual(config)
})

it.each([
  ['no JSON', '{\n "chains": [,]\n}', 2, 'comma too many'],
  ['no object', '[]', 1, 'Write an object'],
  [
    'what has a control',
    '{\n "chains": [],\n "embedded_wallet_config": {\n  "mode": "x" } }',
    4,
    'has a field above',
  ],
])('says at which line there is %s', (_name, rest, line, reason) => {
  expect(wholeOf({ ...draft, rest })).toMatchObject({
    ok: false,
    problem: { line, reason: expect.stringContaining(reason) },
  })
})

it('puts a problem to the control that it regards, else to its line', () => {
  const rest = '{\n "chains": [\n  { "id": 0 } ],\n "embedded_wallet_config": { "icloud": 1 } }'
  const whole = wholeOf({ ...draft, rest })
  if (!whole.ok) throw new Error(whole.problem.reason)
  const placed = place(
    [
      { field: 'allowed_domains.1', reason: 'Write an origin.' },
      { field: 'allowed_domains', reason: 'Name one.' },
      { field: 'chains.0.id', reason: 'Must be positive.' },
      { field: 'embedded_wallet_config.icloud', reason: 'Not right.' },
      { field: '', reason: 'Turn a login on.' },
    ],
    whole.lineOf,
  )
  expect([...placed.byField]).toEqual([['allowed_domains', 'Write an origin. Name one.']])
  expect(placed.byLine).toEqual([
    { line: 3, reason: 'chains.0.id: Must be positive.' },
    { line: 4, reason: 'embedded_wallet_config.icloud: Not right.' },
  ])
  expect(placed.general).toEqual(['Turn a login on.'])
})
