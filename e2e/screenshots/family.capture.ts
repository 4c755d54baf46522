import { accountNoticeMail } from '../../auth-server/messages/account-notice-mail.ts'
import { loginCodeMail } from '../../auth-server/messages/login-code-mail.ts'
import { test } from '../fixtures/test.ts'
import { capturePage, LOOKS } from './capture.ts'

const SCREENS = [
  ...LOOKS.map(({ name, theme, locale, size }) => ({ name, theme, locale, size })),
  { name: 'es-320x568', theme: 'dark', locale: 'es', size: { width: 320, height: 568 } },
  { name: 'ja-390x844', theme: 'light', locale: 'ja', size: { width: 390, height: 844 } },
] as const

/** A square in the accent of a site, as its operator's picture would be. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" fill="#1d5f4a"/><path d="M15 12v24M33 12v24M15 24h18" stroke="#fff" stroke-width="5"/></svg>'

for (const { name, theme, locale, size } of SCREENS)
  test.describe(name, () => {
    test.use({ locale, viewport: size, colorScheme: theme })

    test(`pages and mails of the wallet: ${name}`, async ({ context, stack }) => {
      test.slow()
      const { origin } = stack.wallet
      const page = await context.newPage()
      const shoot = (screen: string) => capturePage(page, `${screen}-${name}`, { fullPage: true })
      const app = `${origin}/apps/${stack.app.id}`
      for (const [screen, url] of [
        ['page-home', `${origin}/`],
        ['page-not-found', `${origin}/nothing`],
        ['page-api-error', `${origin}/api/v1/nothing`],
        ['page-refused-top', `${app}/frame?origin=${stack.site.unlisted}`],
        ['page-unknown-app', `${origin}/apps/app_x/frame?origin=https://shop.example`],
        ['page-no-origin', `${app}/frame`],
        ['page-undo', `${origin}/account/undo?token=x&app=${stack.app.id}`],
        ['window-passkey-lost', `${app}/passkey`],
        ['window-approval-lost', `${app}/approve`],
      ] as const) {
        await page.goto(url)
        await page.locator('main').waitFor()
        if (screen === 'page-undo') await page.locator('button:enabled').waitFor()
        await shoot(screen)
      }
      const popup = page.waitForEvent('popup')
      await page.goto(origin)
      await page.evaluate(
        ([url, site]) => {
          const ceremony = { kind: 'get', options: { challenge: 'AAAA' } }
          addEventListener('message', ({ source }) =>
            (source as Window).postMessage({ to: 'vitrine:passkey-window', site, ceremony }, location.origin),
          )
          window.open(url, '', 'popup,width=440,height=600')
        },
        [`${app}/passkey`, stack.site.crossSite] as const,
      )
      const passkey = await popup
      await passkey.getByRole('button').waitFor()
      await capturePage(passkey, `window-passkey-${name}`)
      await passkey.close()
      const session = { linked_accounts: [{ type: 'email', address: 'ada@example.org' }] }
      await page.goto(origin)
      await page.evaluate(
        ([id, user]) => {
          localStorage.setItem(`vitrine:session:${id}`, user)
          localStorage.setItem(`vitrine:token:${id}`, 'x')
        },
        [stack.app.id, JSON.stringify(session)] as const,
      )
      await page.reload()
      await page.getByText('ada@example.org').waitFor()
      await shoot('page-home-account')
      const refused = `<iframe src="${app}/frame?origin=${stack.site.unlisted}" style="width:380px;max-width:100%;height:460px;border:0;border-radius:24px"></iframe>`
      await page.goto(stack.site.unlisted + stack.site.publish({ body: refused }))
      await page.frameLocator('iframe').locator('main').waitFor()
      await shoot('page-refused-framed')
      await page.goto(stack.site.crossSite + stack.site.publish({ body: `<a href="${origin}/">Wallet</a>` }))
      await page.getByRole('link').click()
      await page.locator('main').waitFor()
      await shoot('page-home-from')

      await context.route('https://halden.example/icon.svg', route =>
        route.fulfill({ contentType: 'image/svg+xml', body: ICON }),
      )
      const told = { appName: 'Halden', language: locale, origin: 'https://wallet.halden.example' } as const
      const from = { browser: 'Firefox', system: 'Linux', network: '203.0.113.x' } as const
      const code = { ...told, from, to: 'ada@example.org', code: '428913' } as const
      const icon = 'https://halden.example/icon.svg'
      const notice = {
        ...{
          ...told,
          icon,
          madeWith: 'Firefox · Linux',
          network: '203.0.113.x',
          at: Date.UTC(2026, 0, 5, 9),
          removed: null,
        },
        added: { type: 'email', subject: 'new@example.org' },
        undo: { url: 'https://wallet.halden.example/account/undo?token=x', until: Date.UTC(2026, 0, 6, 9) },
      } as const
      // A document of its own, without the policy of a page.
      await page.goto('about:blank')
      for (const [screen, { html }] of [
        ['mail-login', loginCodeMail({ ...code, icon, purpose: 'login' })],
        ['mail-link', loginCodeMail({ ...code, purpose: 'link' })],
        ['mail-step-up', loginCodeMail({ ...code, icon, purpose: 'step-up' })],
        ['mail-notice-link', accountNoticeMail('ada@example.org', { ...notice, kind: 'link' })],
        [
          'mail-notice-device',
          accountNoticeMail('ada@example.org', { ...notice, kind: 'device', undo: null }),
        ],
      ] as const) {
        await page.setContent(html)
        await shoot(screen)
      }
    })
  })
