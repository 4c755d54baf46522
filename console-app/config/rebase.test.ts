import { editableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { expect, it } from 'vitest'
import { draftOf, wholeOf } from './draft.ts'
import { withValue } from './paths.ts'
import { rebase } from './rebase.ts'

const before = editableAppConfig.parse({ name: 'Shop' })
const draft = draftOf({ config: before, version: 'a'.repeat(43) })
const mine = {
  ...draft,
  form: withValue(
    withValue(draft.form, 'name', 'Mine'),
    'embedded_wallet_config.mode',
    'legacy-embedded-wallets-only',
  ),
}

it('puts the operator’s changes on what another saved, and names what both changed', () => {
  const theirs = { ...before, name: 'Theirs', sms_auth: true, theme: 'dark' }
  const rebased = rebase(mine, { config: theirs, version: 'b'.repeat(43) })
  const whole = rebased && wholeOf(rebased.draft)
  expect(whole?.ok && whole.config).toEqual({
    ...theirs,
    name: 'Mine',
    embedded_wallet_config: { ...before.embedded_wallet_config, mode: 'legacy-embedded-wallets-only' },
  })
  expect(rebased?.draft.base.version).toBe('b'.repeat(43))
  expect(rebased?.clashes).toEqual(['name'])
})

it('calls nothing a clash that both changed alike', () => {
  expect(rebase(mine, { config: { ...before, name: 'Mine' }, version: 'b'.repeat(43) })?.clashes).toEqual([])
})

it('waits for a draft that is a config', () => {
  expect(rebase({ ...mine, rest: '{' }, { config: before, version: 'b'.repeat(43) })).toBeNull()
})
