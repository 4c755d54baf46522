import { randomInt } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import type { TelegramUser } from '../../auth-server/testing/telegram.ts'
import { HostPage, type HostPageOptions, type LoginValue } from '../fixtures/host-page.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import type { Stack } from '../fixtures/stack.ts'
import { accept, startTelegram, type TelegramSite, unixNow } from '../fixtures/telegram.ts'
import { test as base, expect } from '../fixtures/test.ts'

interface Fixtures {
  telegram: TelegramSite
  app: Stack
  /** Of nobody else's test. */
  ada: TelegramUser
  openSite(options?: HostPageOptions): Promise<HostPage>
}

const test = base.extend<Fixtures>({
  telegram: async ({ keep }, use) => use(await keep('telegram', startTelegram)),
  app: async ({ stack, telegram }, use) => {
    const bot_id = telegram.bot.settings.client_id
    const app = await withOwnApp(stack, {
      telegram_auth: true,
      telegram_auth_config: { bot_id, bot_name: 'shop_bot', link_enabled: true, seamless_auth_enabled: true },
    })
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-telegram-'))
    const file = join(folder, 'bot.json')
    await writeFile(file, JSON.stringify(telegram.file))
    expect(await stack.wallet.command('telegram', 'set', app.app.id, '--file', file)).toContain('/setdomain')
    await rm(folder, { recursive: true })
    await use(app)
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  ada: async ({}, use) => {
    const id = randomInt(1e9, 1e12)
    await use({ id, first_name: 'Ada', username: 'Ada' })
  },
  openSite: async ({ context, app }, use) => {
    await use(async options => (await HostPage.open(context, app, options)).ready())
  },
})

async function inWindow(context: BrowserContext, host: HostPage, button: string): Promise<Page> {
  const opening = context.waitForEvent('page')
  await host.button(button).click()
  return opening
}
const ROW = 'Continue with Telegram'

test('a person logs in on Telegram’s page, is greeted the next time, and adds and removes it elsewhere', async ({
  context,
  openSite,
  ada,
  address,
}) => {
  const host = await openSite()
  const flows = await host.hearFlows()
  const login = host.call<LoginValue>('login')
  const popup = await inWindow(context, host, ROW)
  const closed = popup.waitForEvent('close')
  await expect(host.frame.getByText('Continue in the Telegram (@shop_bot) window.').first()).toBeVisible()
  await accept(popup, ada)
  expect(await login).toMatchObject({
    ok: true,
    value: {
      isNewUser: true,
      loginMethod: 'telegram',
      loginAccount: { type: 'telegram', telegramUserId: String(ada.id), firstName: 'Ada', username: 'Ada' },
      user: { telegram: { telegramUserId: String(ada.id) } },
    },
  })
  await closed
  expect(await flows()).toEqual(['initial', 'loading', 'done'].map(status => ({ flow: 'telegram', status })))

  await host.call('logout')
  const again = host.call<LoginValue>('login')
  await accept(await inWindow(context, host, 'Continue with your Telegram account'), ada)
  expect(await again).toMatchObject({ ok: true, value: { isNewUser: false } })

  // Taken away from whoever has it, then added to another person by a press of their own.
  const bob = { ...ada, id: ada.id + 1 }
  const other = await openSite({ page: await context.newPage() })
  await other.call('logout')
  const { user } = await other.logIn(address)
  const linking = other.call<{ user: { linkedAccounts: { type: string }[] } }>('link', 'telegram')
  await other.confirm(address)
  await accept(await inWindow(context, other, ROW), bob)
  const linked = await linking
  expect(linked).toMatchObject({ ok: true, value: { user: { id: user.id } } })
  const account = linked.ok ? linked.value.user.linkedAccounts.find(it => it.type === 'telegram') : null
  expect(account).toMatchObject({ telegramUserId: String(bob.id) })
  const unlinking = other.call('unlink', account)
  await other.button('Remove').click()
  await other.confirm(address)
  expect(await unlinking).toMatchObject({
    ok: true,
    value: { user: { linkedAccounts: [{ type: 'email' }] } },
  })
})

test('a site whose windows are cut off from it, a closed window and a person who says no', async ({
  context,
  openSite,
  ada,
}) => {
  const host = await openSite({ headers: { 'cross-origin-opener-policy': 'same-origin' } })
  const login = host.call<LoginValue>('login')
  const first = await inWindow(context, host, ROW)
  await first.getByRole('button', { name: 'Accept' }).waitFor()
  await first.close()
  const second = await inWindow(context, host, 'Open again')
  await second.getByRole('textbox', { name: 'Name' }).fill('Ada')
  await second.getByRole('button', { name: 'Cancel' }).click()
  await expect(host.alert).toContainText('cancelled')
  await accept(await inWindow(context, host, 'Try again'), ada)
  expect(await login).toMatchObject({ ok: true, value: { loginMethod: 'telegram' } })
})

test('a page that Telegram opened logs its person in without a press; whoever has seen what it was told logs in by it no more', async ({
  browser,
  openSite,
  app,
  telegram,
  ada,
}) => {
  const launch = telegram.bot.launches(ada, unixNow())
  const launched = async (host: HostPage) => {
    await host.page.goto(`${host.url}#${new URLSearchParams({ tgWebAppData: launch })}`)
    await host.page.reload()
    return host.ready()
  }
  const host = await launched(await openSite())
  const logged = await host.evaluate<LoginValue>(
    'return seenEvents.find(it => it.name === "login")?.payload ?? await new Promise(resolve => vitrine.on("login", resolve))',
  )
  expect(logged).toMatchObject({
    ok: true,
    value: { loginMethod: 'telegram', loginAccount: { telegramUserId: String(ada.id) } },
  })

  const elsewhere = await browser.newContext()
  const thief = await launched(await HostPage.open(elsewhere, app))
  await expect(thief.alert).toContainText('already finished')
  expect(await thief.evaluate('return vitrine.state.authenticated')).toEqual({ ok: true, value: false })
  await elsewhere.close()
})
