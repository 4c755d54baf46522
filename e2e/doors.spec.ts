import type { BrowserContext, Page } from '@playwright/test'
import { expectNoViolations } from './fixtures/axe.ts'
import { HostPage, type HostPageOptions } from './fixtures/host-page.ts'
import type { Stack } from './fixtures/stack.ts'
import { expect, test } from './fixtures/test.ts'

/** Words with which a page would make every screen of the wallet read like a gift. */
const GIFT = {
  config: {
    intl: {
      textLocalization: {
        ...{ 'email.linkTitle': 'Claim your 50 USDC gift', 'email.linkSentence': 'Where shall we send it?' },
        ...{
          'code.title': 'Enter the gift code',
          'stepUp.title': 'One more step',
          'stepUp.link': 'Nearly done',
        },
        ...{ 'account.removeTitle': 'Your gift is ready', 'account.removeConfirm': 'Open it' },
      },
    },
  },
}

const display = (number: string) => number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2 $3')

/** Another person's browser, at the same site. */
async function elsewhere(context: BrowserContext, stack: Stack, options: HostPageOptions = {}) {
  const browser = context.browser()
  if (!browser) throw new Error('no browser')
  const other = await browser.newContext()
  const host = await (await HostPage.open(other, stack, options)).ready()
  return { host, close: () => other.close() }
}

/** The page's whole attack, up to where the thief's address is a way in. */
async function addThief(host: HostPage, own: string, thief: string) {
  const link = host.call('link', 'email', { prefill: thief })
  await host.button('Continue').click()
  await host.confirm(display(own))
  await host.code.fill(await host.stack.mailbox.waitForCode(thief))
  expect(await link).toMatchObject({ ok: true })
}

async function undoIn(page: Page, notice: string): Promise<void> {
  const url = /http\S+\/account\/undo\?token=[\w-]+/.exec(notice)?.[0]
  if (!url) throw new Error(`no link: ${notice}`)
  await page.goto(url)
  await page.getByRole('button').click()
  await page.getByRole('heading', { name: 'Your account is safe again' }).waitFor()
}

test('a page that has its own address added gets no wallet: our words say what it is, and the person undoes it', async ({
  openHost,
  context,
  stack,
  address: thief,
  number,
}) => {
  test.slow()
  const host = await openHost(GIFT)
  const { user } = await host.logInBySms(number)
  const link = host.call('link', 'email', { prefill: thief })
  const dialog = host.frame.getByRole('dialog')
  await expect(dialog).toContainText('Add an email address')
  await expect(dialog).toContainText('will open your account and wallets')
  await host.button('Continue').click()
  await expect(dialog).toContainText('Confirm it’s you')
  await expect(dialog).toContainText(`${thief} will open your account and wallets`)
  await expectNoViolations(host)
  await host.button('Close').click()
  expect(await link).toMatchObject({ ok: false, error: { code: 'exited_link_flow' } })

  // The person is talked into it all the same.
  await addThief(host, number, thief)
  const robber = await elsewhere(context, stack)
  expect(await robber.host.logIn(thief)).toMatchObject({ isNewUser: false, user: { id: user.id } })
  const signing = robber.host.call('signMessage', { message: 'everything to me' })
  await robber.host.approve()
  await expect(robber.host.alert).toContainText('This device is new to your account')
  await robber.host.button('Close').click()
  expect(await signing).toMatchObject({ ok: false })
  expect(await robber.host.call('link', 'passkey')).toMatchObject({ ok: false })

  const notice = await stack.phones.waitForNotice(number)
  expect(notice).toContain(thief)
  const page = await context.newPage()
  await undoIn(page, notice)
  await page.close()
  await robber.host.call('logout')
  expect(await robber.host.logIn(thief)).toMatchObject({ isNewUser: true })
  await host.page.reload()
  await host.ready()
  await host.call('logout')
  expect(await host.logInBySms(number)).toMatchObject({ isNewUser: false, user: { id: user.id } })
  await robber.close()
})

test('one click on a page that hides the frame removes no login', async ({ openHost, address }) => {
  const host = await openHost(GIFT)
  await host.logIn(address)
  const unlink = host.call('unlink', { type: 'email', address })
  await host.button('Remove').waitFor()
  await expect(host.frame.getByRole('dialog')).toContainText(
    'You won’t be able to open your account and wallets',
  )
  await expect(host.button('Remove')).toBeEnabled()
  const box = await host.button('Remove').boundingBox()
  if (!box) throw new Error('no button')
  const fade = (opacity: string) =>
    host.evaluate(`document.querySelector('iframe').style.setProperty('opacity', '${opacity}', 'important')`)
  await fade('.01')
  await expect(host.button('Remove')).toBeDisabled()
  await host.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await fade('1')
  await expect(host.button('Remove')).toBeEnabled()
  await expect(host.frame.getByRole('dialog')).toContainText('Remove this login?')
  await host.button('Keep it').click()
  expect(await unlink).toMatchObject({ ok: false, error: { code: 'exited_link_flow' } })
})

test('a new device is told by mail, and “This wasn’t me” logs it out', async ({
  host,
  context,
  stack,
  address,
}) => {
  const { user } = await host.logIn(address)
  const other = await elsewhere(context, stack)
  expect(await other.host.logIn(address)).toMatchObject({ user: { id: user.id } })
  const notice = await stack.mailbox.waitForNotice(address)
  expect(notice).toContain('on a new device')
  const page = await context.newPage()
  await undoIn(page, notice)
  await page.close()
  expect(await other.host.call('getLoginCode')).toMatchObject({ ok: false })
  await other.close()
})

test('a device that came in by an added login signs once an older one confirms it', async ({
  host,
  context,
  stack,
  address,
  number,
}) => {
  await host.logInBySms(number)
  await addThief(host, number, address)
  const other = await elsewhere(context, stack)
  await other.host.logIn(address)
  const account = other.host.call('openAccount')
  await other.host.button('Confirm it’s me').click()
  await expectNoViolations(other.host)
  await other.host.confirm(display(number))
  await other.host.frame.getByText('This device can sign now.').waitFor()
  await other.host.button('Close').click()
  await account
  expect(await other.host.sign('it is me')).toMatchObject({ ok: true })
  await other.close()
})

test('the page of a notice acts on a person’s own press alone, and not at once after something happened', async ({
  context,
  stack,
}) => {
  const page = await context.newPage()
  const sent: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST') sent.push(request.url())
  })
  await page.goto(`${stack.wallet.origin}/account/undo?token=${'x'.repeat(43)}`)
  const button = page.getByRole('button', { name: 'Log out all devices and undo it' })
  await expect(button).toBeEnabled()
  expect(
    await page.evaluate('dispatchEvent(new Event("blur")), document.querySelector("button").disabled'),
  ).toBe(true)
  await expect(button).toBeEnabled()
  await button.evaluate(element => (element as HTMLButtonElement).click())
  await button.hover()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(button).toBeEnabled()
  expect(sent).toEqual([])
  await button.click()
  await expect(page.getByRole('heading')).toHaveText('This link has expired')
  expect(sent).toHaveLength(1)
})

test('a device that waits signs at once when an older one allows it, and is gone when that refuses it', async ({
  host,
  context,
  stack,
  address,
  number,
}) => {
  test.slow()
  const { user } = await host.logInBySms(number)
  await addThief(host, number, address)
  const other = await elsewhere(context, stack)
  await other.host.logIn(address)
  const signing = other.host.call('signMessage', { message: 'not yet' })
  await other.host.approve()
  await expect(other.host.alert).toContainText('This device is new to your account')
  await other.host.button('Close').click()
  expect(await signing).toMatchObject({ ok: false })

  const dialog = host.frame.getByRole('dialog')
  const account = host.call('openAccount')
  await expect(dialog).toContainText('Waiting for your answer')
  await expect(dialog).toContainText(`logged in with ${address}`)
  await expectNoViolations(host)
  const device = host.frame.getByRole('listitem').filter({ hasText: 'logged in with' })
  await device.getByRole('button', { name: 'Allow' }).click()
  await expect(dialog).toContainText('Allow it only if it’s yours')
  await expectNoViolations(host)
  await host.button('Allow').click()
  await expect(host.frame.getByText('It’s allowed now.')).toBeAttached()
  expect(await other.host.sign('at once')).toMatchObject({ ok: true })

  const third = await elsewhere(context, stack)
  await third.host.logIn(address)
  await host.button('Close').click()
  await account
  const again = host.call('openAccount')
  await device.getByRole('button', { name: 'This wasn’t me' }).click()
  await host.button('Refuse and undo').click()
  await expect(dialog).not.toContainText('Waiting for your answer')
  await expect(host.frame.getByText('It was refused')).toBeAttached()
  await host.button('Close').click()
  await again
  for (const stranger of [other, third]) {
    expect(await stranger.host.call('getLoginCode')).toMatchObject({ ok: false })
    await stranger.close()
  }
  expect(await host.sign('still me')).toMatchObject({ ok: true })
  const stranger = await elsewhere(context, stack)
  const login = await stranger.host.logIn(address)
  expect(login).toMatchObject({ isNewUser: true })
  expect(login.user.id).not.toBe(user.id)
  await stranger.close()
})
