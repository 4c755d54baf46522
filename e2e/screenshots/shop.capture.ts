import type { Page } from '@playwright/test'
import { approveIn } from '../fixtures/approve-in.ts'
import { startShopWithoutChain } from '../fixtures/shop-without-chain.ts'
import { expect, test } from '../fixtures/test.ts'
import { capturePage } from './capture.ts'
import type { Settled } from './settle.ts'

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 320, height: 568 },
] as const

/** At each size, from its top and whole. */
async function takeAll(page: Page, screen: string, theme: string, settled?: Settled) {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await capturePage(page, `shop-${screen}-${theme}-${size.width}`, { fullPage: true, settled })
  }
  await page.setViewportSize(SIZES[0])
}

for (const theme of ['light', 'dark'] as const)
  test.describe(() => {
    test.use({ colorScheme: theme })
    test(`the demo shop: guest, login, logged in, paying, paid, account, ${theme}`, async ({
      page,
      stack,
      address,
    }) => {
      test.setTimeout(120_000)
      const frame = page.frameLocator('iframe')
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      await page.goto(stack.shop)
      await expect(button('Log in')).toBeEnabled()
      await takeAll(page, 'guest', theme)
      await button('Log in').click()
      const email = frame.getByRole('textbox', { name: 'Email' })
      await expect(email).toBeVisible()
      await takeAll(page, 'login', theme)
      await email.fill(address)
      await frame.getByRole('button', { name: 'Continue', exact: true }).click()
      await frame
        .getByRole('textbox', { name: 'Verification code' })
        .fill(await stack.mailbox.waitForCode(address))
      await expect(page.getByText('500 DUSD', { exact: true })).toBeVisible()
      await takeAll(page, 'member', theme)
      const [popup] = await Promise.all([page.waitForEvent('popup'), button('Pay with your wallet').click()])
      await popup.getByRole('button', { name: 'Approve', exact: true }).waitFor()
      await capturePage(popup, `shop-approve-${theme}`)
      await takeAll(page, 'paying', theme, { isBusy: true })
      await approveIn(popup)
      await expect(page.getByRole('heading', { name: 'Order paid' })).toBeVisible()
      // The wallet's confirmation lies over the shop until the user closes it.
      await frame.getByRole('dialog', { name: 'Sent' }).waitFor()
      await takeAll(page, 'sent', theme)
      await frame.getByRole('button', { name: 'Close', exact: true }).click()
      await expect(page.getByRole('dialog')).toBeHidden()
      await takeAll(page, 'paid', theme)
      await button('Account').click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expect(frame.getByText('352 DUSD').first()).toBeVisible()
      await takeAll(page, 'account', theme)
    })

    test(`the demo shop without a chain, ${theme}`, async ({ page, stack, keep }) => {
      const shop = await keep('a shop without a chain', () => startShopWithoutChain(stack))
      await page.goto(shop.origin)
      await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled()
      await takeAll(page, 'no-chain', theme)
    })
  })
