import { approveIn } from './fixtures/approval-window.ts'
import { expect, test } from './fixtures/test.ts'

/** What the product is for, at the demo shop, as `npm start` shows it. */
test('log in by e-mail, get a wallet, pay with a signature that the shop verifies, log out', async ({
  page,
  stack,
  address,
}) => {
  const frame = page.frameLocator('iframe')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto(stack.shop)
  await button('Log in').click()
  await expect(page.getByRole('dialog', { name: 'Log in or sign up' })).toBeVisible()
  await frame.getByRole('textbox', { name: 'Email' }).fill(address)
  await frame.getByRole('button', { name: 'Continue', exact: true }).click()
  const code = await stack.mailbox.waitForCode(address)
  await frame.getByRole('textbox', { name: 'Verification code' }).fill(code)

  await expect(page.getByText(address)).toBeVisible()
  await expect(page.getByRole('button', { name: /^0x[0-9a-fA-F]+….{4} Copy wallet address$/ })).toBeVisible()

  // The wallet's own window opens in that click.
  const [popup] = await Promise.all([page.waitForEvent('popup'), button('Pay with your wallet').click()])
  await expect(popup.getByText(new URL(stack.shop).host).first()).toBeVisible()
  await approveIn(popup)
  await expect(page.getByRole('heading', { name: 'Signature verified' })).toBeVisible()

  await button('Log out').click()
  await expect(button('Log in')).toBeVisible()
  await expect(page.getByText(address)).toBeHidden()
})

test('a person who rejects has ordered nothing', async ({ page, stack, address }) => {
  const frame = page.frameLocator('iframe')
  await page.goto(stack.shop)
  // Paying first asks who one is.
  await page.getByRole('button', { name: 'Pay with your wallet' }).click()
  await frame.getByRole('textbox', { name: 'Email' }).fill(address)
  await frame.getByRole('button', { name: 'Continue', exact: true }).click()
  await frame
    .getByRole('textbox', { name: 'Verification code' })
    .fill(await stack.mailbox.waitForCode(address))
  await frame.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(page.getByRole('status')).toContainText('not placed')
  await expect(page.getByRole('heading', { name: 'Signature verified' })).toBeHidden()
})
