import { recoverMessageAddress } from 'viem'
import { approveIn } from '../fixtures/approve-in.ts'
import { expect, test } from './test.ts'

const APP = 'examples/vite-wagmi'

test.describe.configure({ timeout: 300_000 })

test('the app’s types are right, with those of the package', async ({ install }) => {
  await (await install(APP)).run('check')
})

test('as built: connects by a login, signs, switches the network, and is connected after a reload', async ({
  page,
  install,
  enterCode,
}) => {
  const app = await install(APP)
  await app.run('build')
  await app.serve('start')
  await page.goto(app.origin)
  await page.getByRole('button', { name: 'Connect' }).click()
  await enterCode(page)
  const address = page.getByTestId('address')
  await expect(address).toHaveText(/^0x[\dA-Fa-f]{40}$/)

  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Sign a message' }).click()
  await approveIn(await opening)
  const signature = (await page.getByTestId('signature').textContent()) as `0x${string}`
  expect(await recoverMessageAddress({ message: 'Hello from wagmi', signature })).toBe(
    await address.textContent(),
  )

  const base = page.getByRole('button', { name: 'Base' })
  await expect(base).toHaveAttribute('aria-pressed', 'false')
  await base.click()
  await expect(base).toHaveAttribute('aria-pressed', 'true')

  const before = await address.textContent()
  await page.reload()
  await expect(address).toHaveText(before ?? '')
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByRole('button', { name: 'Connect' })).toBeEnabled()
})
