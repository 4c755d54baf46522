import { expect, test } from './test.ts'

const APP = 'examples/express-backend'

test.describe.configure({ timeout: 300_000 })

test('the site’s types are right, with those of the package', async ({ install }) => {
  await (await install(APP)).run('check')
})

test('the server knows the person by its own cookie, after a reload and on a page for users alone, and no more after they left', async ({
  page,
  install,
  enterCode,
  address,
}) => {
  const app = await install(APP)
  await app.serve('start')
  const greeting = page.getByTestId('greeting')
  /** What the server sends to whoever has the cookie, before any script runs. */
  const sent = async (cookie: string) => (await fetch(app.origin, { headers: { cookie } })).text()

  await page.goto(`${app.origin}/account`)
  await expect(greeting).toHaveText('Log in, and this page’s server knows you by its own cookie.')
  await page.getByRole('button', { name: 'Log in' }).click()
  await enterCode(page)
  await expect(greeting).toHaveText(`This server knows you: ${address}.`)

  const [cookie] = await page.context().cookies(app.origin)
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  const kept = `${cookie?.name}=${cookie?.value}`
  expect(await sent(kept)).toContain(address)
  await page.reload()
  await expect(greeting).toHaveText(`This server knows you: ${address}.`)
  await page.getByRole('link', { name: 'Your account' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: /^0x[\dA-Fa-f]{40}$/ })).toBeVisible()

  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(greeting).toHaveText('Log in, and this page’s server knows you by its own cookie.')
  // Whoever kept a copy of the cookie has nothing by it.
  expect(await sent(kept)).not.toContain(address)
})
