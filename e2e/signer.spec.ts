import type { BrowserContext } from '@playwright/test'
import { identityThumbprint } from '@vitrine/shared/signer/statement.ts'
import { HostPage } from './fixtures/host-page.ts'
import { withOwnApp } from './fixtures/own-app.ts'
import type { Stack } from './fixtures/stack.ts'
import { expect, test } from './fixtures/test.ts'

/** What stands in the app's document. */
async function documentOf({ wallet, app, site }: Stack) {
  const answer = await fetch(
    `http://127.0.0.1:${wallet.port}/apps/${app.id}/frame?origin=${encodeURIComponent(site.crossSite)}`,
  )
  const [, json = ''] = /id="vitrine-boot"[^>]*>([^<]+)</.exec(await answer.text()) ?? []
  return JSON.parse(json) as {
    readonly signer: Readonly<Record<'recipient' | 'identity' | 'signature', string>>
  }
}

/** Changes what the browser gets, wherever it stands in an answer. */
const exchange = (context: BrowserContext, url: string | RegExp, from: string, to: string) =>
  context.route(url, async route => {
    const response = await route.fetch()
    const body = await response.text()
    expect(body).toContain(from)
    await route.fulfill({ response, body: body.replace(from, to) })
  })

test('a page that pins the signer’s key logs in; one that pins another is told what to do', async ({
  context,
  stack,
  address,
}) => {
  const thumbprint = await identityThumbprint((await documentOf(stack)).signer.identity)
  const host = await HostPage.open(context, stack, { tag: `data-signer="${thumbprint}"` })
  await host.ready()
  expect(await host.logIn(address)).toMatchObject({ isNewUser: true })

  const other = await HostPage.open(context, stack, { tag: `data-signer="${'A'.repeat(43)}"` })
  expect(await other.evaluate('await loaded; await vitrine.ready')).toMatchObject({
    ok: false,
    error: { code: 'configuration_error', message: expect.stringContaining(thumbprint) },
  })
  expect(await other.call('login')).toMatchObject({ ok: false })
})

test('a code is not sealed for a key that the signer’s identity has not signed', async ({
  context,
  stack,
  address,
}) => {
  const { recipient, identity } = (await documentOf(stack)).signer
  // Of somebody who changed the document: any other point of the curve.
  await exchange(context, '**/apps/*/frame?*', `"recipient":"${recipient}"`, `"recipient":"${identity}"`)
  const host = await (await HostPage.open(context, stack)).ready()
  const sent: string[] = []
  host.page.on('request', request => sent.push(new URL(request.url()).pathname))
  void host.call('login')
  await host.code.fill(await host.askForCode(address))
  await expect(host.alert).not.toBeEmpty()
  expect(sent).toContain('/api/v1/passwordless/init')
  expect(sent).not.toContain('/api/v1/passwordless/authenticate')
})

test('keys of shares that the signer has not signed for this device are not used', async ({
  context,
  stack,
  address,
}) => {
  const app = { embedded_wallet_config: { mode: 'legacy-embedded-wallets-only' } }
  const own = await withOwnApp(stack, app)
  const host = await (await HostPage.open(context, own)).ready()
  await host.logIn(address)
  // Of an API process that answers with an answer of before: the honest one, under another signature.
  await context.route('**/embedded_wallets/keys', async route => {
    const response = await route.fetch()
    const { keys } = (await response.json()) as { keys: string }
    await route.fulfill({ response, json: { keys, signature: 'A'.repeat(86) } })
  })
  expect(await host.call('createWallet', { chainType: 'ethereum' })).toMatchObject({
    ok: false,
    error: { code: 'unknown_embedded_wallet_error', message: expect.stringContaining('signer') },
  })
  await context.unroute('**/embedded_wallets/keys')
  expect(await host.call('createWallet', { chainType: 'ethereum' })).toMatchObject({ ok: true })
})
