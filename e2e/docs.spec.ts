import { expect, test } from './fixtures/test.ts'

test('the documentation opens under its own policy, is searched and followed, and asks nobody else', async ({
  page,
  stack,
}) => {
  const { origin } = stack.wallet
  const elsewhere: string[] = []
  const refused: string[] = []
  page.on('request', request => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:')) elsewhere.push(request.url())
  })
  page.on('console', message => {
    if (message.type() === 'error') refused.push(message.text())
  })
  page.on('pageerror', error => refused.push(error.message))

  await page.goto(`${origin}/docs/`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Vitrine')
  await page.getByRole('link', { name: 'Quick start', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Quick start: plain HTML')

  await page.getByRole('button', { name: 'Search' }).first().click()
  await page.getByRole('searchbox').fill('approval_window_blocked')
  await page.getByRole('option').first().click()
  await expect(page.locator('main')).toContainText('approval_window_blocked')

  // Each page has its own scripts, which its policy names.
  for (const path of ['reference/host-sdk.html', 'http/backend.html', 'theming.html', 'errors.html']) {
    await page.goto(`${origin}/docs/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.getByRole('switch').first().click()
  await expect(page.locator('html')).toHaveClass(/dark/)

  const document = await page.request.get(`${origin}/docs/openapi.json`)
  expect(await document.json()).toMatchObject({ openapi: '3.1.1' })
  expect((await page.request.get(`${origin}/docs/nothing.html`)).status()).toBe(404)
  expect(elsewhere).toEqual([])
  expect(refused).toEqual([])
})
