import { HostPage } from '../fixtures/host-page.ts'
import { test } from '../fixtures/test.ts'
import { capture, LOOKS } from './capture.ts'

for (const { name, theme, words, locale, size } of LOOKS)
  test.describe(name, () => {
    test.use({ locale, viewport: size })

    test(`devices and activity: ${name}`, async ({ openHost, context, stack, address }) => {
      const host = await openHost({ config: { appearance: { theme } } })
      const shoot = (screen: string) => capture(host, `${screen}-${name}`)
      const button = (label: string) => host.frame.getByRole('button', { name: label, exact: true })
      const logIn = async (page: HostPage) => {
        void page.call('login')
        await page.frame.getByRole('textbox', { name: words['email.label'] }).fill(address)
        await page.frame.getByRole('button', { name: words['action.continue'], exact: true }).click()
        await page.frame
          .getByRole('textbox', { name: words['code.label'] })
          .fill(await stack.mailbox.waitForCode(address))
        await page.dialog.waitFor({ state: 'hidden' })
      }
      await logIn(host)
      const other = await context.browser()?.newContext({ locale })
      if (!other) throw new Error('no browser')
      await logIn(await (await HostPage.open(other, stack)).ready())
      await stack.query(`update sessions set network = '203.0.113.x', made_with = 'Firefox · Android',
        expires_at = expires_at - interval '3 hours'
        where id = (select id from sessions order by created_at desc limit 1)`)

      void host.call('openAccount', { screen: 'devices' })
      await button(words['devices.signOutOne'].replace('{device}', 'Firefox · Android')).waitFor()
      await shoot('devices')
      await host.frame.getByRole('heading', { name: words['history.title'] }).scrollIntoViewIfNeeded()
      await shoot('account-activity')
      await button(words['activity.all']).click()
      await button(words['action.back']).waitFor()
      await host.frame.getByRole('listitem').nth(3).waitFor()
      await shoot('all-activity')
      await button(words['action.back']).click()
      await button(words['devices.signOutOne'].replace('{device}', 'Firefox · Android')).click()
      await button(words['devices.stay']).waitFor()
      await shoot('sign-out-device')
      await other.close()
    })
  })
