import { recoverMessageAddress } from 'viem'
import { approveIn } from '../fixtures/approve-in.ts'
import { expect, test } from './test.ts'

/** What `docs/migrate-from-privy.md` makes of an app. */
const APP = 'examples/moved-from-privy/after'

test.describe.configure({ timeout: 300_000 })

test('after the move: compiles, logs in, is known to its backend, signs, and stays logged in over a reload', async ({
  page,
  install,
  wallet,
  enterCode,
}) => {
  const app = await install(APP)
  await wallet.offerGoogle(app.appId)
  await app.run('check')
  await app.serve('dev')
  await page.goto(app.origin)
  await page.getByRole('button', { name: 'Log in' }).click()
  await enterCode(page)
  await expect(page.getByText('Welcome.')).toBeVisible()
  await expect(page.locator(`iframe[src^="${wallet.origin}"]`)).toHaveCount(1)
  const order = page.getByText(/^Lamp No\. \d+/)
  await expect(order).toBeVisible()

  const address = (await page.getByTestId('address').textContent()) ?? ''
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Sign a message' }).click()
  await approveIn(await opening)
  const signed = page.getByText(/^Signed: 0x/)
  await expect(signed).toBeVisible()
  const signature = ((await signed.textContent()) ?? '').replace('Signed: ', '') as `0x${string}`
  expect(await recoverMessageAddress({ message: 'I like lamps', signature })).toBe(address)

  await page.reload()
  await expect(page.getByTestId('address')).toHaveText(address)
  await expect(order).toBeVisible()
  // The app ends its own session after Vitrine's, when it already shows that nobody is logged in.
  const ended = page.waitForResponse(`${app.origin}/api/vitrine/logout`)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByText('Log in to see your orders.')).toBeVisible()
  expect((await ended).ok()).toBe(true)
  const answer = await page.request.get(`${app.origin}/api/orders`)
  expect(answer.status()).toBe(401)
})
