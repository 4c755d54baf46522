import type { Page } from '@playwright/test'
import { approveIn } from '../fixtures/approval-window.ts'
import { startShopWithoutChain } from '../fixtures/shop-without-chain.ts'
import { expect, test } from '../fixtures/test.ts'

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 320, height: 568 },
] as const

/** At each size, from its top and whole. */
async function takeAll(page: Page, screen: string, theme: string) {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    const path = `.cache/screenshots/shop-${screen}-${theme}-${size.width}.png`
    await page.screenshot({ path, fullPage: true, animations: 'disabled' })
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
      await expect(popup.getByRole('button', { name: 'Approve', exact: true })).toBeEnabled({
        timeout: 15_000,
      })
      await popup.screenshot({ path: `.cache/screenshots/shop-approve-${theme}.png` })
      await takeAll(page, 'paying', theme)
      await approveIn(popup)
      await expect(page.getByRole('heading', { name: 'Order paid' })).toBeVisible()
      if (!popup.isClosed())
        await popup.screenshot({ path: `.cache/screenshots/shop-sent-${theme}.png` }).catch(() => {})
      await takeAll(page, 'paid', theme)
      await button('Account').click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await frame
        .getByText('DUSD')
        .first()
        .waitFor({ timeout: 5_000 })
        .catch(() => {})
      await takeAll(page, 'account', theme)
    })

    test(`the demo shop without a chain, ${theme}`, async ({ page, stack, keep }) => {
      const shop = await keep('a shop without a chain', () => startShopWithoutChain(stack))
      await page.goto(shop.origin)
      await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled()
      await takeAll(page, 'no-chain', theme)
    })
  })
