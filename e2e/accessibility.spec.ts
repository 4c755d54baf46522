import { expectNoViolations } from './fixtures/axe.ts'
import { expect, test } from './fixtures/test.ts'

/** In the light `languages.spec.ts` looks at them. */
const options = { config: { appearance: { theme: 'dark' } } }

test('axe finds nothing on the screens of a login in the dark', async ({ openHost, address }) => {
  const host = await openHost(options)
  void host.call('login')
  await host.email.waitFor()
  await expectNoViolations(host)

  await host.email.fill('nobody@nowhere')
  await host.button('Continue').click()
  await host.alert.waitFor()
  await expectNoViolations(host)

  const code = await host.askForCode(address)
  await expectNoViolations(host)
  await host.code.fill(code === '000000' ? '111111' : '000000')
  await host.alert.waitFor()
  await expectNoViolations(host)
  await host.code.fill(code)
  await expect(host.dialog).toBeHidden()
  await expectNoViolations(host)
})

test('axe finds nothing on the account and an approval in the dark', async ({
  openHost,
  address,
  context,
}) => {
  const host = await openHost(options)
  await host.logIn(address)
  void host.call('openAccount')
  await host.button('Log out').waitFor()
  await expectNoViolations(host)
  await host.button('Close').click()

  void host.call('signMessage', { message: 'I agree to the terms of example.com' })
  await expect(host.button('Approve')).toBeEnabled()
  await expectNoViolations(host)
  await context.setOffline(true)
  await host.approve()
  await host.alert.waitFor()
  await context.setOffline(false)
  await expectNoViolations(host)
})

test('Tab stays inside the dialog', async ({ host }) => {
  void host.call('login')
  await expect(host.email).toBeFocused()
  for (let step = 0; step < 12; step++) {
    await host.page.keyboard.press('Tab')
    expect(await host.page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME')
  }
})
