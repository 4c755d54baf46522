import { recoverMessageAddress } from 'viem'
import { approveIn } from '../fixtures/approve-in.ts'
import { expect, test } from './test.ts'

const APP = 'examples/next'

test.describe.configure({ timeout: 300_000 })

// A build by Next compiles the app’s types with those of the package, and fails by them.
for (const [bundler, script] of [
  ['Turbopack', 'build'],
  ['webpack', 'build:webpack'],
] as const)
  test(`as built by ${bundler}: logs in, signs, and the server knows the person after a reload, and no more after they left`, async ({
    page,
    install,
    enterCode,
    address,
  }) => {
    const app = await install(APP)
    await app.run(script)
    await app.serve('start')
    const greeting = page.getByTestId('greeting')
    /** What the server sends, before any script runs. */
    const sent = async (headers = {}) => (await page.request.get(app.origin, { headers })).text()
    await page.goto(app.origin)
    await expect(greeting).toHaveText('Log in, and this page’s server knows you by its own cookie.')
    await page.getByRole('button', { name: 'Log in' }).click()
    await enterCode(page)
    await expect(greeting).toHaveText(`This server knows you: ${address}.`)

    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Sign a message' }).click()
    await approveIn(await opening)
    const signature = (await page.getByTestId('signature').textContent()) as `0x${string}`
    const signer = await recoverMessageAddress({ message: 'Hello from Next', signature })
    await expect(page.getByTestId('address')).toHaveText(signer)

    expect(await sent()).toContain(address)
    await page.reload()
    await expect(greeting).toHaveText(`This server knows you: ${address}.`)
    await expect(page.getByTestId('address')).toHaveText(signer)
    await expect(page.getByRole('button', { name: address })).toBeEnabled()

    const kept = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    expect(await sent({ cookie: kept })).toContain(address)
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(greeting).toHaveText('Log in, and this page’s server knows you by its own cookie.')
    // Whoever kept a copy of the cookie has nothing by it.
    expect(await sent({ cookie: kept })).not.toContain(address)
  })

test('in development, mounted twice by StrictMode: one frame, and nothing to complain of', async ({
  page,
  install,
  wallet,
  enterCode,
  address,
}) => {
  const app = await install(APP)
  await app.serve('dev')
  await page.goto(app.origin)
  await page.getByRole('button', { name: 'Log in' }).click()
  await enterCode(page)
  await expect(page.getByTestId('greeting')).toHaveText(`This server knows you: ${address}.`)
  await expect(page.locator(`iframe[src^="${wallet.origin}"]`)).toHaveCount(1)
})
