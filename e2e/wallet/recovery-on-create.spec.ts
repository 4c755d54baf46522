import type { Hex } from 'viem'
import { refuse } from '../fixtures/clouds.ts'
import { changeDisk } from '../fixtures/device-disk.ts'
import { HostPage, type LoginValue, type Outcome } from '../fixtures/host-page.ts'
import { row, signs, test, throughCloud } from '../fixtures/recovery-app.ts'
import { expect } from '../fixtures/test.ts'
import { addAuthenticator } from '../fixtures/virtual-authenticator.ts'

test.use({
  recovery: {
    user_owned_recovery_options: ['google-drive', 'passkey'],
    require_user_owned_recovery_on_create: true,
  },
})

const CHOOSER = 'Choose a recovery method'
const chooser = (host: HostPage) => host.frame.getByRole('heading', { name: CHOOSER })
const unconfirmed = { ok: false, error: { code: 'embedded_wallet_password_unconfirmed' } } as const
const methods = (host: HostPage) => host.evaluate('return vitrine.state.wallets.map(it => it.recoveryMethod)')

async function logIn(host: HostPage, address: string): Promise<Promise<Outcome<LoginValue>>[]> {
  const login = host.call<LoginValue>('login')
  await host.code.fill(await host.askForCode(address))
  await chooser(host).waitFor()
  // In an array: an async function would wait for it.
  return [login]
}

test('who leaves the choice without one has no wallet, and is asked again; the cloud that they choose keeps it', async ({
  context,
  app,
  clouds,
  address,
}) => {
  test.slow()
  const host = await (await HostPage.open(context, app)).ready()
  const [login] = await logIn(host, address)
  // What the app takes, and nothing else.
  await row(host, 'Passkey').waitFor()
  const names = await host.frame.getByRole('button').allTextContents()
  expect(names.flatMap(text => /^(Google Drive|Passkey)/.exec(text)?.[0] ?? (text || []))).toEqual([
    'Google Drive',
    'Passkey',
  ])
  await host.button('Close').click()
  expect(await login).toMatchObject({ ok: true, value: { isNewUser: true } })
  await expect
    .poll(() => host.page.evaluate('seenEvents.find(({ name }) => name === "error")?.payload'))
    .toMatchObject({ code: 'embedded_wallet_password_unconfirmed', during: 'createWallet' })
  expect(await methods(host)).toEqual({ ok: true, value: [] })

  const creating = host.call('createWallet')
  await chooser(host).waitFor()
  await host.button('Close').click()
  expect(await creating).toMatchObject(unconfirmed)

  await host.call('logout')
  const [again] = await logIn(host, address)
  await row(host, 'Google Drive').click()
  // No window: a browser that blocks it.
  await host.walletFrame().evaluate(() => {
    Reflect.set(window, 'kept', window.open)
    window.open = () => null
  })
  await host.button('Continue with Google Drive').click()
  await expect(host.frame.getByText('Your browser blocked the Google Drive window.').first()).toBeVisible()
  await host.walletFrame().evaluate(() => {
    window.open = Reflect.get(window, 'kept')
  })
  // The person closes it, and opens another; says no there; then allows.
  const first = context.waitForEvent('page')
  await host.button('Try again').click()
  await (await first).close()
  await expect(
    host.frame.getByText('Finish in the Google Drive window, or open it again.').first(),
  ).toBeVisible()
  const second = context.waitForEvent('page')
  await host.button('Open again').click()
  await refuse(await second)
  await expect(host.alert).toHaveText('Google didn’t give us access to Drive. Try again and tick every box.')
  expect(clouds.drive.files('ada@cloud.example')).toEqual([])
  await throughCloud(context, host, 'ada@cloud.example')
  const outcome = await again
  expect(outcome).toMatchObject({ ok: true, value: { isNewUser: false } })
  expect(await methods(host)).toEqual({ ok: true, value: ['google-drive'] })
  expect(clouds.drive.files('ada@cloud.example')).toHaveLength(1)
  const wallet = (outcome?.ok && outcome.value.user.wallet?.address) as Hex

  await changeDisk(host, 'cleared')
  const elsewhere = 'The key isn’t in this account. Choose the Google account that you used.'
  const opens = async () => {
    const { drive } = clouds
    await throughCloud(context, host, 'eve@cloud.example', 'Continue with Google Drive')
    await expect(host.alert).toHaveText(elsewhere)
    for (const failure of ['broken', 'busy'] as const) {
      drive.failNext(failure)
      await throughCloud(context, host, 'ada@cloud.example')
      await expect(host.alert).toHaveText('Google Drive can’t be reached right now. Try again in a moment.')
    }
    // The leave is taken away after the token was given.
    const held = drive.holdNext()
    await throughCloud(context, host, 'ada@cloud.example')
    await held.arrived
    drive.revoke('ada@cloud.example')
    held.release()
    await expect(host.alert).toHaveText(
      'Google didn’t give us access to Drive. Try again and tick every box.',
    )
    const [file] = drive.files('ada@cloud.example')
    drive.overwrite('ada@cloud.example', Buffer.from('{'))
    await throughCloud(context, host, 'ada@cloud.example')
    await expect(host.alert).toHaveText('Google Drive sent an unexpected answer. Try again.')
    drive.overwrite('ada@cloud.example', file?.content ?? Buffer.alloc(0))
    // The device loses its network while the cloud answers: what follows reaches nobody.
    const last = drive.holdNext()
    await throughCloud(context, host, 'ada@cloud.example')
    await last.arrived
    await context.setOffline(true)
    last.release()
    await expect(host.alert).toContainText('connection')
    await context.setOffline(false)
    await throughCloud(context, host, 'ada@cloud.example')
  }
  expect(await signs(host, wallet, opens)).toBe(true)
})

/** A site whose frame the browser forbids passkeys, as Safari forbids a frame of another site to make one. */
const FORBID = `Object.defineProperty(HTMLIFrameElement.prototype, 'allow', { set() {} })`
/** The second window takes the place of the first, so that its authenticator, which is the tab's, knows the passkey. */
const ONE_TAB = `if (window === top && window.opener) window.close = () => {}`

test('a passkey that a frame may not make or use is made and used in a window, and opens the wallet', async ({
  context,
  app,
  address,
}) => {
  test.slow()
  const host = await (await HostPage.open(context, app, { initScript: FORBID })).ready()
  await context.addInitScript(ONE_TAB)
  const oneTab = () =>
    host.walletFrame().evaluate(() => {
      const open = window.open.bind(window)
      window.open = (url, _, features) => open(url, 'one-tab', features)
    })
  const [login] = await logIn(host, address)
  await oneTab()
  await row(host, 'Passkey').click()
  await host.button('Create the passkey').click()
  await expect(host.alert).toContainText('cancelled')
  const opening = context.waitForEvent('page')
  await host.button('Use a separate window').click()
  const popup = await opening
  await addAuthenticator(popup, { hasPrf: true })
  await expect(popup.getByText(`to continue to ${new URL(host.url).host}`)).toBeVisible()
  await popup.getByRole('button', { name: 'Create the passkey' }).click()
  const outcome = await login
  expect(outcome).toMatchObject({ ok: true, value: { isNewUser: true } })
  expect(await methods(host)).toEqual({ ok: true, value: ['passkey'] })
  const wallet = (outcome?.ok && outcome.value.user.wallet?.address) as Hex

  await changeDisk(host, 'cleared')
  await oneTab()
  const opens = async () => {
    await host.button('Use the passkey').click()
    await expect(host.alert).toContainText('cancelled')
    // Blocked: it is said, and can be tried again.
    await host.walletFrame().evaluate(() => {
      Reflect.set(window, 'kept', window.open)
      window.open = () => null
    })
    await host.button('Use a separate window').click()
    await expect(host.alert).toContainText('blocked the window')
    await host.walletFrame().evaluate(() => {
      window.open = Reflect.get(window, 'kept')
    })
    await host.button('Use a separate window').click()
    await popup.getByRole('button', { name: 'Use the passkey' }).click()
  }
  expect(await signs(host, wallet, opens)).toBe(true)
})
