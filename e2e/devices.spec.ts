import { expectNoViolations } from './fixtures/axe.ts'
import { HostPage } from './fixtures/host-page.ts'
import { expect, test } from './fixtures/test.ts'

test('a person sees where they are logged in, signs the other device out, and reads all of it in their activity', async ({
  host,
  context,
  stack,
  address,
  number,
}) => {
  test.slow()
  await host.logInBySms(number)
  await host.sign('not shown in the activity')
  const link = host.call('link', 'email', { prefill: address })
  await host.button('Continue').click()
  await host.confirm(number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2 $3'))
  await host.code.fill(await stack.mailbox.waitForCode(address))
  expect(await link).toMatchObject({ ok: true })

  const other = await context.browser()?.newContext()
  if (!other) throw new Error('no browser')
  const phone = await (await HostPage.open(other, stack)).ready()
  await phone.logInBySms(number)
  const secret = `await vitrine.getLoginCode()`
  expect(await phone.evaluate(secret)).toMatchObject({ ok: true })

  const account = host.call('openAccount', { screen: 'devices' })
  const out = host.frame.getByRole('button', { name: /^Sign out / })
  await expect(out).toHaveCount(1)
  await expect(host.frame.getByText('This device', { exact: true })).toBeVisible()
  await expectNoViolations(host)
  await out.click()
  await host.button('Sign out').click()
  await expect(host.frame.getByText(/was signed out\.$/)).toBeVisible()
  await expect(host.frame.getByRole('button', { name: /^Sign out / })).toHaveCount(0)
  // At once, and not when its access token expires.
  expect(await phone.evaluate(secret)).toMatchObject({ ok: false })
  await expect
    .poll(() => phone.evaluate('return vitrine.state.authenticated'))
    .toMatchObject({ value: false })

  await host.frame.getByRole('button', { name: 'Show all' }).click()
  await expect(host.frame.getByRole('listitem').locator('bdi:first-child').first()).toHaveText(
    'Signed out another device',
  )
  const rows = host.frame.getByRole('listitem')
  const [first = '', rest = ''] = [address.slice(0, 1), address.split('@')[1]]
  for (const sentence of [
    `Added ${first}•••@${rest}`,
    `Logged in with •••${number.slice(-4)}`,
    'Signed a message',
    'Account created',
  ])
    await expect(rows.filter({ hasText: sentence }).first()).toBeVisible()
  await expect(host.frame.getByText('not shown in the activity')).toHaveCount(0)
  await expectNoViolations(host)
  await host.button('Close').click()
  expect(await account).toMatchObject({ ok: true })
  await other.close()
})
