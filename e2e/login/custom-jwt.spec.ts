import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { HostPage } from '../fixtures/host-page.ts'
import { withOwnApp } from '../fixtures/own-app.ts'
import type { Stack } from '../fixtures/stack.ts'
import { test as base, expect } from '../fixtures/test.ts'

/** A site's own login: it signs tokens, and serves its key set on a loopback port. */
interface Issuer {
  readonly jwksUrl: string
  sign(sub: string, claims?: object): Promise<string>
}
const ISSUER = 'https://accounts.shop.example'

async function startIssuer(): Promise<{ issuer: Issuer; server: Server }> {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'one' }] })
  const server = createServer((_request, response) => response.end(keys))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    server,
    issuer: {
      jwksUrl: `http://127.0.0.1:${port}/jwks.json`,
      sign: (sub, claims = {}) => {
        const iat = Math.floor(Date.now() / 1000)
        return new SignJWT({ iss: ISSUER, aud: 'vitrine', sub, iat, exp: iat + 300, ...claims })
          .setProtectedHeader({ alg: 'ES256', kid: 'one' })
          .sign(privateKey)
      },
    },
  }
}

/** The page's own login, as its developer connects it: `siteLogin(token)` logs in or out at the site. */
const SITE_LOGIN = `
  let token = null
  const listeners = new Set()
  window.siteLogin = next => { token = next; for (const listener of listeners) listener() }
  window.vitrineConfig = { customAuth: {
    getCustomAccessToken: () => token,
    subscribe: listener => { listeners.add(listener); return () => listeners.delete(listener) },
  } }`

const test = base.extend<{ sub: string; issuer: Issuer; own: Stack }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  issuer: async ({}, use) => {
    const { issuer, server } = await startIssuer()
    await use(issuer)
    server.closeAllConnections()
    server.close()
  },
  own: async ({ stack, issuer }, use) => {
    const custom_jwt_config = { issuer: ISSUER, audience: 'vitrine', jwks_url: issuer.jwksUrl }
    await use(await withOwnApp(stack, { custom_jwt_auth: true, custom_jwt_config }))
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  sub: async ({}, use) => use(`ada-${crypto.randomUUID()}`),
})

const open = async (context: Parameters<typeof HostPage.open>[0], own: Stack) =>
  (await HostPage.open(context, own, { initScript: SITE_LOGIN })).ready()
const customUser = (host: HostPage) =>
  host.evaluate<string | null>('return vitrine.state.user?.linkedAccounts[0]?.customUserId ?? null')

test('who logs in at the site is logged in here without a screen, and logged out with it', async ({
  context,
  own,
  issuer,
  sub,
}) => {
  const host = await open(context, own)
  await host.evaluate('siteLogin(args[0])', [await issuer.sign(sub)])
  await expect.poll(() => customUser(host)).toEqual({ ok: true, value: sub })
  await expect(host.dialog).toBeHidden()
  await host.evaluate('siteLogin(null)')
  await expect.poll(() => customUser(host)).toEqual({ ok: true, value: null })
  expect((await host.events()).filter(name => /^log/.test(name))).toEqual(['login', 'logout'])
})

test('another user at the site is another user here', async ({ context, own, issuer, sub }) => {
  const host = await open(context, own)
  await host.evaluate('siteLogin(args[0])', [await issuer.sign(sub)])
  await expect.poll(() => customUser(host)).toEqual({ ok: true, value: sub })
  await host.evaluate('siteLogin(args[0])', [await issuer.sign(`${sub}-2`)])
  await expect.poll(() => customUser(host)).toEqual({ ok: true, value: `${sub}-2` })
})

test('a token that has expired logs nobody in, and the page is told', async ({
  context,
  own,
  issuer,
  sub,
}) => {
  const host = await open(context, own)
  const exp = Math.floor(Date.now() / 1000) - 60
  await host.evaluate('siteLogin(args[0])', [await issuer.sign(sub, { exp })])
  await expect.poll(() => host.events()).toContain('error')
  expect(await customUser(host)).toEqual({ ok: true, value: null })
})
