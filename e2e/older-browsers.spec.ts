import { OLDEST_BROWSERS_TEXT } from '@vitrine/shared/bridge/browsers.ts'
import { REMOVE_NEWER_APIS } from '../scripts/chunks/newer-apis.ts'
import { approveIn } from './fixtures/approve-in.ts'
import { expect, test } from './fixtures/test.ts'

test.describe('a browser with no more than the oldest ones have', () => {
  test.beforeEach(async ({ context }) => {
    await context.addInitScript(REMOVE_NEWER_APIS)
    // Init scripts do not run in workers. The module that runs first removes them, and what the wallet then adds stays.
    const removeOnce = `if (!self.isOlder) { self.isOlder = true; ${REMOVE_NEWER_APIS} }`
    await context.route('**/assets/worker/*.js', async route => {
      const response = await route.fetch()
      await route.fulfill({ response, body: `${removeOnce};${await response.text()}` })
    })
  })

  test('does the main job: log in by email, get a wallet, pay, log out', async ({ page, stack, address }) => {
    const errors: Error[] = []
    page.on('pageerror', error => errors.push(error))
    const frame = page.frameLocator('iframe')
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await page.goto(stack.shop)
    expect(
      await page.evaluate('[URL.canParse, AbortSignal.any, navigator.userActivation, [].toSorted]'),
    ).toEqual([...[undefined, undefined, undefined, undefined]])
    await button('Log in').click()
    await frame.getByRole('textbox', { name: 'Email' }).fill(address)
    await frame.getByRole('button', { name: 'Continue', exact: true }).click()
    await frame
      .getByRole('textbox', { name: 'Verification code' })
      .fill(await stack.mailbox.waitForCode(address))
    await expect(page.getByText('500 DUSD', { exact: true })).toBeVisible()

    const [popup] = await Promise.all([page.waitForEvent('popup'), button('Pay with your wallet').click()])
    await expect(popup.getByText(/148 DUSD/).first()).toBeVisible()
    await approveIn(popup)
    await expect(page.getByRole('heading', { name: 'Order paid' })).toBeVisible()
    await expect(frame.getByText('−$148.00', { exact: true })).toBeVisible()
    await frame.getByRole('button', { name: 'Close', exact: true }).click()
    await button('Account').click()
    await expect(frame.getByText('352 DUSD').first()).toBeVisible()
    await frame.getByRole('button', { name: 'Close', exact: true }).click()
    await button('Log out').click()
    await expect(button('Log in')).toBeFocused()
    expect(errors).toEqual([])
  })
})

test('a browser that is too old gets an error that says so, and no frame', async ({ page, stack }) => {
  await page.addInitScript('CSS.supports = () => false')
  await page.goto(stack.shop)
  const error = await page.evaluate(
    '(window.vitrine ?? window.shopVitrine).ready.catch(({ code, message }) => ({ code, message }))',
  )
  expect(error).toEqual({
    code: 'not_supported',
    message: `This browser is too old for the wallet. Update it: ${OLDEST_BROWSERS_TEXT} or newer.`,
  })
  await expect(page.locator('iframe')).toHaveCount(0)
})
