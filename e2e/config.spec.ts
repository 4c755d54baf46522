import { HostPage } from './fixtures/host-page.ts'
import { withOwnApp } from './fixtures/own-app.ts'
import { expect, test } from './fixtures/test.ts'

const NO_METHOD = {
  type: 'client_error',
  code: 'configuration_error',
  message: 'You must enable at least one login method',
}

test('a page whose options are wrong in part keeps the rest, and its console says which fell', async ({
  context,
  stack,
}) => {
  const page = await context.newPage()
  const warnings: string[] = []
  page.on('console', message => message.type() === 'warning' && warnings.push(message.text()))
  const config = {
    appearance: { landingHeader: 'Welcome in' },
    defaultChain: { id: '8453' },
    embeddedWallets: { transactionScanning: {} },
    loginMethodsAndOrder: {},
  }
  const host = await (await HostPage.open(context, stack, { page, config })).ready()
  void host.call('login')
  await expect(host.frame.getByRole('heading', { name: 'Welcome in' })).toBeVisible()
  expect(warnings.filter(text => text.startsWith('Vitrine: config.'))).toEqual([
    'Vitrine: config.loginMethodsAndOrder: `primary` is missing or not valid, so the default is used.',
    'Vitrine: config.defaultChain: `id` is missing or not valid, so the default is used.',
    'Vitrine: config.embeddedWallets.transactionScanning: `enabled` is missing or not valid, so the default is used.',
  ])
})

test('a page that names no login method is told so by ready and on the console, and opens nothing', async ({
  context,
  stack,
}) => {
  const page = await context.newPage()
  const told: string[] = []
  page.on('console', message => message.type() === 'error' && told.push(message.text()))
  const host = await HostPage.open(context, stack, { page, config: { loginMethods: [] } })
  expect(await host.evaluate('await loaded; await vitrine.ready')).toMatchObject({ error: NO_METHOD })
  expect(told.filter(text => text.startsWith('Vitrine:'))).toEqual([`Vitrine: ${NO_METHOD.message}`])
  await expect(host.dialog).toBeHidden()
})

test('a login that names no method is refused in the same words', async ({ host }) => {
  expect(await host.call('login', { loginMethods: [] })).toMatchObject({ ok: false, error: NO_METHOD })
  await expect(host.dialog).toBeHidden()
})

test('a preview shows the wallet one label below the site’s name, and nowhere else', async ({
  context,
  stack,
}) => {
  const { app, wallet } = await withOwnApp(stack, { allowed_domains: ['https://*.shop-previews.example'] })
  const script = `<script src="${wallet.origin}/vitrine.js" data-app-id="${app.id}" async></script>`
  const body = `<!doctype html><title>Preview</title>${script}`
  await context.route(/^https:\/\/[\w.-]+\.example\/$/, route =>
    route.fulfill({ contentType: 'text/html', body }),
  )
  // The wallet of a test is on this machine, where no public page may go without being asked.
  await context.grantPermissions(['local-network-access'])
  const page = await context.newPage()
  const readyAt = async (origin: string) => {
    await page.goto(origin)
    return page.evaluate(`(async () => {
      if (!window.vitrine) await new Promise(loaded => addEventListener('vitrine:loaded', loaded, { once: true }))
      return vitrine.ready.then(() => 'ready', error => error.code)
    })()`)
  }
  expect(await readyAt('https://pr-7.shop-previews.example')).toBe('ready')
  for (const other of [
    'https://a.pr-7.shop-previews.example',
    'https://shop-previews.example',
    'https://pr-7.shop-previews.example.evil.example',
  ])
    expect(await readyAt(other)).toBe('invalid_origin')
})
