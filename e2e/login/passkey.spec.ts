import { HostPage, type HostPageOptions, type LoginValue } from '../fixtures/host-page.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import type { Stack } from '../fixtures/stack.ts'
import { test as base, expect } from '../fixtures/test.ts'
import { addAuthenticator, NO_AUTOFILL } from '../fixtures/virtual-authenticator.ts'

const LOG_IN = 'Log in with a passkey'
const CREATE = 'Create a passkey'

interface Fixtures {
  passkeys: Stack
  /** Opens a page of a site that logs in by email and passkey. */
  openSite(options?: HostPageOptions): Promise<HostPage>
  /** Such a page, with an authenticator that consents at once. */
  site: HostPage
}

const test = base.extend<Fixtures>({
  passkeys: async ({ stack }, use) =>
    use(await withOwnApp(stack, { passkey_auth: true, passkeys_for_signup_enabled: true })),
  openSite: async ({ context, passkeys }, use) => {
    await use(async options => (await HostPage.open(context, passkeys, options)).ready())
  },
  site: async ({ openSite }, use) => {
    const site = await openSite({ initScript: NO_AUTOFILL })
    await addAuthenticator(site.page)
    await use(site)
  },
})

async function choose(host: HostPage, button: string) {
  await host.button('Continue with a passkey').click()
  await host.button(button).click()
}

async function enter(host: HostPage, button: string): Promise<LoginValue> {
  const login = host.call<LoginValue>('login')
  await choose(host, button)
  const outcome = await login
  if (!outcome.ok) throw new Error(`login: ${outcome.error.message}`)
  return outcome.value
}

test('a person signs up with a passkey, and after a logout logs in with it', async ({ site }) => {
  const flows = await site.hearFlows()
  const first = await enter(site, CREATE)
  expect(await flows()).toEqual(
    ['initial', 'generating-challenge', 'awaiting-passkey', 'submitting-response', 'done'].map(status => ({
      flow: 'passkey',
      status,
    })),
  )
  expect(first).toMatchObject({
    isNewUser: true,
    loginMethod: 'passkey',
    loginAccount: { type: 'passkey', enrolledInMfa: false },
  })
  await site.call('logout')
  const again = await enter(site, LOG_IN)
  expect(again).toMatchObject({ isNewUser: false, loginMethod: 'passkey', user: { id: first.user.id } })
})

test('a user by email adds a passkey, logs in with it, and takes it away again', async ({
  site,
  address,
}) => {
  const { user } = await site.logIn(address)
  const linking = site.call<{ user: { linkedAccounts: { type: string }[] } }>('link', 'passkey')
  await site.button(CREATE).click()
  await site.confirm(address)
  const linked = await linking
  expect(linked).toMatchObject({ ok: true, value: { user: { id: user.id } } })
  const accounts = linked.ok ? linked.value.user.linkedAccounts : []
  expect(accounts.map(({ type }) => type).sort()).toEqual(['email', 'passkey'])
  expect(accounts).toContainEqual(
    expect.objectContaining({
      type: 'passkey',
      createdWithBrowser: 'Chrome',
      createdWithOs: 'Linux',
      createdWithDevice: 'PC',
    }),
  )

  await site.call('logout')
  expect(await enter(site, LOG_IN)).toMatchObject({ isNewUser: false, user: { id: user.id } })

  const passkey = accounts.find(({ type }) => type === 'passkey')
  const unlinking = site.call('unlink', passkey)
  await site.button('Remove').click()
  await site.confirm(address)
  expect(await unlinking).toMatchObject({
    ok: true,
    value: { user: { linkedAccounts: [{ type: 'email' }] } },
  })
  await site.call('logout')
  void site.call('login')
  await choose(site, LOG_IN)
  await expect(site.alert).toContainText('No account uses this passkey')
})

test('after a login by a code a passkey is one press away, once, and the next time the person is greeted', async ({
  openSite,
  address,
}) => {
  const site = await openSite({ initScript: NO_AUTOFILL, keepsTicks: true })
  await addAuthenticator(site.page)
  // The page has its answer before the offer comes.
  const { user } = await site.logIn(address)
  await site.button('Add a passkey').click()
  await site.frame.getByRole('dialog', { name: 'Added to your account' }).waitFor()
  await expect(site.dialog).toBeHidden()

  await site.call('logout')
  const again = site.call<LoginValue>('login')
  const greeting = `Continue as ${address[0]}•••${address.slice(address.lastIndexOf('@'))}`
  await site.button(greeting).click()
  await site.code.fill(await site.stack.mailbox.waitForCode(address))
  const outcome = await again
  expect(outcome).toMatchObject({ ok: true, value: { isNewUser: false, user: { id: user.id } } })
  expect(outcome.ok && outcome.value.user).toMatchObject({
    linkedAccounts: expect.arrayContaining([expect.objectContaining({ type: 'passkey' })]),
  })
  await expect(site.dialog).toBeHidden()

  await site.call('logout')
  void site.call('login')
  await site.button('Not you? Forget this login').click()
  await expect(site.email).toBeFocused()
  await expect(site.button(greeting)).toBeHidden()
})

test('the only way to log in cannot be taken away', async ({ site }) => {
  const { loginAccount } = (await enter(site, CREATE)) as LoginValue & { loginAccount: object }
  const unlinking = site.call('unlink', loginAccount)
  await site.button('Remove').click()
  await site.alert.waitFor()
  await site.button('Keep it').click()
  expect(await unlinking).toMatchObject({ ok: false, error: { code: 'cannot_unlink_sole_account' } })
})

test('a device that has the user’s passkey is told so, and makes no second one', async ({
  site,
  address,
}) => {
  await site.logIn(address)
  const linking = site.call('link', 'passkey')
  await site.button(CREATE).click()
  await site.confirm(address)
  expect(await linking).toMatchObject({ ok: true })
  const again = site.call('link', 'passkey')
  await site.button(CREATE).click()
  await site.confirm(address)
  await expect(site.alert).toContainText('has a passkey')
  await site.button('Close').click()
  expect(await again).toMatchObject({ ok: false, error: { code: 'cannot_link_more_of_type' } })
})

test('an answer that was sent once is refused the second time', async ({ site, stack }) => {
  await enter(site, CREATE)
  await site.call('logout')
  const used = site.page.waitForRequest(/\/passkeys\/authenticate$/)
  await enter(site, LOG_IN)
  const request = await used
  const again = await fetch(request.url(), {
    method: 'POST',
    headers: { ...(await request.allHeaders()), origin: stack.wallet.origin },
    body: request.postData(),
  })
  expect(again.status).toBeGreaterThanOrEqual(400)
})

test('a cancelled request says so, and the next try works', async ({ openSite }) => {
  const site = await openSite({ initScript: NO_AUTOFILL })
  const authenticator = await addAuthenticator(site.page)
  await enter(site, CREATE)
  await site.call('logout')
  await authenticator.setVerifies(false)
  const login = site.call('login')
  await choose(site, LOG_IN)
  await expect(site.alert).toContainText('cancelled or timed out')
  await authenticator.setVerifies(true)
  await site.button('Try again').click()
  expect(await login).toMatchObject({ ok: true, value: { isNewUser: false } })
})

test('a passkey that is chosen in the address field logs in', async ({ openSite }) => {
  const site = await openSite()
  await addAuthenticator(site.page)
  const { user } = await enter(site, CREATE)
  await site.call('logout')
  expect(await site.call('login')).toMatchObject({
    ok: true,
    value: { isNewUser: false, loginMethod: 'passkey', user: { id: user.id } },
  })
})

test('one that is chosen there and belongs to no account says so', async ({ openSite, address }) => {
  const site = await openSite()
  await addAuthenticator(site.page)
  await site.logIn(address)
  const linking = site.call<LoginValue & { user: { linkedAccounts: { type: string }[] } }>('link', 'passkey')
  await site.button(CREATE).click()
  await site.confirm(address)
  const linked = await linking
  if (!linked.ok) throw new Error(linked.error.message)
  const passkey = linked.value.user.linkedAccounts.find(({ type }) => type === 'passkey')
  const unlinking = site.call('unlink', passkey)
  await site.button('Remove').click()
  await site.confirm(address)
  expect(await unlinking).toMatchObject({ ok: true })
  await site.call('logout')
  void site.call('login')
  await expect(site.alert).toContainText('No account uses this passkey')
  await site.button('Back').click()
  await expect(site.button(LOG_IN)).toBeEnabled()
})

/** A site whose frame the browser forbids passkeys, as Safari forbids a frame of another site to make one. */
const FORBID = `${NO_AUTOFILL} Object.defineProperty(HTMLIFrameElement.prototype, 'allow', { set() {} })`

test('where the frame may not, a window of the wallet origin goes on', async ({ openSite, context }) => {
  const site = await openSite({ initScript: FORBID })
  const login = site.call('login')
  await choose(site, CREATE)
  const opened = context.waitForEvent('page')
  await site.button('Use a separate window').click()
  const popup = await opened
  await addAuthenticator(popup)
  await expect(popup.getByText(`to continue to ${new URL(site.url).host}`)).toBeVisible()
  await popup.getByRole('button', { name: CREATE }).click()
  expect(await login).toMatchObject({ ok: true, value: { isNewUser: true, loginMethod: 'passkey' } })
  await expect.poll(() => popup.isClosed()).toBe(true)
})

test('a window that is closed, or blocked, leaves a way to try again', async ({ openSite, context }) => {
  const site = await openSite({ initScript: FORBID })
  void site.call('login')
  await choose(site, CREATE)
  const opened = context.waitForEvent('page')
  await site.button('Use a separate window').click()
  await (await opened).close()
  await expect(site.alert).toContainText('window was closed')
  await site.button('Try again').click()
  await expect(site.button('Use a separate window')).toBeVisible()
  // Playwright lets every popup through.
  await site.walletFrame().evaluate(() => {
    window.open = () => null
  })
  await site.button('Use a separate window').click()
  await expect(site.alert).toContainText('blocked the window')
  await expect(site.button('Use a separate window')).toBeVisible()
})

test('a window that nobody of the wallet origin opened asks for nothing', async ({ openSite, context }) => {
  await context.clock.install()
  const site = await openSite()
  const opened = context.waitForEvent('page')
  const address = `${site.stack.wallet.origin}/apps/${site.stack.app.id}/passkey`
  await site.page.evaluate(url => {
    Reflect.set(window, 'popup', window.open(url))
  }, address)
  const popup = await opened
  await popup.getByText('Secured by').waitFor()
  const task = {
    to: 'vitrine:passkey-window',
    site: 'https://evil.example',
    ceremony: { kind: 'get', options: { challenge: 'AAAA' } },
  }
  // Registered after the window's own listener, so that one has had the message by then.
  await popup.evaluate(() => {
    const arrival = new Promise<void>(resolve => addEventListener('message', () => resolve(), { once: true }))
    Reflect.set(window, 'arrival', arrival)
  })
  await site.page.evaluate(message => Reflect.get(window, 'popup').postMessage(message, '*'), task)
  await popup.evaluate(() => Reflect.get(window, 'arrival') as Promise<void>)
  await expect(popup.getByRole('button')).toHaveCount(0)
  // Nor does it stay silent for ever.
  await context.clock.fastForward(31_000)
  await expect(popup.getByRole('alert')).toContainText('hasn’t answered yet')
  await expect(popup.getByRole('button')).toHaveCount(0)
  const alone = await context.newPage()
  await alone.goto(address)
  await expect(alone.getByRole('alert')).toContainText('lost its connection')
  // It says one thing, and offers nothing.
  await expect(alone.getByRole('main')).toHaveText(
    /^.This window lost its connection.*start again\.\s*Secured by/,
  )
  // One whose opener is gone makes no passkey that nobody takes.
  await alone.goto(site.stack.wallet.origin)
  const asked = context.waitForEvent('page')
  await alone.evaluate(
    ([url, message]) => {
      addEventListener('message', ({ source }) => (source as Window).postMessage(message, location.origin))
      window.open(url)
    },
    [address, task] as const,
  )
  const left = await asked
  const go = left.getByRole('button', { name: LOG_IN })
  await go.waitFor()
  await alone.close()
  await go.click()
  await expect(left.getByRole('alert')).toContainText('lost its connection')
})
