import type { Browser } from '@playwright/test'
import { type Hex, verifyMessage } from 'viem'
import { expectNoViolations } from '../fixtures/axe.ts'
import { HostPage, type LoginValue } from '../fixtures/host-page.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import { collectHostSide, findSecrets, RECORD_MESSAGES, watchSecrets } from '../fixtures/secret-watch.ts'
import type { Stack } from '../fixtures/stack.ts'
import { expect, test } from '../fixtures/test.ts'

const ON_DEVICE = {
  mode: 'legacy-embedded-wallets-only',
  ethereum: { create_on_login: 'users-without-wallets' },
} as const
const PASSCODE = 'correct horse battery'

const appWith = (stack: Stack, config: object = {}) =>
  withOwnApp(stack, { embedded_wallet_config: { ...ON_DEVICE, ...config } })

interface PublicWallet {
  readonly address: Hex
  readonly chainType: string
  readonly recoveryMethod: string
  readonly id?: string
}
const walletsOf = async (host: HostPage): Promise<readonly PublicWallet[]> => {
  const state = await host.evaluate<{ wallets: PublicWallet[] }>('return vitrine.state')
  if (!state.ok) throw new Error(state.error.message)
  return state.value.wallets
}
/** In the host page's stead: a library that knows nothing of the wallet says whether the signature is the address's. */
async function signs(host: HostPage, address: Hex, message = 'hello') {
  const outcome = await host.sign(message)
  if (!outcome.ok) throw new Error(`signMessage: ${outcome.error.message}`)
  return verifyMessage({ address, message, signature: outcome.value.signature })
}
const field = (host: HostPage, name: string) => host.frame.getByLabel(name, { exact: true })

async function setPasscode(host: HostPage, passcode = PASSCODE) {
  await field(host, 'Passcode').fill(passcode)
  await field(host, 'Repeat the passcode').fill(passcode)
  await host.button('Set passcode').click()
}
async function onNewDevice(browser: Browser, stack: Stack, address: string) {
  const context = await browser.newContext()
  const host = await (await HostPage.open(context, stack)).ready()
  await host.logIn(address)
  return { host, close: () => context.close() }
}

test('a key made on the device signs, and after a reload too', async ({ context, stack, address }) => {
  const host = await (await HostPage.open(context, await appWith(stack))).ready()
  const { user } = await host.logIn(address)
  const [wallet] = await walletsOf(host)
  if (!wallet) throw new Error('No wallet')
  expect(user.wallet?.address).toBe(wallet.address)
  expect(wallet).toMatchObject({ chainType: 'ethereum', recoveryMethod: 'privy' })
  expect(wallet.id).toBeUndefined()
  expect(await signs(host, wallet.address)).toBe(true)
  await host.page.reload()
  await host.ready()
  expect(await signs(host, wallet.address)).toBe(true)
})

test('the wallet follows its person to a new device by itself', async ({
  context,
  browser,
  stack,
  address,
}) => {
  // Several logins, each with its mail.
  test.slow()
  const app = await appWith(stack)
  const host = await (await HostPage.open(context, app)).ready()
  await host.logIn(address)
  const [wallet] = await walletsOf(host)
  const phone = await onNewDevice(browser, app, address)
  expect(await walletsOf(phone.host)).toMatchObject([{ address: wallet?.address }])
  expect(await signs(phone.host, wallet?.address as Hex)).toBe(true)
  await phone.close()
  expect(await signs(host, wallet?.address as Hex, 'still here')).toBe(true)
})

test('logging out and in again on a device needs no recovery', async ({ context, stack, address }) => {
  const app = await appWith(stack)
  const host = await (await HostPage.open(context, app)).ready()
  await host.logIn(address)
  const [wallet] = await walletsOf(host)
  await host.call('logout')
  await host.logIn(address)
  expect(await signs(host, wallet?.address as Hex)).toBe(true)
})

test('Ethereum and Solana wallets come of one entropy, by index, by the rules', async ({
  context,
  stack,
  address,
}) => {
  const app = await appWith(stack)
  const host = await (await HostPage.open(context, app)).ready()
  await host.logIn(address)
  const create = (options: object) => host.call<PublicWallet>('createWallet', options)
  const [first] = await walletsOf(host)
  expect(await create({ walletIndex: 0 })).toMatchObject({ ok: true, value: { address: first?.address } })
  expect(await create({})).toMatchObject({ ok: false, error: { code: 'embedded_wallet_already_exists' } })
  expect(await create({ walletIndex: 2 })).toMatchObject({ ok: false, error: { code: 'invalid_data' } })
  expect(await create({ walletIndex: -1 })).toMatchObject({ ok: false, error: { code: 'invalid_data' } })
  expect(await create({ createAdditional: true })).toMatchObject({ ok: true, value: { walletIndex: 1 } })
  expect(await create({ chainType: 'solana', createAdditional: true })).toMatchObject({
    ok: false,
    error: { code: 'embedded_wallet_not_found' },
  })
  const solana = await create({ chainType: 'solana' })
  expect(solana).toMatchObject({
    ok: true,
    value: { chainType: 'solana', address: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/) },
  })
  expect(await walletsOf(host)).toHaveLength(3)
})

test('a passcode that the app asks for is set at the first login, and opens the wallet on a new device', async ({
  context,
  browser,
  stack,
  address,
}) => {
  // Several logins, each with its mail.
  test.slow()
  const app = await appWith(stack, { require_user_owned_recovery_on_create: true })
  const host = await (await HostPage.open(context, app)).ready()
  const login = host.call<LoginValue>('login')
  await host.code.fill(await host.askForCode(address))

  await expect(host.frame.getByRole('heading', { name: 'Set a recovery passcode' })).toBeVisible()
  await field(host, 'Passcode').fill('short')
  await host.button('Set passcode').click()
  await expect(host.alert).toHaveText('Use at least 8 characters.')
  await field(host, 'Passcode').fill(PASSCODE)
  await field(host, 'Repeat the passcode').fill('correct horse batterx')
  await host.button('Set passcode').click()
  await expect(host.alert).toHaveText('The passcodes don’t match. Type them again.')
  await setPasscode(host)
  expect(await login).toMatchObject({ ok: true, value: { user: { wallet: { chainType: 'ethereum' } } } })
  const [wallet] = await walletsOf(host)
  expect(wallet).toMatchObject({ recoveryMethod: 'user-passcode' })
  expect(await signs(host, wallet?.address as Hex)).toBe(true)

  const phone = await onNewDevice(browser, app, address)
  const signing = phone.host.call<{ signature: Hex }>('signMessage', { message: 'hello' })
  await expect(phone.host.frame.getByRole('heading', { name: 'Open your wallet here' })).toBeVisible()
  await field(phone.host, 'Passcode').fill('battery horse correct')
  await phone.host.button('Open wallet').click()
  await expect(phone.host.alert).toHaveText(
    'That isn’t this wallet’s recovery passcode. Check it and try again.',
  )
  await field(phone.host, 'Passcode').fill(PASSCODE)
  await phone.host.button('Open wallet').click()
  await phone.host.approve()
  const outcome = await signing
  if (!outcome.ok) throw new Error(outcome.error.message)
  const { signature } = outcome.value
  expect(await verifyMessage({ address: wallet?.address as Hex, message: 'hello', signature })).toBe(true)
  await phone.close()
})

test('setWalletRecovery() puts one passcode in the place of the automatic recovery; leaving it changes nothing', async ({
  context,
  browser,
  stack,
  address,
}) => {
  // Several logins, each with its mail.
  test.slow()
  const app = await appWith(stack, { user_owned_recovery_options: ['user-passcode'] })
  const host = await (await HostPage.open(context, app)).ready()
  await host.logIn(address)
  const left = host.call('setWalletRecovery')
  await host.button('Close').click()
  expect(await left).toMatchObject({ ok: false, error: { code: 'user_exited_set_password_flow' } })

  const refused = host.call('setWalletRecovery')
  await setPasscode(host)
  const dialog = host.frame.getByRole('dialog')
  await expect(dialog).toContainText('Only the new recovery will open your wallets')
  await expectNoViolations(host)
  await host.button('Close').click()
  expect(await refused).toMatchObject({ ok: false, error: { code: 'user_exited_set_password_flow' } })

  // A device that has the wallet, and has not heard of what happens on the first one.
  const tablet = await onNewDevice(browser, app, address)
  const [wallet] = await walletsOf(tablet.host)
  expect(await signs(tablet.host, wallet?.address as Hex)).toBe(true)

  const setting = host.call<PublicWallet>('setWalletRecovery')
  await setPasscode(host)
  await host.confirm(address)
  expect(await setting).toMatchObject({ ok: true, value: { recoveryMethod: 'user-passcode' } })
  expect(await signs(host, wallet?.address as Hex)).toBe(true)

  const late = tablet.host.call('setWalletRecovery')
  await setPasscode(tablet.host, 'zebra crossing tuesday')
  await tablet.host.confirm(address)
  await expect(tablet.host.alert).toHaveText('The wallet has a recovery passcode by now. Use that one.')
  await tablet.host.button('Close').click()
  expect(await late).toMatchObject({
    ok: false,
    error: { code: 'embedded_wallet_password_already_exists' },
  })
  await tablet.close()

  const phone = await onNewDevice(browser, app, address)
  const signing = phone.host.call('signMessage', { message: 'hello' })
  await field(phone.host, 'Passcode').waitFor()
  await phone.host.button('Close').click()
  expect(await signing).toMatchObject({ ok: false, error: { code: 'user_rejected' } })
  await phone.close()
})

test('a recovery that a page had changed is told by mail, and “This wasn’t me” puts the one of before back', async ({
  context,
  browser,
  stack,
  address,
}) => {
  // Several logins, each with its mail.
  test.slow()
  const app = await appWith(stack, { user_owned_recovery_options: ['user-passcode'] })
  const host = await (await HostPage.open(context, app)).ready()
  await host.logIn(address)
  const setting = host.call<PublicWallet>('setWalletRecovery')
  await setPasscode(host)
  await host.confirm(address)
  expect(await setting).toMatchObject({ ok: true, value: { recoveryMethod: 'user-passcode' } })
  const notice = await stack.mailbox.waitForNotice(address)
  expect(notice).toContain('The recovery of your wallets')
  const page = await context.newPage()
  await page.goto(/http\S+\/account\/undo\?token=[\w-]+/.exec(notice)?.[0] ?? 'no link')
  await page.getByRole('button').click()
  await page.getByRole('heading', { name: 'Your account is safe again' }).waitFor()
  await page.close()
  // The session is over; at the next login the recovery is the automatic one of before.
  const phone = await onNewDevice(browser, app, address)
  expect(await walletsOf(phone.host)).toMatchObject([{ recoveryMethod: 'privy' }])
  await phone.close()
})

test('a wallet whose key the server holds needs no recovery of its own', async ({ host, address }) => {
  await host.logIn(address)
  expect(await host.call('setWalletRecovery')).toMatchObject({ ok: false, error: { code: 'not_supported' } })
})

test('two tabs that create at once make one wallet, which both sign with', async ({
  context,
  stack,
  address,
}) => {
  // Several logins, each with its mail.
  test.slow()
  const app = await appWith(stack, { ethereum: { create_on_login: 'off' } })
  const first = await (await HostPage.open(context, app)).ready()
  await first.logIn(address)
  const second = await (await HostPage.open(context, app)).ready()
  const made = await Promise.all([first, second].map(it => it.call<PublicWallet>('createWallet')))
  const addresses = made.flatMap(it => (it.ok ? it.value.address : []))
  expect(new Set(addresses).size).toBe(1)
  for (const host of [first, second]) {
    await host.page.bringToFront()
    expect(await signs(host, addresses[0] as Hex)).toBe(true)
  }
})

test('no share, key or passcode reaches the host, and no passcode the server', async ({
  context,
  stack,
  address,
}) => {
  // Several logins, each with its mail.
  test.slow()
  const app = await appWith(stack, { user_owned_recovery_options: ['user-passcode'] })
  const page = await context.newPage()
  const watch = watchSecrets(page, app.wallet.origin)
  const sent: string[] = []
  const secrets = new Map([['passcode', PASSCODE]])
  const keep = (text: string) => {
    for (const [, name, value] of text.matchAll(
      /"(keys|auth_share|share|recovery_share|verifier)":"([^"]+)"/g,
    ))
      if (name && value) secrets.set(`${name} ${secrets.size}`, value)
  }
  page.on('requestfinished', async request => {
    if (!request.url().includes('/embedded_wallets')) return
    const body = request.postData() ?? ''
    sent.push(body)
    keep(body)
    keep(
      await request.response().then(
        answer => answer?.text() ?? '',
        () => '',
      ),
    )
  })
  const host = await (await HostPage.open(context, app, { page, initScript: RECORD_MESSAGES })).ready()
  await host.logIn(address)
  const [wallet] = await walletsOf(host)
  const setting = host.call('setWalletRecovery')
  await setPasscode(host)
  await host.confirm(address)
  expect(await setting).toMatchObject({ ok: true })
  expect(await signs(host, wallet?.address as Hex)).toBe(true)

  for (const name of ['keys', 'auth_share', 'share', 'verifier'])
    expect(
      [...secrets.keys()].some(key => key.startsWith(name)),
      `${name} was seen`,
    ).toBe(true)
  const places = { ...(await collectHostSide(page)), urls: watch.urls, sent }
  expect(findSecrets(new Map([['passcode', PASSCODE]]), places)).toEqual([])
  const { sent: _, ...hostSide } = places
  expect(findSecrets(secrets, hostSide)).toEqual([])
})
