import type { Page } from '@playwright/test'
import { createDevice } from '../auth-server/testing/device.ts'
import { en } from '../frame-app/words/en.ts'
import { HostPage } from './fixtures/host-page.ts'
import { withOwnApp } from './fixtures/own-app.ts'
import { type Stack, startStack } from './fixtures/stack.ts'
import { test as base, CAPTCHA_SITE, expect, vendorEnv } from './fixtures/test.ts'

type Provider = 'altcha' | 'turnstile' | 'hcaptcha'

interface Fixtures {
  /** An app on a wallet server whose captcha has a host name of its own. */
  shop: Stack
  /** A wallet server without that host name. */
  plain: Stack
}

const test = base.extend<Fixtures>({
  shop: async ({ stack }, use) => use(await withOwnApp(stack, {})),
  openHost: async ({ context, shop }, use) =>
    use(async options => (await HostPage.open(context, shop, options)).ready()),
  plain: async ({ keep, vendor }, use) =>
    use(await keep('plain stack', () => startStack({ env: () => vendorEnv(vendor) }))),
})

test.beforeEach(({ vendor }) => vendor.behave('pass'))

/** As the operator's commands do. */
async function useCaptcha({ app, query }: Stack, provider: Provider) {
  const config = {
    captcha_enabled: true,
    enabled_captcha_provider: provider,
    captcha_site_key: CAPTCHA_SITE.siteKey,
  }
  await query('update apps set config = config || $1::jsonb where id = $2', [JSON.stringify(config), app.id])
  await query(
    `insert into captcha_secrets (app_id, provider, secret) values ($1, $2, $3) on conflict do nothing`,
    [app.id, provider, CAPTCHA_SITE.secret],
  )
}

const captchaFrame = (page: Page) =>
  page.frames().find(frame => new URL(frame.url()).pathname.startsWith('/captcha/'))
const inVendorsFrame = ({ frame }: HostPage) => frame.frameLocator('iframe').frameLocator('iframe')
const sendAddress = async (host: HostPage, address: string) => {
  await host.email.fill(address)
  await host.button('Continue').click()
}

test.describe('our own captcha', () => {
  test.beforeEach(({ shop }) => useCaptcha(shop, 'altcha'))

  test('is done by the browser, and the login goes on', async ({ openHost, address }) => {
    const host = await openHost()
    const asked = host.page.waitForRequest(/\/captcha\/challenge$/)
    const { isNewUser } = await host.logIn(address)
    expect(isNewUser).toBe(true)
    expect((await asked).method()).toBe('POST')
  })

  test('a token is good for one mail', async ({ openHost, address, shop }) => {
    const host = await openHost()
    void host.call('login')
    const used = host.page.waitForRequest(/\/passwordless\/init$/)
    await host.askForCode(address)
    const request = await used
    const { origin } = shop.wallet
    const config = await fetch(request.url().replace(/passwordless.*/, `apps/${shop.app.id}`))
    const nonce = config.headers.get('dpop-nonce')
    const url = `${origin}/api/v1/passwordless/init`
    const dpop = await (await createDevice()).prove('POST', url, { overrides: { nonce } })
    const again = await fetch(request.url(), {
      method: 'POST',
      headers: { origin, 'vitrine-app-id': shop.app.id, dpop },
      body: JSON.stringify({ ...request.postDataJSON(), email: `other-${address}` }),
    })
    expect([again.status, await again.json()]).toEqual([
      422,
      expect.objectContaining({ code: 'invalid_captcha' }),
    ])
  })

  test('blocked, says so and is tried again', async ({ openHost, address }) => {
    const host = await openHost()
    void host.call('login')
    await host.page.route(/\/captcha\/challenge$/, route => route.abort())
    await sendAddress(host, address)
    await expect(host.alert).toContainText(/try again/i)
    await expect(host.code).toBeHidden()

    await host.page.unroute(/\/captcha\/challenge$/)
    await host.button('Try again').click()
    await expect(host.code).toBeVisible()
  })

  test('refused by the server, is done anew', async ({ openHost, address, shop }) => {
    const host = await openHost()
    void host.call('login')
    await host.page.route(/\/passwordless\/init$/, route =>
      route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), token: 'forged' }) }),
    )
    await sendAddress(host, address)
    await expect(host.alert).toContainText(/human/i)
    expect(await shop.query('select id from one_time_codes where address = $1', [address])).toEqual([])

    await host.page.unroute(/\/passwordless\/init$/)
    await host.button('Try again').click()
    await expect(host.code).toBeVisible()
  })

  test('is told while it runs, and leaves the screen at work', async ({ openHost, address }) => {
    const host = await openHost()
    void host.call('login')
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await host.page.route(/\/captcha\/challenge$/, async route => {
      await held
      await route.continue()
    })
    await sendAddress(host, address)
    await expect(host.frame.getByText(en['captcha.checking'])).toBeVisible()
    await expect(host.button('Continue')).toHaveAttribute('aria-busy', 'true')
    release()
    await expect(host.code).toBeVisible()
    await expect(host.frame.getByText(en['captcha.checking'])).toBeHidden()
  })
})

test('an app without a captcha asks for one while codes are guessed wrong, and a page that is open does it by itself', async ({
  openHost,
  address,
  shop,
}) => {
  const host = await openHost()
  void host.call('login')
  // Beyond the threshold of any server.
  await shop.query(
    `insert into rate_limits (key, points, expires_at) values ($1, 2000000, now() + interval '1 hour')`,
    [`app-wrong-guesses:${shop.app.id}`],
  )
  const tokens: boolean[] = []
  host.page.on('request', request => {
    if (request.url().endsWith('/passwordless/init')) tokens.push(request.postDataJSON().token !== undefined)
  })
  await host.askForCode(address)
  await expect(host.code).toBeVisible()
  expect(tokens).toEqual([false, true])
})

test.describe('a vendor’s captcha on its own host name', () => {
  for (const provider of ['turnstile', 'hcaptcha'] as const) {
    test(`${provider} lets a person through`, async ({ openHost, address, shop, vendor }) => {
      await useCaptcha(shop, provider)
      const host = await openHost()
      const { isNewUser } = await host.logIn(address)
      expect(isNewUser).toBe(true)
      expect(vendor.asked.at(-1)?.get('secret')).toBe(CAPTCHA_SITE.secret)
    })

    test(`${provider} shows itself when a person has something to do`, async ({
      openHost,
      address,
      shop,
      vendor,
    }) => {
      vendor.behave('ask')
      await useCaptcha(shop, provider)
      const host = await openHost()
      void host.call('login')
      await sendAddress(host, address)
      await inVendorsFrame(host).getByRole('button', { name: 'I am human' }).click()
      await expect(host.code).toBeVisible()
      await expect(host.frame.locator('iframe')).toHaveCount(0)
    })
  }

  test('one that turns a person away can be tried again', async ({ openHost, address, shop, vendor }) => {
    vendor.behave('fail')
    await useCaptcha(shop, 'turnstile')
    const host = await openHost()
    void host.call('login')
    await sendAddress(host, address)
    await expect(host.alert).toContainText(/human/i)
    vendor.behave('pass')
    await host.button('Try again').click()
    await expect(host.code).toBeVisible()
  })

  test('whose script is blocked says so', async ({ openHost, address, shop }) => {
    await useCaptcha(shop, 'turnstile')
    const host = await openHost()
    void host.call('login')
    await host.page.route(/\/turnstile\/v0\/api\.js/, route => route.abort())
    await sendAddress(host, address)
    await expect(host.alert).toContainText(/try again/i)
  })

  test('is of another origin than the wallet, and finds nothing there', async ({
    openHost,
    address,
    shop,
    vendor,
  }) => {
    vendor.behave('ask')
    await useCaptcha(shop, 'turnstile')
    const host = await openHost()
    void host.call('login')
    await sendAddress(host, address)
    await inVendorsFrame(host).getByRole('button').waitFor()
    const seen = await captchaFrame(host.page)?.evaluate(LOOK_AROUND)
    expect(seen).toEqual({
      origin: `http://captcha.localhost:${shop.wallet.port}`,
      wallet: 'SecurityError',
      site: 'SecurityError',
      storage: 0,
      cookie: '',
      api: 'blocked',
      ownHost: 'blocked',
    })
  })
})

test.describe('a vendor’s captcha on the wallet’s host name', () => {
  test('runs in a document of no origin', async ({ context, plain, address, vendor }) => {
    // A second wallet server starts for it.
    test.slow()
    vendor.behave('ask')
    await useCaptcha(plain, 'hcaptcha')
    const host = await (await HostPage.open(context, plain)).ready()
    void host.call('login')
    await sendAddress(host, address)
    const ask = inVendorsFrame(host).getByRole('button', { name: 'I am human' })
    await ask.waitFor()
    const seen = await captchaFrame(host.page)?.evaluate(LOOK_AROUND)
    expect(seen).toEqual({
      origin: 'null',
      wallet: 'SecurityError',
      site: 'SecurityError',
      storage: 'SecurityError',
      cookie: 'SecurityError',
      api: 'blocked',
      ownHost: 'blocked',
    })
    await ask.click()
    await expect(host.code).toBeVisible()
  })
})

/** What a vendor's script could reach: runs in the captcha document. */
const LOOK_AROUND = `(async () => {
  const attempt = read => { try { return read() } catch ({ name }) { return name } }
  const reach = url => fetch(url, { method: 'POST', body: '{}' }).then(() => 'reached', () => 'blocked')
  const wallet = document.querySelector('[data-wallet-origin]').dataset.walletOrigin
  return {
    origin: self.origin,
    wallet: attempt(() => parent.document.title),
    site: attempt(() => top.document.title),
    storage: attempt(() => localStorage.length),
    cookie: attempt(() => document.cookie),
    api: await reach(wallet + '/api/v1/sessions'),
    ownHost: await reach('/api/v1/sessions'),
  }
})()`
