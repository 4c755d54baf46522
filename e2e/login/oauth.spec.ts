import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { HostPage, type HostPageOptions, type LoginValue } from '../fixtures/host-page.ts'
import { agree, startIdentityProvider } from '../fixtures/identity-provider.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import type { Stack } from '../fixtures/stack.ts'
import { test as base, expect } from '../fixtures/test.ts'

const BANK = {
  provider: 'custom:bank',
  provider_display_name: 'Bank',
  provider_icon_url: 'https://bank.example/icon.png',
  enabled: true,
}
/** Browsers tell nobody that they block a window: it is not there. */
const BLOCKED = 'if (window !== top) window.open = () => null'

interface Fixtures {
  social: Stack
  /** Whom a provider has an account of. */
  who: string
  openSite(options?: HostPageOptions): Promise<HostPage>
}

const test = base.extend<Fixtures>({
  social: async ({ stack, keep }, use) => {
    const redirectUri = `${stack.wallet.origin}/oauth/callback`
    const google = await keep('google', () => startIdentityProvider({ redirectUri }))
    const bank = await keep('bank', () => startIdentityProvider({ redirectUri, isIsolated: true }))
    const social = await withOwnApp(stack, {
      google_oauth: true,
      apple_oauth: true,
      custom_oauth_providers: [BANK],
    })
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-oauth-'))
    for (const [provider, client] of Object.entries({
      google: google.client,
      apple: google.signedClient,
      'custom:bank': bank.client,
    })) {
      const file = join(folder, 'client.json')
      await writeFile(file, JSON.stringify(client))
      await stack.wallet.command('oauth', 'set', social.app.id, '--provider', provider, '--file', file)
    }
    await rm(folder, { recursive: true })
    await use(social)
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  who: async ({}, use) => {
    await use(`ada-${crypto.randomUUID()}`)
  },
  openSite: async ({ context, social }, use) => {
    await use(async options => (await HostPage.open(context, social, options)).ready())
  },
})

/** Presses, and has the window that opens. */
async function inWindow(context: BrowserContext, press: () => Promise<void>): Promise<Page> {
  const opening = context.waitForEvent('page')
  await press()
  return opening
}
const pressRow = (host: HostPage, name: string) => () => host.button(`Continue with ${name}`).click()

test('a person logs in at a provider in a window, is greeted the next time, and adds and removes other ways', async ({
  context,
  openSite,
  who,
  address,
}) => {
  const host = await openSite()
  const flows = await host.hearFlows()
  const login = host.call<LoginValue>('login')
  const popup = await inWindow(context, pressRow(host, 'Google'))
  const closed = popup.waitForEvent('close')
  await agree(popup, who)
  const outcome = await login
  expect(outcome).toMatchObject({
    ok: true,
    value: {
      isNewUser: true,
      loginMethod: 'google',
      loginAccount: { type: 'google_oauth', subject: who, email: `${who}@mail.example` },
    },
  })
  await closed
  expect(await flows()).toEqual(['initial', 'loading', 'done'].map(status => ({ flow: 'oauth', status })))

  await host.call('logout')
  const again = host.call<LoginValue>('login')
  // Who is logged in at the provider is back at once.
  await host.button('Continue with your Google account').click()
  expect(await again).toMatchObject({ ok: true, value: { isNewUser: false } })

  // An account that a page asks for is added by the person's own press, and needs a way that is there.
  const other = await openSite({ page: await context.newPage() })
  await other.call('logout')
  const { user } = await other.logIn(address)
  const linking = other.call<{ user: { linkedAccounts: { type: string; subject?: string }[] } }>(
    'link',
    'custom:bank',
  )
  await other.confirm(address)
  const bank = await inWindow(context, pressRow(other, 'Bank'))
  await agree(bank, who)
  const linked = await linking
  expect(linked).toMatchObject({ ok: true, value: { user: { id: user.id } } })
  const account = linked.ok ? linked.value.user.linkedAccounts.find(it => it.type === 'custom:bank') : null
  expect(account).toMatchObject({ subject: who })
  const unlinking = other.call('unlink', account)
  await other.button('Remove').click()
  await other.confirm(address)
  expect(await unlinking).toMatchObject({
    ok: true,
    value: { user: { linkedAccounts: [{ type: 'email' }] } },
  })
})

test('a site whose windows are cut off from it, and a provider that cuts off its own, both log people in', async ({
  context,
  openSite,
  who,
}) => {
  const host = await openSite({ headers: { 'cross-origin-opener-policy': 'same-origin' } })
  const login = host.call<LoginValue>('login')
  const popup = await inWindow(context, pressRow(host, 'Google'))
  await expect(host.button('Continue in this page')).toBeVisible()
  await agree(popup, who)
  expect(await login).toMatchObject({ ok: true, value: { loginMethod: 'google' } })
  await host.call('logout')
  await host.page.close()

  const plain = await openSite()
  const atBank = plain.call<LoginValue>('login')
  const bank = await inWindow(context, pressRow(plain, 'Bank'))
  await agree(bank, who)
  expect(await atBank).toMatchObject({ ok: true, value: { loginMethod: 'custom:bank' } })
})

test('where windows are blocked the whole page goes, comes back with nothing in its address, and is logged in', async ({
  openSite,
  who,
}) => {
  const host = await openSite({ initScript: BLOCKED })
  await host.page.evaluate(() => history.replaceState(null, '', '?item=1#top'))
  void host.call('login')
  await host.button('Continue with Google').click()
  await host.button('Continue in this page').click()
  await agree(host.page, who)
  await host.page.waitForURL(url => url.origin + url.pathname === host.url)
  await host.ready()
  const logged = await host.evaluate<LoginValue>(
    'return seenEvents.find(it => it.name === "login")?.payload ?? await new Promise(resolve => vitrine.on("login", resolve))',
  )
  expect(logged).toMatchObject({ ok: true, value: { loginMethod: 'google', loginAccount: { subject: who } } })
  expect(host.page.url()).toBe(`${host.url}?item=1#top`)
  // Whoever goes back in the history of the tab finds nothing to use again.
  await host.page.reload()
  await host.ready()
  await expect(host.dialog).toBeHidden()
})

test('a window that was closed midway is no refusal; a person who says no is told so, and another way answers by POST', async ({
  context,
  openSite,
  who,
}) => {
  const host = await openSite()
  const flows = await host.hearFlows()
  const login = host.call<LoginValue>('login')
  const popup = await inWindow(context, pressRow(host, 'Google'))
  await popup.getByRole('button', { name: 'Agree' }).waitFor()
  await popup.close()
  await expect(host.frame.getByRole('dialog')).toContainText('or open it again')

  const second = await inWindow(context, () => host.button('Open again').click())
  await second.getByRole('button', { name: 'Cancel' }).click()
  await expect(host.alert).toContainText('cancelled')
  expect(await flows()).toContainEqual(
    expect.objectContaining({
      status: 'error',
      error: expect.objectContaining({ code: 'oauth_user_denied' }),
    }),
  )

  await host.button('Back').click()
  const apple = await inWindow(context, pressRow(host, 'Apple'))
  await agree(apple, who)
  expect(await login).toMatchObject({ ok: true, value: { loginMethod: 'apple' } })
})

test('a link of somebody else leads nowhere: not to begin a login of theirs, and not to finish it', async ({
  browser,
  context,
  openSite,
  social,
}) => {
  // The attacker begins a login on their own machine, and sends the address of its window.
  const host = await openSite()
  void host.call('login')
  const opened = context.waitForEvent('request', it => it.url().includes('/oauth_flows/start'))
  const own = await inWindow(context, pressRow(host, 'Google'))
  const { flow_id: flowId } = (await opened).postDataJSON()
  await own.getByRole('button', { name: 'Agree' }).waitFor()

  const victim = await browser.newContext()
  const page = await victim.newPage()
  await page.goto(`${social.wallet.origin}/apps/${social.app.id}/oauth#${flowId}`)
  await expect(page.getByRole('alert')).toContainText('wasn’t started here')
  expect(page.url()).not.toContain(flowId)

  await page.goto(`${social.wallet.origin}/oauth/callback?code=of-the-attacker&state=${'s'.repeat(48)}`)
  await expect(page.getByRole('alert')).toContainText('wasn’t started in this browser')
  expect(page.url()).toBe(`${social.wallet.origin}/oauth/callback`)
  await victim.close()
})
