import { test } from '../fixtures/test.ts'
import { capture, LOOKS } from './capture.ts'

for (const { name, theme, words, locale, size } of LOOKS)
  test.describe(name, () => {
    test.use({ locale, viewport: size })

    test(`own data: ${name}`, async ({ openHost, stack, address }) => {
      const host = await openHost({ config: { appearance: { theme } } })
      const shoot = (screen: string) => capture(host, `${screen}-${name}`)
      const button = (label: string) => host.frame.getByRole('button', { name: label, exact: true })
      const confirm = async () => {
        await button(words['stepUp.sendCode'].replace('{address}', address)).click()
        await host.frame
          .getByRole('textbox', { name: words['code.label'] })
          .fill(await stack.mailbox.waitForCode(address))
      }
      void host.call('login')
      await host.frame.getByRole('textbox', { name: words['email.label'] }).fill(address)
      await button(words['action.continue']).click()
      await host.frame
        .getByRole('textbox', { name: words['code.label'] })
        .fill(await stack.mailbox.waitForCode(address))
      await host.dialog.waitFor({ state: 'hidden' })

      void host.call('openAccount', { screen: 'devices' })
      await button(words['ownData.delete']).scrollIntoViewIfNeeded()
      await shoot('own-data-rows')
      await button(words['ownData.download']).click()
      await button(words['ownData.make']).waitFor()
      await shoot('own-data-download')
      await button(words['ownData.make']).click()
      await confirm()
      await button(words['ownData.save']).click()
      await host.frame.getByText(words['ownData.saved']).waitFor()
      await shoot('own-data-ready')
      await button(words['action.done']).click()
      await button(words['ownData.delete']).click()
      await host.frame.getByRole('checkbox').waitFor()
      await shoot('own-data-delete')
      await host.frame.getByRole('checkbox').check()
      await button(words['action.continue']).scrollIntoViewIfNeeded()
      await shoot('own-data-delete-end')
      await button(words['action.continue']).click()
      await button(words['stepUp.sendCode'].replace('{address}', address)).waitFor()
      await shoot('own-data-delete-proof')
      await confirm()
      await button(words['ownData.deleteNow']).waitFor()
      await shoot('own-data-delete-last')
      await button(words['ownData.deleteNow']).click()
      await host.frame.getByRole('dialog', { name: words['ownData.deleted'] }).waitFor()
      await shoot('own-data-deleted')
    })
  })
