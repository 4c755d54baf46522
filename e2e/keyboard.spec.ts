import { HostPage } from './fixtures/host-page.ts'
import { press, tabTo } from './fixtures/keyboard.ts'
import { withOwnApp } from './fixtures/own-app.ts'
import type { Stack } from './fixtures/stack.ts'
import { test as base, expect } from './fixtures/test.ts'
import { addAuthenticator, NO_AUTOFILL } from './fixtures/virtual-authenticator.ts'

const test = base.extend<{ open: Stack }>({
  open: async ({ stack }, use) => {
    const methods = {
      sms_auth: true,
      passkey_auth: true,
      passkeys_for_signup_enabled: true,
      guest_auth: true,
    }
    await use(await withOwnApp(stack, { ...methods, require_users_accept_terms: true }))
  },
})

test('log in and sign: the whole job by keyboard alone', async ({ openHost, address }) => {
  const host = await openHost({
    body: `<button onclick="vitrine.login().then(() => vitrine.signMessage({ message: 'by keyboard' }))
      .then(({ signature }) => { document.title = signature })">Log in and sign</button>`,
  })
  const { keyboard } = host.page
  const start = host.page.getByRole('button', { name: 'Log in and sign' })
  await keyboard.press('Tab')
  await expect(start).toBeFocused()
  await keyboard.press('Enter')
  await expect(host.email).toBeFocused()
  await keyboard.type(address)
  await keyboard.press('Enter')
  await expect(host.code).toBeFocused()
  await keyboard.type(await host.stack.mailbox.waitForCode(address))
  await press(host, host.button('Approve'))
  await expect(host.page).toHaveTitle(/^0x[0-9a-f]{130}$/)
  await expect(start).toBeFocused()
})

/** Has the page hear what the frame tells it only a moment later, as one that is busy does. */
const HEARS_LATE = `if (window === top) {
  const { addEventListener } = MessagePort.prototype
  MessagePort.prototype.addEventListener = function (type, listener) {
    addEventListener.call(this, type, event => setTimeout(listener, 150, event))
  }
}`

test('the focus comes back to the page’s button, however late the page opens its dialog', async ({
  openHost,
  address,
}) => {
  const host = await openHost({
    initScript: HEARS_LATE,
    body: `<button onclick="vitrine.signMessage({ message: 'late' })
      .then(({ signature }) => { document.title = signature })">Sign</button>`,
  })
  await host.logIn(address)
  await expect(host.dialog).toBeHidden()
  const sign = host.page.getByRole('button', { name: 'Sign' })
  await sign.focus()
  await host.page.keyboard.press('Enter')
  await press(host, host.button('Approve'))
  await expect(host.page).toHaveTitle(/^0x[0-9a-f]{130}$/)
  await expect(sign).toBeFocused()
})

test('a new person comes in by phone, accepts the terms, adds and removes a login', async ({
  context,
  open,
  number,
  address,
}) => {
  test.slow()
  const host = await (await HostPage.open(context, open)).ready()
  const { keyboard } = host.page
  const login = host.call('login')
  await press(host, host.button('Continue with a phone number'))
  await expect(host.phone).toBeFocused()
  await tabTo(host, host.country)
  await keyboard.press('ArrowDown')
  await keyboard.type('united states')
  await keyboard.press('Enter')
  await expect(host.country).toHaveValue('United States')
  await tabTo(host, host.phone)
  await keyboard.type(number.slice(2))
  await keyboard.press('Enter')
  await expect(host.code).toBeFocused()
  await keyboard.type(await host.stack.phones.waitForCode(number))
  await press(host, host.button('Accept and continue'))
  expect(await login).toMatchObject({ ok: true, value: { isNewUser: true } })

  const account = host.call('openAccount', { screen: 'logins' })
  await press(host, host.button('Add an email address'))
  await expect(host.email).toBeFocused()
  await keyboard.type(address)
  await expect(host.button('Continue')).toBeEnabled()
  await keyboard.press('Enter')
  await expect(host.code).toBeFocused()
  await keyboard.type(await host.stack.mailbox.waitForCode(address))
  await press(host, host.button(`Remove ${address}`))
  await press(host, host.button('Keep it'))
  await press(host, host.button(`Remove ${address}`))
  await press(host, host.button('Remove'))
  await host.button('Add an email address').waitFor()
  await keyboard.press('Escape')
  expect(await account).toMatchObject({ ok: true })
})

test('a passkey, a guest, and the ways back', async ({ context, open }) => {
  const host = await (await HostPage.open(context, open, { initScript: NO_AUTOFILL })).ready()
  await addAuthenticator(host.page)
  const { keyboard } = host.page
  const first = host.call('login')
  await press(host, host.button('Continue with a passkey'))
  await press(host, host.button('Back'))
  await expect(host.email).toBeVisible()
  await press(host, host.button('Continue with a passkey'))
  await press(host, host.button('Create a passkey'))
  await press(host, host.button('Decline and log out'))
  expect(await first).toMatchObject({ ok: false, error: { code: 'exited_auth_flow' } })

  const second = host.call('login')
  await press(host, host.button('Continue as guest'))
  await press(host, host.button('Accept and continue'))
  expect(await second).toMatchObject({ ok: true, value: { loginMethod: 'guest' } })
  expect(await host.call('createWallet')).toMatchObject({ ok: true })
  const signing = host.call('signMessage', { message: 'no' })
  await tabTo(host, host.button('Reject'))
  await keyboard.press('Space')
  expect(await signing).toMatchObject({ ok: false, error: { code: 'user_rejected' } })
})
