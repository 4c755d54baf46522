import { approveIn } from '../fixtures/approve-in.ts'
import { expect, test } from './test.ts'

const APP = 'examples/sveltekit'

test.describe.configure({ timeout: 300_000 })

test('the app’s types are right, with those of the package', async ({ install }) => {
  await (await install(APP)).run('check')
})

test('as built: is drawn by the server, logs in, signs, and knows the person after a reload', async ({
  page,
  install,
  enterCode,
  address,
}) => {
  const app = await install(APP)
  await app.run('build')
  await app.serve('start')
  // What the server sends knows nobody yet, and says nothing wrong.
  const html = await (await page.request.get(app.origin)).text()
  expect(html).toContain('Log in')
  expect(html).not.toContain('role="alert"')

  await page.goto(app.origin)
  await page.getByRole('button', { name: 'Log in' }).click()
  await enterCode(page)
  await expect(page.getByRole('heading', { name: address })).toBeVisible()
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Sign a message' }).click()
  await approveIn(await opening)
  await expect(page.getByTestId('signature')).toHaveText(/^0x[\da-f]{130}$/)

  await page.reload()
  await expect(page.getByRole('heading', { name: address })).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled()
})
