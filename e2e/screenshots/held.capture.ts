import { HostPage } from '../fixtures/host-page.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import { test } from '../fixtures/test.ts'
import { capture, LOOKS } from './capture.ts'
import { settle } from './settle.ts'

for (const { name, theme, words, locale, size } of LOOKS)
  test.describe(name, () => {
    test.use({ locale, viewport: size })

    test(`what is held, and a new recovery: ${name}`, async ({ context, stack, address, number }) => {
      test.slow()
      const app = await withOwnApp(stack, {
        embedded_wallet_config: {
          mode: 'legacy-embedded-wallets-only',
          ethereum: { create_on_login: 'users-without-wallets' },
          user_owned_recovery_options: ['user-passcode'],
        },
      })
      const host = await (await HostPage.open(context, app, { config: { appearance: { theme } } })).ready()
      const shoot = (screen: string) => capture(host, `${screen}-${name}`)
      const button = (label: string) => host.frame.getByRole('button', { name: label, exact: true }).first()

      void host.call('login')
      await host.frame.getByRole('textbox', { name: words['email.label'] }).fill(address)
      await button(words['action.continue']).click()
      const code = host.frame.getByRole('textbox', { name: words['code.label'] })
      await code.fill(await stack.mailbox.waitForCode(address))
      await host.dialog.waitFor({ state: 'hidden' })
      await stack.query(
        `with own as (select id as user_id, app_id from users where id = (select user_id from accounts where subject = $1)),
        way as (
          insert into accounts (id, app_id, user_id, type, subject, seal, details, held_until)
          select 'held-' || user_id, app_id, user_id, 'phone', $2, '', jsonb_build_object('phoneNumber', $2::text),
            now() + interval '20 hours' from own returning id, user_id, app_id),
        device as (
          insert into devices (thumbprint, user_id, public_key, seal, held_until, held_for)
          select 'held-device', user_id, '', '', now() + interval '20 hours', 'added-login' from own returning user_id),
        came as (
          insert into account_changes (id, app_id, user_id, kind, thumbprint, made_with, expires_at)
          select 'came-' || user_id, app_id, user_id, 'device', 'held-device', 'Firefox · Linux', now() + interval '1 day'
          from own)
        insert into sessions (id, app_id, user_id, thumbprint, expires_at, account_id)
        select 'held-' || user_id, app_id, user_id, 'held-device', now() + interval '1 day', id from way`,
        [address, number],
      )
      await stack.query(`update sessions set created_at = now() - interval '1 hour'`)
      void host.call('openAccount')
      await button(words['held.allow']).waitFor()
      await shoot('account-waiting')
      await button(words['held.refuse']).click()
      await button(words['held.refuseConfirm']).waitFor()
      await shoot('held-refuse')
      await button(words['action.back']).click()
      await button(words['held.allow']).click()
      await button(words['held.later']).waitFor()
      await shoot('held-allow')
      await button(words['held.allow']).click()
      const send = button(words['stepUp.sendCode'].replace('{address}', address))
      await send.waitFor()
      await shoot('held-allow-step-up')
      await button(words['action.close']).click()

      void host.call('setWalletRecovery')
      const field = (label: string) => host.frame.getByLabel(label, { exact: true })
      await field(words['passcode.label']).waitFor()
      await shoot('recovery-change')
      for (const label of ['passcode.label', 'passcode.repeat'] as const)
        await field(words[label]).fill('correct horse battery')
      // The card has changed its height, and the guard does not admit a press that began while it did.
      await settle(host.page)
      await button(words['passcode.set']).click()
      await send.waitFor()
      await shoot('recovery-step-up')
    })
  })
