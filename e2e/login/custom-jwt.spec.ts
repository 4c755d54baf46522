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

const test = base.extend<{ sub: string; issuer: Issuer; siteConfig: object; own: Stack }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  issuer: async ({}, use) => {
    const { issuer, server } = await startIssuer()
    await use(issuer)
    server.closeAllConnections()
    server.close()
  },
  siteConfig: [{}, { option: true }],
  own: async ({ stack, issuer, siteConfig }, use) => {
    const custom_jwt_config = { issuer: ISSUER, audience: 'vitrine', jwks_url: issuer.jwksUrl }
    await use(await withOwnApp(stack, { custom_jwt_auth: true, custom_jwt_config, ...siteConfig }))
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  sub: async ({}, use) => use(`ada-${crypto.randomUUID()}`),
})

/** Of an app whose wallets are on the devices, each with a passcode. */
const WANTS_PASSCODE = {
  embedded_wallet_config: {
    mode: 'legacy-embedded-wallets-only',
    ethereum: { create_on_login: 'users-without-wallets' },
    user_owned_recovery_options: ['user-passcode'],
    require_user_owned_recovery_on_create: true,
  },
}
const PASSCODE = 'correct horse battery'

async function setPasscode(host: HostPage) {
  await host.frame.getByRole('textbox', { name: 'Passcode', exact: true }).fill(PASSCODE)
  await host.frame.getByRole('textbox', { name: 'Repeat the passcode' }).fill(PASSCODE)
  await host.button('Set passcode').click()
}

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
  const flows = await host.hearFlows()
  await host.evaluate('siteLogin(args[0])', [await issuer.sign(sub)])
  await expect.poll(() => customUser(host)).toEqual({ ok: true, value: sub })
  // The page asks once by itself, as it connects.
  await expect
    .poll(async () => (await flows()).slice(-2))
    .toEqual(['loading', 'done'].map(status => ({ flow: 'custom-jwt', status })))
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

test.describe('an app that wants a recovery passcode', () => {
  test.use({ siteConfig: WANTS_PASSCODE })

  test('asks for it after the site’s login, before the page hears of that; on a new device another tab asks for it to sign', async ({
    context,
    browser,
    own,
    issuer,
    sub,
  }) => {
    const host = await open(context, own)
    await host.evaluate('siteLogin(args[0])', [await issuer.sign(sub)])
    await expect(host.frame.getByRole('heading', { name: 'Set a recovery passcode' })).toBeVisible()
    expect(await host.events()).not.toContain('login')
    await setPasscode(host)
    await expect.poll(() => host.events()).toContain('login')
    const events = await host.events()
    expect(events.indexOf('walletCreated')).toBeLessThan(events.indexOf('login'))
    expect(await host.evaluate('return vitrine.state.wallets.map(it => it.recoveryMethod)')).toEqual({
      ok: true,
      value: ['user-passcode'],
    })

    const phone = await browser.newContext()
    const [first, second] = [await open(phone, own), await open(phone, own)]
    await first.evaluate('siteLogin(args[0])', [await issuer.sign(sub)])
    await expect.poll(() => customUser(second)).toEqual({ ok: true, value: sub })
    const signing = second.call('signMessage', { message: 'hello' })
    await second.frame.getByRole('heading', { name: 'Open your wallet here' }).waitFor()
    await second.frame.getByRole('textbox', { name: 'Passcode', exact: true }).fill(PASSCODE)
    await second.button('Open wallet').click()
    await second.approve()
    expect(await signing).toMatchObject({ ok: true, value: { signature: expect.stringMatching(/^0x/) } })
    await phone.close()
  })

  test('asks for it in the login that is open, when another tab logs in', async ({
    context,
    own,
    issuer,
    sub,
  }) => {
    const waiting = await open(context, own)
    const login = waiting.call('login')
    await expect(waiting.email).toBeVisible()
    const other = await open(context, own)
    await other.evaluate('siteLogin(args[0])', [await issuer.sign(sub)])
    await expect(waiting.frame.getByRole('heading', { name: 'Set a recovery passcode' })).toBeVisible()
    await setPasscode(waiting)
    expect(await login).toMatchObject({ ok: true })
    expect(await waiting.events()).toContain('walletCreated')
    // What the other tab's screen was for is there.
    await expect(other.dialog).toBeHidden()
  })
})

test.describe('someone who logs in by email', () => {
  test.use({ siteConfig: { email_auth: true } })

  test('is not replaced by another user of the site, and adds the site’s account when they agree', async ({
    context,
    own,
    issuer,
    sub,
    address,
  }) => {
    const host = await open(context, own)
    const { user } = await host.logIn(address)
    const userId = () => host.evaluate('return vitrine.state.user?.id')
    await host.evaluate('siteLogin(args[0])', [await issuer.sign(sub)])
    await expect
      .poll(() => host.page.evaluate('seenEvents.findLast(({ name }) => name === "error")?.payload'))
      .toMatchObject({ code: 'linked_to_another_user', during: 'customAuth' })
    expect(await userId()).toEqual({ ok: true, value: user.id })

    const link = host.call('link', 'custom-jwt')
    await expect(host.frame.getByRole('dialog', { name: 'Add your account at this site?' })).toContainText(
      own.site.crossSite,
    )
    await host.button('Add account').click()
    await host.confirm(address)
    expect(await link).toMatchObject({
      ok: true,
      value: {
        user: {
          id: user.id,
          linkedAccounts: expect.arrayContaining([
            expect.objectContaining({ type: 'custom_auth', customUserId: sub }),
          ]),
        },
      },
    })
    // From here on the site's login is theirs: it changes nothing, and logs them in next time.
    await host.evaluate('siteLogin(args[0])', [await issuer.sign(sub)])
    await host.call('logout')
    await host.evaluate('siteLogin(args[0])', [await issuer.sign(sub)])
    await expect.poll(userId).toEqual({ ok: true, value: user.id })
  })
})
