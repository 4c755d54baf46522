import { approveIn } from './fixtures/approve-in.ts'
import { WITH_MOTION } from './fixtures/browser.ts'
import { startShopWithoutChain } from './fixtures/shop-without-chain.ts'
import { expect, test } from './fixtures/test.ts'

test.use(WITH_MOTION)

/** What the product is for, at the demo shop, as `npm start` shows it. */
test('log in by email, get a wallet with demo money, pay on the chain, see the new balance, log out', async ({
  page,
  stack,
  address,
}) => {
  const frame = page.frameLocator('iframe')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(stack.shop)
  const pointer = await button('Log in').boundingBox()
  await button('Log in').click()
  await expect(page.getByRole('dialog', { name: 'Log in or sign up' })).toBeVisible()
  await frame.getByRole('textbox', { name: 'Email' }).fill(address)
  await frame.getByRole('button', { name: 'Continue', exact: true }).click()
  const code = await stack.mailbox.waitForCode(address)
  await frame.getByRole('textbox', { name: 'Verification code' }).fill(code)

  await expect(page.getByText(address)).toBeVisible()
  await expect(page.getByText('500 DUSD', { exact: true })).toBeVisible()
  await expect(button('Account')).toBeFocused()
  // What lay under the pointer that logged in does not log out.
  const logout = await button('Log out').boundingBox()
  expect((logout?.x ?? 0) + (logout?.width ?? 0)).toBeLessThanOrEqual(pointer?.x ?? 0)

  // The wallet's own window opens in that click.
  const [popup] = await Promise.all([page.waitForEvent('popup'), button('Pay with your wallet').click()])
  await expect(popup.getByText(new URL(stack.shop).host).first()).toBeVisible()
  await expect(popup.getByText(/148 DUSD/).first()).toBeVisible()
  await expect(popup.getByText('Network fee')).toBeVisible()
  await expect(popup.locator('html')).toHaveAttribute('data-color-scheme', 'dark')
  await expect(popup.getByText(/352 DUSD/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Approve in your wallet' })).toBeVisible()
  await approveIn(popup)
  await expect(page.getByRole('heading', { name: 'Order paid' })).toBeVisible()
  await expect(page.getByText('352 DUSD', { exact: true })).toHaveCount(2)

  // It stays until its person closes it.
  await expect(frame.getByText('−$148.00', { exact: true })).toBeVisible()
  await frame.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(button('Pay with your wallet')).toBeFocused()

  // What they spent elsewhere is known once they leave the wallet, and nothing is asked that they cannot pay.
  await page.route('**/api/wallet', route => route.fulfill({ json: { wallet: '0x0', balance: '52' } }))
  await button('Account').click()
  await frame.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByText('52 DUSD', { exact: true })).toBeVisible()
  await button('Pay with your wallet').click()
  await expect(page.getByText('You have 52 DUSD left')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()

  await button('Log out').click()
  await expect(button('Log in')).toBeFocused()
  await expect(page.getByText(address)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Order paid' })).toBeHidden()
})

test('without a chain the order is signed: who pays first logs in on the way, and who rejects has ordered nothing', async ({
  page,
  stack,
  address,
  keep,
}) => {
  const shop = await keep('a shop without a chain', () => startShopWithoutChain(stack))
  const frame = page.frameLocator('iframe')
  const pay = page.getByRole('button', { name: 'Pay with your wallet' })
  await page.goto(shop.origin)
  await expect(page.getByText('no local chain here')).toBeVisible()
  await pay.click()
  await frame.getByRole('textbox', { name: 'Email' }).fill(address)
  await frame.getByRole('button', { name: 'Continue', exact: true }).click()
  await frame
    .getByRole('textbox', { name: 'Verification code' })
    .fill(await stack.mailbox.waitForCode(address))
  await frame.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(page.getByText('The order is not placed')).toBeVisible()
  await expect(pay).toBeFocused()

  const [popup] = await Promise.all([page.waitForEvent('popup'), pay.click()])
  await approveIn(popup)
  await expect(page.getByRole('heading', { name: 'Order placed' })).toBeVisible()
})
