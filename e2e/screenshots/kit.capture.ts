import { Wallet as EthersWallet } from 'ethers'
import { HostPage } from '../fixtures/host-page.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import { test } from '../fixtures/test.ts'
import { capture, capturePage, LOOKS } from './capture.ts'

const RECOVERY_PAGE = new URL('../../dist/recovery/vitrine-recovery.html', import.meta.url)
const WORDS = 'test test test test test test test test test test test junk'
const PAPERS = { a4: [794, 1123], letter: [816, 1056] } as const
const MARGIN_PX = 53

for (const { name, theme, words, locale, size } of LOOKS)
  test.describe(name, () => {
    test.use({ locale, viewport: size })

    test(`the kit and its card: ${name}`, async ({ context, stack, address }) => {
      test.slow()
      const app = await withOwnApp(stack, {
        embedded_wallet_config: {
          mode: 'user-controlled-server-wallets-only',
          ethereum: { create_on_login: 'all-users' },
          solana: { create_on_login: 'all-users' },
        },
      })
      const host = await (await HostPage.open(context, app, { config: { appearance: { theme } } })).ready()
      const button = (label: string) => host.frame.getByRole('button', { name: label, exact: true })
      const confirm = async () => {
        await button(words['stepUp.sendCode'].replace('{address}', address)).click()
        const code = host.frame.getByRole('textbox', { name: words['code.label'] })
        await code.fill(await host.stack.mailbox.waitForCode(address))
      }
      const login = host.call('login')
      await host.frame.getByRole('textbox').first().fill(address)
      await button(words['action.continue']).click()
      await host.frame
        .getByRole('textbox', { name: words['code.label'] })
        .fill(await host.stack.mailbox.waitForCode(address))
      await login
      const importing = host.call('importWallet', { chainType: 'ethereum' })
      const document = host.frame.frameLocator(`iframe[title="${words['secret.frame']}"]`)
      const field = document.getByRole('textbox').first()
      while ((await field.inputValue()) === '') {
        await field.click()
        await host.page.keyboard.insertText(EthersWallet.createRandom().privateKey)
      }
      await document.locator('button.wide, .actions .button').last().click()
      await confirm()
      await importing
      void host.call('openAccount', { screen: 'security' })
      await button(words['account.recoveryKit']).click()
      await confirm()
      await button(words['export.kitOpen']).waitFor()
      await capture(host, `kit-card-${name}`)
      const opening = context.waitForEvent('page')
      await button(words['export.kitOpen']).click()
      const kit = await opening
      await kit.locator('.word').first().waitFor()
      await capturePage(kit, `kit-window-${name}`, { fullPage: true })
      await host.page.bringToFront()
      const add = host.frame.getByRole('button', { name: /0x/ }).last()
      await add.waitFor()
      await capture(host, `kit-card-opened-${name}`)
      await add.click()
      await confirm()
      await kit.locator('.kit .key').waitFor()
      await kit.setViewportSize({ width: 860, height: 920 })
      await capturePage(kit, `kit-window-whole-${name}`, { fullPage: true })
      await kit.emulateMedia({ media: 'print' })
      for (const [paper, [width, height]] of Object.entries(PAPERS)) {
        await kit.setViewportSize({ width: width - 2 * MARGIN_PX, height: height - 2 * MARGIN_PX })
        await capturePage(kit, `kit-print-${paper}-${name}`, { fullPage: true })
      }
    })
  })

for (const [name, size, colorScheme, language] of [
  ['light-1280x800', { width: 1280, height: 800 }, 'light', 'en'],
  ['dark-390x844', { width: 390, height: 844 }, 'dark', 'en'],
  ['light-320x568', { width: 320, height: 568 }, 'light', 'en'],
  ['ar-390x844', { width: 390, height: 844 }, 'light', 'ar'],
] as const)
  test(`the recovery page: ${name}`, async ({ page, context }) => {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme })
    await context.setOffline(true)
    await page.goto(RECOVERY_PAGE.href)
    await page.getByRole('combobox').selectOption(language)
    const shoot = (screen: string) => capturePage(page, `recovery-page-${screen}-${name}`, { fullPage: true })
    await shoot('enter')
    await page.locator('#secret').fill(WORDS.replace('junk', 'juunk'))
    await page.locator('button[type=submit]').click()
    await shoot('wrong-word')
    await page.locator('#secret').fill(WORDS)
    await page.locator('button[type=submit]').click()
    await page.locator('.key + p, .key').first().waitFor({ state: 'attached' })
    await page.locator('[data-hides] button').first().click()
    await shoot('wallets')
    await page.locator('.actions button').first().click()
    await page.locator('button[type=submit]').click()
    await shoot('form')
    await page.locator('#to').fill('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
    for (const [id, value] of [
      ['amount', '0.25'],
      ['nonce', '7'],
      ['maxFee', '30'],
    ] as const)
      await page.locator(`#${id}`).fill(value)
    await page.locator('button[type=submit]').click()
    await shoot('review')
    await page.locator('main button:not(.quiet)').first().click()
    await shoot('signed')
  })
