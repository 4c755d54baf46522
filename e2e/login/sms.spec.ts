import { HostPage } from '../fixtures/host-page.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import { expect, test } from '../fixtures/test.ts'

/** The number as a person in the United States reads it. */
const national = (number: string) => number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')

test('the code in a text message logs a new person in, and the next time a known one', async ({
  host,
  number,
}) => {
  const first = await host.logInBySms(number)
  expect(first).toMatchObject({
    isNewUser: true,
    loginMethod: 'sms',
    loginAccount: { type: 'phone', number: number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2 $3') },
  })
  await host.call('logout')
  expect(await host.logInBySms(number)).toMatchObject({ isNewUser: false, user: { id: first.user.id } })
})

test('a number is formatted while it is typed, in the middle too', async ({ host, number }) => {
  void host.call('login')
  await host.button('Continue with a phone number').click()
  await expect(host.phone).toBeFocused()
  await expect(host.country).toHaveValue('United States')
  const { keyboard } = host.page
  await keyboard.type(number.slice(2))
  await expect(host.phone).toHaveValue(national(number))
  // Three digits are taken from the front and typed again: the caret stays where they were.
  await keyboard.press('Home')
  for (let press = 0; press < 3; press++) await keyboard.press('Delete')
  await keyboard.type('213')
  await expect(host.phone).toHaveValue(national(number))
  await keyboard.press('Enter')
  await expect(host.frame.getByText(`ending in ${number.slice(-4)}`)).toBeVisible()
  await expect(host.button('Resend code')).toBeDisabled()
})

test('a pasted number with a plus chooses its country', async ({ host }) => {
  void host.call('login')
  await host.button('Continue with a phone number').click()
  await host.phone.focus()
  await host.page.keyboard.insertText('+44 20 7946 0958')
  await expect(host.country).toHaveValue('United Kingdom')
  await expect(host.phone).toHaveValue('020 7946 0958')
})

test('the country is found by search, by letters, and by keyboard alone', async ({ host }) => {
  void host.call('login')
  await host.button('Continue with a phone number').click()
  await host.country.click()
  await host.country.fill('zea')
  await host.frame.getByRole('option', { name: 'New Zealand' }).click()
  await expect(host.country).toHaveValue('New Zealand')
  await expect(host.phone).toHaveAttribute('placeholder', /^021/)

  const { keyboard } = host.page
  await keyboard.press('ArrowDown')
  await keyboard.press('ArrowUp')
  await keyboard.press('Enter')
  await expect(host.country).toHaveValue('New Caledonia')
  await keyboard.type('ger')
  await expect(host.country).toHaveValue('Germany')
  await keyboard.press('ArrowDown')
  await expect(host.country).toHaveAttribute('aria-expanded', 'true')
  await keyboard.press('Escape')
  await expect(host.country).toHaveAttribute('aria-expanded', 'false')
  await expect(host.phone).toBeVisible()
})

test('the page’s country is the first, and its number is filled in', async ({ openHost }) => {
  const host = await openHost({ config: { intl: { defaultCountry: 'FR' } } })
  const login = host.call('login')
  await host.button('Continue with a phone number').click()
  await expect(host.country).toHaveValue('France')
  await host.button('Close').click()
  expect(await login).toMatchObject({ ok: false, error: { code: 'exited_auth_flow' } })

  void host.call('login', { prefill: { type: 'phone', value: '+4930123456' } })
  await host.button('Continue with a phone number').click()
  await expect(host.country).toHaveValue('Germany')
  await expect(host.phone).toHaveValue('030 123456')
})

test('a number that is none is refused beside the field, with an example', async ({ host }) => {
  void host.call('login')
  await host.button('Continue with a phone number').click()
  await host.phone.fill('213 555')
  await host.button('Continue').click()
  await expect(host.alert).toContainText('(201) 555-0123')
  await expect(host.phone).toBeFocused()
})

test('a gateway that is down is told, and the next try goes through', async ({ host, number, stack }) => {
  const login = host.call('login')
  await host.button('Continue with a phone number').click()
  await host.phone.fill(number)
  stack.phones.isDown = true
  await host.button('Continue').click()
  await expect(host.alert).toContainText(/try again/i)
  stack.phones.isDown = false
  await host.button('Continue').click()
  await host.code.fill(await stack.phones.waitForCode(number))
  expect(await login).toMatchObject({ ok: true, value: { isNewUser: true } })
})

test('the code comes by WhatsApp where the person wants it', async ({ context, stack, number }) => {
  const own = await withOwnApp(stack, { sms_auth: true, whatsapp_enabled: true })
  const site = await (await HostPage.open(context, own)).ready()
  const login = site.call('login')
  await site.button('Continue with a phone number').click()
  await site.phone.fill(number)
  await site.frame.getByRole('radio', { name: 'WhatsApp' }).check()
  await site.button('Continue').click()
  await site.code.fill(await stack.phones.waitForCode(`whatsapp:${number}`))
  expect(await login).toMatchObject({ ok: true, value: { isNewUser: true, loginMethod: 'sms' } })
})
