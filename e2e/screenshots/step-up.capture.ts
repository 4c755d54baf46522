import { test } from '../fixtures/test.ts'
import { capture, LOOKS } from './capture.ts'

for (const { name, theme, words, locale, size } of LOOKS)
  test.describe(name, () => {
    test.use({ locale, viewport: size })

    test(`adding and removing a way in: ${name}`, async ({ openHost, stack, address, number }) => {
      const host = await openHost({ config: { appearance: { theme } } })
      const shoot = (screen: string) => capture(host, `${screen}-${name}`)
      const button = (label: string) => host.frame.getByRole('button', { name: label, exact: true })
      const code = host.frame.getByRole('textbox', { name: words['code.label'] })

      void host.call('login')
      await host.frame.getByRole('textbox', { name: words['email.label'] }).fill(address)
      await button(words['action.continue']).click()
      await code.fill(await stack.mailbox.waitForCode(address))
      await host.dialog.waitFor({ state: 'hidden' })

      void host.call('link', 'sms', { prefill: number })
      await button(words['action.continue']).waitFor()
      await shoot('link-sms')
      await button(words['action.continue']).click()
      const send = button(words['stepUp.sendCode'].replace('{address}', address))
      await send.waitFor()
      await shoot('step-up')
      await send.click()
      await code.waitFor()
      await shoot('step-up-code')
      await button(words['action.close']).click()

      void host.call('unlink', { type: 'email', address })
      await button(words['account.removeConfirm']).waitFor()
      await shoot('unlink')
      await button(words['account.removeKeep']).click()

      await stack.query(`update devices set held_until = now() + interval '20 hours', held_for = 'alarm'`)
      await stack.query(
        `
        insert into accounts (id, app_id, user_id, type, subject, seal, details)
        select gen_random_uuid()::text, app_id, user_id, 'phone', $2, '', jsonb_build_object('phoneNumber', $2::text)
        from accounts where subject = $1`,
        [address, number],
      )
      void host.call('openAccount')
      await button(words['stepUp.confirm']).waitFor()
      await shoot('account-held')
      await host.page.goto(`${stack.wallet.origin}/account/undo?token=${'x'.repeat(43)}`)
      await host.page.locator('button:enabled').waitFor()
      await shoot('undo')
    })
  })
