import type { Page } from '@playwright/test'
import { ConsolePage, type ConsoleStack, startConsole } from '../fixtures/console.ts'
import { HostPage } from '../fixtures/host-page.ts'
import { test } from '../fixtures/test.ts'
import { capturePage } from './capture.ts'

const LOOKS = [
  { name: 'light-1440x900', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'dark-1280x800', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { name: 'light-390x844', colorScheme: 'light', viewport: { width: 390, height: 844 } },
] as const

const shoot = (page: Page, name: string, fullPage = true) =>
  capturePage(page, `console-${name}`, { fullPage })

for (const { name, ...look } of LOOKS)
  test.describe(name, () => {
    test.use(look)

    test(`the operator's console: ${name}`, async ({ browser, context, keep }) => {
      test.slow()
      const { stack, invite, origin } = await keep<ConsoleStack>('console', startConsole)
      const app = stack.app.id
      // A browser of the person's own, as the operator's has no business with the site.
      const theirs = await browser.newContext()
      const host = await (await HostPage.open(theirs, stack)).ready()
      await host.logIn(`ada-${name}@shop.example`)
      await theirs.close()
      const page = await context.newPage()
      const link = await invite('Grace Hopper', '--all-apps', '--role', 'manager')
      await page.goto(origin)
      await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
      await shoot(page, `sign-in-${name}`)
      const { heading, main } = await ConsolePage.enrol(page, link)
      void heading
      await shoot(page, `apps-${name}`)
      for (const [screen, path] of [
        ['config', `/apps/${app}/config`],
        ['users', `/apps/${app}/users`],
        ['audit', `/apps/${app}/audit`],
        ['webhooks', `/apps/${app}/webhooks`],
        ['health', '/status'],
      ] as const) {
        await page.goto(origin + path)
        await main.getByRole('heading', { level: 1 }).waitFor()
        await page.waitForLoadState('networkidle')
        await shoot(page, `${screen}-${name}`, screen !== 'config' || look.viewport.width < 500)
      }
      await page.goto(`${origin}/apps/${app}/users`)
      await main.getByRole('link', { name: /@shop/ }).first().click()
      await main.getByRole('heading', { name: /@shop/ }).waitFor()
      await page.waitForLoadState('networkidle')
      await shoot(page, `user-${name}`)
      await main.getByRole('button', { name: 'Delete user' }).click()
      await shoot(page, `delete-${name}`, false)
    })
  })
