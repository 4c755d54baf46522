import type { BrowserContext } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { type Hex, verifyMessage } from 'viem'
import { expectNoViolations } from './fixtures/axe.ts'
import { HostPage, type HostPageOptions } from './fixtures/host-page.ts'
import { press } from './fixtures/keyboard.ts'
import { withOwnApp } from './fixtures/own-app.ts'
import type { Stack } from './fixtures/stack.ts'
import { expect, test } from './fixtures/test.ts'
import { addAuthenticator, NO_AUTOFILL } from './fixtures/virtual-authenticator.ts'

const METHODS = { mfa_methods: ['totp', 'sms', 'email', 'passkey'], passkey_auth: true }
const ON_DEVICE = {
  embedded_wallet_config: {
    mode: 'legacy-embedded-wallets-only',
    ethereum: { create_on_login: 'all-users' },
  },
}
const AT_SERVER = { embedded_wallet_config: { ethereum: { create_on_login: 'all-users' } } }
const TITLE = 'Confirm it’s you, once more'

const open = async (context: BrowserContext, app: Stack, options?: HostPageOptions) =>
  (await HostPage.open(context, app, options)).ready()

/** The app on the person's phone: a library that knows nothing of the wallet. No code of it is good twice. */
function authenticatorApp(secret: string | null) {
  const totp = new TOTP({ secret: Secret.fromBase32((secret ?? '').replaceAll(' ', '')) })
  let last = 0
  return {
    /** The next code that was not used: the one of now, or of the step that comes. */
    code() {
      const step = Math.max(Math.floor(Date.now() / 30_000), last + 1)
      last = step
      return totp.generate({ timestamp: step * 30_000 })
    },
  }
}

const row = (host: HostPage, name: string) => host.frame.getByRole('button', { name: new RegExp(`^${name}`) })
const dialog = (host: HostPage) => host.frame.getByRole('dialog')

/** From the list of factors to a phone that has the secret. */
async function setUpApp(host: HostPage, address: string) {
  await row(host, 'Authenticator app').click()
  await host.confirm(address)
  await expect(host.frame.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const phone = authenticatorApp(await host.frame.locator('code').textContent())
  await host.button('Continue').click()
  await host.code.fill(phone.code())
  return phone
}

async function saveCodes(host: HostPage): Promise<string[]> {
  const items = host.frame.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(items).toHaveCount(10)
  const codes = await items.allTextContents()
  expect(new Set(codes).size).toBe(10)
  await host.button('I saved them').click()
  return codes
}

async function expectSigned(outcome: Awaited<ReturnType<HostPage['sign']>>, address: Hex | undefined) {
  if (!outcome.ok) throw new Error(`${outcome.error.code}: ${outcome.error.message}`)
  const { signature } = outcome.value
  expect(await verifyMessage({ address: address as Hex, message: 'hello', signature })).toBe(true)
}

test('an authenticator app guards a wallet at the server, and who has the login alone moves nothing', async ({
  context,
  stack,
  address,
}) => {
  test.slow()
  const app = await withOwnApp(stack, { ...METHODS, ...AT_SERVER })
  const host = await open(context, app)
  const { user } = await host.logIn(address)
  const wallet = user.wallet?.address

  const enrolling = host.call('enrollMfa')
  await expectNoViolations(host)
  const phone = await setUpApp(host, address)
  await expectNoViolations(host)
  const codes = await saveCodes(host)
  expect(await enrolling).toMatchObject({ ok: true, value: { user: { mfaMethods: ['totp'] } } })

  // A page that is loaded anew has no proof.
  await host.page.reload()
  await host.ready()
  const signing = host.sign('hello')
  await expect(dialog(host)).toContainText('Enter the 6-digit code from your authenticator app')
  await expectNoViolations(host)
  await host.code.fill('000000')
  await expect(host.alert).toContainText('That code isn’t right.')
  await host.code.fill(phone.code())
  await expectSigned(await signing, wallet)
  // Who just proved one is not asked again.
  await expectSigned(await host.sign('hello'), wallet)

  // Somebody has the mailbox, and with it the login.
  const other = await context.browser()?.newContext()
  if (!other) throw new Error('no browser')
  const thief = await open(other, app)
  expect((await thief.logIn(address)).user.id).toBe(user.id)
  const stolen = thief.sign('hello')
  await expect(dialog(thief)).toContainText(TITLE)
  await thief.button('Close').click()
  expect(await stolen).toMatchObject({ ok: false, error: { code: 'user_rejected', data: { eipCode: 4001 } } })
  const removing = thief.call('unenrollMfa', 'totp')
  await thief.button('Remove').click()
  await thief.confirm(address)
  await expect(dialog(thief)).toContainText(TITLE)
  await thief.button('Close').click()
  await expect(thief.alert).toContainText('You didn’t confirm with your second step')
  await thief.button('Close').click()
  expect(await removing).toMatchObject({ ok: false, error: { code: 'mfa_canceled' } })

  // The tokens of the session in another browser are without the device's key.
  const tokens = await host.walletFrame().evaluate(() => ({ ...localStorage }))
  await thief.walletFrame().evaluate(kept => Object.assign(localStorage, kept), tokens)
  await thief.reloadFrame()
  const copied = thief.call('signMessage', { message: 'hello' })
  await Promise.race([copied, thief.approve().catch(() => {})])
  await thief
    .button('Close')
    .click({ timeout: 5_000 })
    .catch(() => {})
  expect(await copied).toMatchObject({ ok: false })
  await other.close()

  // Whoever lost the phone has the codes, each once.
  await host.page.reload()
  await host.ready()
  const byCode = host.sign('hello')
  await host.button('Try another way').click()
  await row(host, 'Recovery code').click()
  await host.frame.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0] ?? '')
  await host.button('Confirm').click()
  await expectSigned(await byCode, wallet)
})

test('by keyboard: a wallet on the device opens with the app’s code, from the account and in the dialog', async ({
  context,
  stack,
  address,
}) => {
  test.slow()
  const app = await withOwnApp(stack, { ...METHODS, ...ON_DEVICE })
  const host = await open(context, app)
  const { user } = await host.logIn(address)
  void host.call('openAccount', { screen: 'security' })
  await press(host, host.button('Set up two-step verification'))
  await expect(row(host, 'Authenticator app')).toBeFocused()
  await host.page.keyboard.press('Enter')
  await press(host, host.button(`Send a code to ${address}`))
  await expect(host.code).toBeFocused()
  await host.page.keyboard.type(await stack.mailbox.waitForCode(address))
  const secret = host.frame.locator('code')
  await secret.waitFor()
  const phone = authenticatorApp(await secret.textContent())
  await press(host, host.button('Continue'))
  await expect(host.code).toBeFocused()
  await host.page.keyboard.type(phone.code())
  await press(host, host.button('I saved them'))
  await expect(row(host, 'Recovery codes')).toContainText('Left: 10')
  await host.page.keyboard.press('Escape')
  await host.dialog.waitFor({ state: 'hidden' })

  await host.page.reload()
  await host.ready()
  const signing = host.call<{ signature: Hex }>('signMessage', { message: 'hello' })
  await expect(dialog(host)).toContainText(TITLE)
  await expect(host.code).toBeFocused()
  await host.page.keyboard.type(phone.code())
  await press(host, host.button('Approve'))
  await expectSigned(await signing, user.wallet?.address)
})

test('text messages and mails: added in the account, proven in the dialog, and one removed by proof of the other', async ({
  context,
  stack,
  address,
  number,
}) => {
  test.slow()
  // Of its own: one address gets only so many messages in ten minutes.
  const factor = `factor-${address}`
  const app = await withOwnApp(stack, { ...METHODS, ...AT_SERVER })
  const host = await open(context, app)
  const { user } = await host.logIn(address)
  void host.call('openAccount', { screen: 'security' })
  await host.button('Set up two-step verification').click()
  await row(host, 'Text message').click()
  await host.phone.fill(number)
  await host.button('Continue').click()
  await host.confirm(address)
  await expect(dialog(host)).toContainText('It then guards your wallet')
  await host.code.fill(await stack.phones.waitForCode(number))
  await saveCodes(host)
  await expect(row(host, 'Text message')).toContainText('On')

  // The next one takes the first.
  await row(host, 'Email').click()
  await host.email.fill(factor)
  await host.button('Continue').click()
  await host.confirm(address)
  await host.button('Close').waitFor()
  await host.frame.getByRole('button', { name: /^Send a code to/ }).click()
  await host.code.fill(await stack.phones.waitForCode(number))
  await host.code.fill(await stack.mailbox.waitForCode(factor))
  await expect(row(host, 'Email')).toContainText('On')
  await host.button('Close').click()

  await host.page.reload()
  await host.ready()
  const signing = host.sign('hello')
  await host.button('Try another way').click()
  await row(host, 'Email').click()
  await host.frame.getByRole('button', { name: /^Send a code to/ }).click()
  await host.code.fill(await stack.mailbox.waitForCode(factor))
  await expectSigned(await signing, user.wallet?.address)

  const removing = host.call('unenrollMfa', 'sms')
  await host.button('Remove').click()
  await host.confirm(address)
  expect(await removing).toMatchObject({ ok: true, value: { user: { mfaMethods: [] } } })
})

test('a passkey as a factor, where the page asks by itself: its call is refused and told, and goes through after `promptMfa`', async ({
  context,
  stack,
  address,
}) => {
  test.slow()
  const app = await withOwnApp(stack, { ...METHODS, ...AT_SERVER })
  const host = await open(context, app, {
    config: { mfa: { noPromptOnMfaRequired: true } },
    initScript: NO_AUTOFILL,
  })
  await addAuthenticator(host.page)
  const { user } = await host.logIn(address)
  const enrolling = host.call('enrollMfa')
  await row(host, 'Passkey').click()
  await host.button('Create a new passkey').click()
  await host.button('Create a passkey').click()
  await host.confirm(address)
  await expect(host.frame.getByRole('checkbox')).toBeChecked()
  await host.button('Save').click()
  await host.confirm(address)
  await saveCodes(host)
  const enrolled = await enrolling
  expect(enrolled).toMatchObject({ ok: true, value: { user: { mfaMethods: ['passkey'] } } })
  expect(JSON.stringify(enrolled)).toContain('"enrolledInMfa":true')

  await host.page.reload()
  await host.ready()
  const told = host.evaluate('return await new Promise(resolve => vitrine.on("mfaRequired", resolve))')
  expect(await host.sign('hello')).toMatchObject({ ok: false, error: { code: 'missing_or_invalid_mfa' } })
  expect(await told).toEqual({ ok: true, value: { mfaMethods: ['passkey'] } })
  const prompted = host.call('promptMfa')
  await host.button('Use a passkey').click()
  expect(await prompted).toMatchObject({ ok: true })
  await expectSigned(await host.sign('hello'), user.wallet?.address)
})
