import { expectNoViolations } from './fixtures/axe.ts'
import type { HostPage, LoginValue } from './fixtures/host-page.ts'
import { expect, test } from './fixtures/test.ts'

interface Changed {
  readonly user: LoginValue['user'] & { readonly linkedAccounts: readonly { readonly type: string }[] }
}

/** Enters number and code on the screen of `link('sms')`. @param own what the person confirms it with; absent: they need not */
async function enterNumber(host: HostPage, number: string, own?: string) {
  await host.phone.fill(number)
  await host.button('Continue').click()
  if (own) await host.confirm(own)
  await host.code.fill(await host.stack.phones.waitForCode(number))
}

async function linkPhone(host: HostPage, number: string, own: string) {
  const link = host.call<Changed>('link', 'sms')
  await enterNumber(host, number, own)
  return link
}

test('a linked phone logs in to the same user', async ({ host, address, number }) => {
  const { user } = await host.logIn(address)
  const linked = await linkPhone(host, number, address)
  expect(linked).toMatchObject({ ok: true, value: { user: { id: user.id, email: { address } } } })
  expect(await host.events()).toContain('userChanged')
  await host.call('logout')
  expect(await host.logInBySms(number)).toMatchObject({ isNewUser: false, user: { id: user.id } })
})

test('after an update only the new address logs in', async ({ host, address }) => {
  const { user } = await host.logIn(address)
  const next = `next-${address}`
  const update = host.call<Changed>('update', 'email')
  await host.email.fill(next)
  await host.button('Continue').click()
  await host.confirm(address)
  await host.code.fill(await host.stack.mailbox.waitForCode(next))
  expect(await update).toMatchObject({ ok: true, value: { user: { id: user.id, email: { address: next } } } })
  await host.call('logout')
  expect(await host.logIn(next)).toMatchObject({ isNewUser: false, user: { id: user.id } })
  await host.call('logout')
  expect(await host.logIn(address)).toMatchObject({ isNewUser: true })
})

test('unlink takes a login when the person says so, but never the last one', async ({
  host,
  address,
  number,
}) => {
  const { user } = await host.logIn(address)
  const refused = host.call('unlink', { type: 'email', address })
  await host.button('Remove').click()
  // Nobody has to prove anything for what cannot be.
  await host.alert.waitFor()
  await host.button('Keep it').click()
  expect(await refused).toMatchObject({ ok: false, error: { code: 'cannot_unlink_sole_account' } })
  await linkPhone(host, number, address)
  const kept = host.call('unlink', { type: 'email', address })
  await host.button('Keep it').click()
  expect(await kept).toMatchObject({ ok: false, error: { code: 'exited_link_flow' } })
  const removal = host.call<Changed>('unlink', { type: 'email', address })
  await host.button('Remove').click()
  await host.confirm(address)
  const unlinked = await removal
  expect(unlinked).toMatchObject({ ok: true, value: { user: { id: user.id } } })
  expect(unlinked.ok && unlinked.value.user.email).toBeUndefined()
  await expect(host.dialog).toBeHidden()
})

test('what nobody finishes ends with its own code', async ({ host, address }) => {
  expect(await host.call('link', 'sms')).toMatchObject({ error: { code: 'must_be_authenticated' } })
  await host.logIn(address)
  const link = host.call('link', 'sms')
  await host.button('Close').click()
  expect(await link).toMatchObject({ ok: false, error: { code: 'exited_link_flow' } })
  const update = host.call('update', 'email')
  await host.button('Close').click()
  expect(await update).toMatchObject({ ok: false, error: { code: 'exited_update_flow' } })
  expect(await host.call('link', 'email')).toMatchObject({ error: { code: 'cannot_link_more_of_type' } })
})

test('the account screen adds and removes a phone, and axe finds nothing in the dark', async ({
  openHost,
  address,
  number,
}) => {
  // Four scans of a whole page.
  test.slow()
  const host = await openHost({ config: { appearance: { theme: 'dark' } } })
  await host.logIn(address)
  const account = host.call('openAccount', { screen: 'logins' })
  await host.button('Add a phone number').click()
  await host.phone.waitFor()
  await expectNoViolations(host)
  await host.country.click()
  await host.country.fill('united')
  await host.frame.getByRole('option', { name: 'United Kingdom' }).waitFor()
  await expectNoViolations(host)
  await enterNumber(host, number)

  const shown = number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2 $3')
  await host.button(`Remove ${shown}`).waitFor()
  await expectNoViolations(host)
  await host.button(`Remove ${shown}`).click()
  await expect(host.button('Remove')).toBeEnabled()
  await host.stillness()
  await expectNoViolations(host)
  await host.button('Remove').click()
  await host.button('Add a phone number').waitFor()
  await expect(host.button(`Remove ${address}`)).toBeHidden()
  await host.button('Close').click()
  expect(await account).toMatchObject({ ok: true })
})
