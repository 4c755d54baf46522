import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROVIDER_NAMES } from '@vitrine/shared/login/oauth.ts'
import { HostPage } from '../fixtures/host-page.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import { test } from '../fixtures/test.ts'
import { capture, capturePage, LOOKS } from './capture.ts'

/** Nobody listens there: the windows stand still. */
const NOWHERE = 'http://127.0.0.1:9'
const CLIENT = {
  client_id: 'shop',
  client_secret: 'secret',
  issuer: NOWHERE,
  authorization_endpoint: `${NOWHERE}/auth`,
  token_endpoint: `${NOWHERE}/token`,
  jwks_uri: `${NOWHERE}/jwks`,
}

for (const { name, theme, words, locale, size } of LOOKS)
  test.describe(name, () => {
    test.use({ locale, viewport: size, colorScheme: theme })

    test(`logins at other companies: ${name}`, async ({ context, stack, address }) => {
      const flags = Object.keys(PROVIDER_NAMES).map(it => (it === 'telegram_oauth' ? it : `${it}_oauth`))
      const open = await withOwnApp(stack, {
        ...Object.fromEntries(flags.map(flag => [flag, true])),
        email_auth: true,
        twitter_oauth_on_mobile_enabled: true,
        custom_oauth_providers: [
          {
            provider: 'custom:bank',
            provider_display_name: 'Bank',
            provider_icon_url: 'https://bank.example/i.png',
            enabled: true,
          },
        ],
      })
      const folder = await mkdtemp(join(tmpdir(), 'vitrine-oauth-'))
      const file = join(folder, 'client.json')
      await writeFile(file, JSON.stringify(CLIENT))
      await stack.wallet.command('oauth', 'set', open.app.id, '--provider', 'google', '--file', file)
      await rm(folder, { recursive: true })
      await context.route(`${NOWHERE}/**`, route => route.fulfill({ status: 204 }))
      const host = await (
        await HostPage.open(context, open, { config: { appearance: { theme } }, keepsTicks: true })
      ).ready()
      const button = (label: string) => host.frame.getByRole('button', { name: label, exact: true })
      const row = (provider: string) => words['oauth.row'].replace('{provider}', provider)

      void host.call('login')
      await button(row('Google')).waitFor()
      await capture(host, `social-landing-${name}`)
      await button(words['login.more']).click()
      await button(row('Telegram')).waitFor()
      await capture(host, `social-landing-all-${name}`)
      await button(row('Telegram')).scrollIntoViewIfNeeded()
      await capture(host, `social-landing-end-${name}`)
      const opening = context.waitForEvent('page')
      await button(row('Google')).click()
      const popup = await opening
      await popup.setViewportSize({ width: 480, height: 720 })
      await popup.getByText('127.0.0.1:9').waitFor()
      await capturePage(popup, `social-start-${name}`)
      await capture(host, `social-waiting-${name}`, { isBusy: true })
      await popup.close()
      await host.frame
        .getByText(words['social.gone'].split('{')[0] ?? '')
        .first()
        .waitFor()
      await capture(host, `social-gone-${name}`)
      const page = await context.newPage()
      await page.goto(`${stack.wallet.origin}/oauth/callback?state=none`)
      await page.getByRole('alert').waitFor()
      await capturePage(page, `social-refused-${name}`)
      await page.close()

      await button(words['action.back']).click()
      await button(words['action.close']).click()
      if (locale !== 'en') return
      await host.logIn(address)
      void host.call('openAccount', { screen: 'logins' })
      await button(words['account.addLogin']).click()
      await button(words['social.linkTitle'].replace('{provider}', 'Google')).waitFor()
      await capture(host, `social-account-${name}`)
    })
  })
