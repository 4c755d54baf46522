import { expect, test } from './fixtures/test.ts'

test('the documentation opens under its own policy, is searched and followed, and asks nobody else', async ({
  page,
  stack,
}) => {
  test.slow()
  const { origin } = stack.wallet
  const elsewhere: string[] = []
  const refused: string[] = []
  /** Redoc asks for the logo of its maker. The policy of the page refuses that before it leaves the browser. */
  const LOGO = 'https://cdn.redoc.ly/redoc/logo-mini.svg'
  page.on('requestfinished', request => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:')) elsewhere.push(request.url())
  })
  page.on('requestfailed', request => {
    const isRefused = request.failure()?.errorText === 'csp' && request.url() === LOGO
    if (!isRefused && !request.url().startsWith(origin)) elsewhere.push(request.url())
  })
  page.on('console', message => {
    if (message.type() === 'error' && !message.text().includes(LOGO)) refused.push(message.text())
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

  // Redoc draws a part in some seconds, more where the browser is busy.
  await page.goto(`${origin}/docs/http/backend.html`)
  const drawn = page.getByRole('heading', { name: 'HTTP API: Backend' })
  await expect(drawn).toBeVisible({ timeout: 30_000 })

  // Each page has its own scripts, which its policy names.
  for (const path of [
    'reference/host-sdk.html',
    'http/index.html',
    'http/health.html',
    'theming.html',
    'errors.html',
  ]) {
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
