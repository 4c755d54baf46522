import { expect, it } from 'vitest'
import { draw } from './draw.ts'

it('shows the dialog of the config as it is edited', () => {
  const drawn = draw({ config: { name: 'Shop', guest_auth: true, theme: 'dark' }, scheme: 'config' })
  expect(drawn).toMatchObject({
    ok: true,
    config: { appearance: { theme: 'dark' }, login: { primary: [{ method: 'email' }, { method: 'guest' }] } },
  })
  expect(draw({ config: { name: 'Shop', theme: 'dark' }, scheme: 'light' })).toMatchObject({
    config: { appearance: { theme: 'light' } },
  })
})

it.each([
  ['has a problem', { name: 7 }],
  ['has a problem', null],
  ['login', { name: 'Shop', email_auth: false }],
])('says that there would be no dialog: it %s', (reason, config) => {
  expect(draw({ config, scheme: 'config' })).toMatchObject({
    ok: false,
    reason: expect.stringContaining(reason),
  })
})
