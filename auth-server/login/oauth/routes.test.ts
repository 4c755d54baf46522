import { sealAnswer } from '@vitrine/shared/hpke/oauth-answer.ts'
import { isStatementOf } from '@vitrine/shared/signer/statement.ts'
import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findApp, replaceConfig } from '../../apps/registry.ts'
import { oauthFlows } from '../../database/oauth-tables.ts'
import { accounts, entryRules, sessions } from '../../database/schema.ts'
import { authenticate, begin, comeBack, enter, type Flow, link } from '../../oauth-flow/testing/flow.ts'
import { call, callAs, logIn } from '../../testing/client.ts'
import { createDevice } from '../../testing/device.ts'
import { type Person, startProvider, type TestProvider } from '../../testing/provider.ts'
import { ORIGIN, startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let provider: TestProvider
/** An app with Google, and a provider of its own. */
let appId: string
const CONFIG = {
  google_oauth: true,
  custom_oauth_providers: [
    { provider: 'custom:bank', provider_display_name: 'Bank', provider_icon_url: null, enabled: true },
    { provider: 'custom:old', provider_display_name: 'Old', provider_icon_url: null, enabled: false },
  ],
}
const ADA = { sub: 'ada', claims: { email: 'Ada@Mail.example', email_verified: true, name: 'Ada L.' } }
const appHeaders = (id = appId) => ({ headers: { 'vitrine-app-id': id } })

const appWith = async (config: Parameters<TestServer['registerApp']>[0], trust_email_verified = true) => {
  const { id } = await server.registerApp({ ...CONFIG, ...config })
  const settings = { ...provider.settings(), trust_email_verified }
  await server.setClient(id, 'google', { settings, secret: provider.secret })
  return id
}
const at = (id = appId) => ({ ...server, appId: id })
const login = async (person: Person = ADA, name = 'google', id = appId) =>
  enter(at(id), provider, await createDevice(), name, person)

beforeAll(async () => {
  server = await startTestServer()
  provider = await startProvider()
  appId = await appWith({})
  for (const name of ['custom:bank', 'custom:old'])
    await server.setClient(appId, name, { settings: provider.settings(), secret: provider.secret })
})
afterEach(() => provider.fail({}))
afterAll(async () => {
  await provider.stop()
  await server.stop()
})

describe('logging in at a provider', () => {
  test('makes a user of its subject, and finds that user again with what the provider says by then', async () => {
    const first = await login()
    expect(first).toMatchObject({
      status: 200,
      body: {
        is_new_user: true,
        user: {
          linked_accounts: [
            { type: 'google_oauth', subject: 'ada', email: 'Ada@Mail.example', name: 'Ada L.' },
          ],
        },
      },
    })
    const again = await login({ ...ADA, claims: { ...ADA.claims, name: 'Ada King' } })
    expect(again.body).toMatchObject({
      is_new_user: false,
      user: { id: first.body.user.id, linked_accounts: [{ name: 'Ada King' }] },
    })
  })

  test('of an app’s own is an account of that provider’s type', async () => {
    const { body } = await login(ADA, 'custom:bank')
    expect(body.user.linked_accounts).toMatchObject([{ type: 'custom:bank', subject: 'ada' }])
    expect((await login()).body.user.id).not.toBe(body.user.id)
  })

  test('is for providers that the app has on and set up', async () => {
    const off = { status: 403, body: { code: 'disallowed_login_method' } }
    expect(await login(ADA, 'custom:old')).toMatchObject(off)
    expect(await login(ADA, 'discord')).toMatchObject(off)
    const { id } = await server.registerApp(CONFIG)
    expect(await login(ADA, 'google', id)).toMatchObject(off)
  })

  test('signs nobody up where the site wants no sign-up', async () => {
    const device = await createDevice()
    const flow = await begin(at(), device, 'google')
    const answer = await comeBack(at(), provider, flow, { sub: 'unknown', claims: { email: 'a@b.example' } })
    expect(await authenticate(at(), device, flow, answer, { body: { mode: 'no-signup' } })).toMatchObject({
      status: 404,
      body: { code: 'user_does_not_exist' },
    })
  })

  test('tells frame and window by the signer’s word where it leads', async () => {
    const device = await createDevice()
    const flow = await begin(at(), device, 'google')
    const { origin, pathname, searchParams } = new URL(flow.url)
    expect(origin + pathname).toBe(`${provider.issuer}/authorize`)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      redirect_uri: `${ORIGIN}/oauth/callback`,
      state: flow.state,
      code_challenge_method: 'S256',
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    const { flowId, state, url, signature } = flow
    const statement = {
      kind: 'oauth-url',
      origin: ORIGIN,
      appId,
      flowId,
      state,
      redirectTo: null,
      url,
    } as const
    expect(await isStatementOf(server.signerKeys.identity, statement, signature)).toBe(true)
    const started = await call(at(), '/api/v1/oauth_flows/start', { body: { flow_id: flowId } })
    expect(started.body).toEqual({ url, signature, provider: 'google', state_code: state, redirect_to: null })
  })

  test('leaves the window’s answer for who knows the flow’s id, once', async () => {
    const device = await createDevice()
    const flow = await begin(at(), device, 'google')
    const status = () => call(at(), '/api/v1/oauth_flows/status', { body: { flow_id: flow.flowId } })
    const leave = (answer: string) =>
      call(at(), '/api/v1/oauth_flows/answer', { body: { state_code: flow.state, answer } })
    expect((await status()).body).toEqual({ answer: null })
    const answer = await comeBack(at(), provider, flow, ADA)
    expect((await leave(answer)).status).toBe(200)
    expect((await leave('denied')).status).toBe(404)
    expect((await status()).body).toEqual({ answer })
    expect((await authenticate(at(), device, flow, answer)).status).toBe(200)
    expect((await status()).status).toBe(404)
  })

  test('a flow is over after ten minutes', async () => {
    const device = await createDevice()
    const flow = await begin(at(), device, 'google')
    const answer = await comeBack(at(), provider, flow, ADA)
    server.clock.now += 10 * 60_000 + 1
    try {
      expect((await authenticate(at(), device, flow, answer)).body.code).toBe('oauth_state_mismatch')
      expect((await call(at(), '/api/v1/oauth_flows/start', { body: { flow_id: flow.flowId } })).status).toBe(
        404,
      )
    } finally {
      server.clock.now -= 10 * 60_000 + 1
    }
  })
})

describe('a flow that takes the whole page', () => {
  const page = 'https://shop.example/basket?a=1#pay'
  const start = async (redirect_to: string, id = appId) =>
    begin(at(id), await createDevice(), 'google', { body: { redirect_to } })

  test('comes back to a page of the app, and leaves nothing that could be fetched', async () => {
    const flow = await start(`${page.replace('?a=1', '?a=1&vitrine_oauth_code=old')}`)
    const started = await call(at(), '/api/v1/oauth_flows/start', { body: { flow_id: flow.flowId } })
    expect(started.body).toMatchObject({ redirect_to: page })
    const answer = await comeBack(at(), provider, flow, ADA)
    const left = { state_code: flow.state, answer }
    expect((await call(at(), '/api/v1/oauth_flows/answer', { body: left })).status).toBe(404)
  })

  test.each([
    'https://evil.example/',
    'https://shop.example.evil.example/',
    'https://shop.example@evil.example/',
    'https://user:pass@shop.example/',
    'http://shop.example/',
    '//shop.example/',
    'javascript:alert(1)//https://shop.example',
    'shop:callback',
  ])('never to %s', async redirect => {
    expect((await start(redirect)).init).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
  })

  test('may come back to an app of the operator’s on the device, by no scheme that a browser runs', async () => {
    const id = await appWith({ allowed_native_app_url_schemes: ['shop', 'javascript'] })
    expect((await start('shop:callback', id)).init.status).toBe(200)
    expect((await start('javascript:alert(1)', id)).init.status).toBe(400)
  })
})

describe('refuses', () => {
  const mismatch = { status: 400, body: { code: 'oauth_state_mismatch' } }
  const begun = async (): Promise<{
    device: Awaited<ReturnType<typeof createDevice>>
    flow: Flow
    answer: string
  }> => {
    const device = await createDevice()
    const flow = await begin(at(), device, 'google')
    return { device, flow, answer: await comeBack(at(), provider, flow, ADA) }
  }

  test('the state of another flow, device, provider, app and purpose, which leave the flow to its own', async () => {
    const { device, flow, answer } = await begun()
    const other = await begun()
    expect(await authenticate(at(), other.device, flow, answer)).toMatchObject(mismatch)
    expect(await authenticate(at(), device, { ...flow, provider: 'custom:bank' }, answer)).toMatchObject(
      mismatch,
    )
    const elsewhere = await appWith({})
    expect(await authenticate(at(elsewhere), device, flow, answer)).toMatchObject(mismatch)
    const person = await logIn(at(), 'purpose@mail.example', device)
    expect(await link(at(), person, flow, answer)).toMatchObject(mismatch)
    expect((await authenticate(at(), device, flow, answer)).status).toBe(200)
  })

  test('a flow a second time, also of 20 at once', async () => {
    const { device, flow, answer } = await begun()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => authenticate(at(), device, flow, answer)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(400)])
    const userId = answers.find(({ status }) => status === 200)?.body.user.id ?? ''
    expect(await server.ctx.db.$count(sessions, eq(sessions.thumbprint, device.thumbprint))).toBe(1)
    expect(userId).not.toBe('')
  })

  test('the answer of another flow', async () => {
    const [{ device, flow }, other] = [await begun(), await begun()]
    expect(await authenticate(at(), device, flow, other.answer)).toMatchObject({
      status: 403,
      body: { code: 'expired_or_invalid_authorization' },
    })
  })

  test('another verifier, also where the provider checks none', async () => {
    const { device, flow, answer } = await begun()
    const wrong = { verifier: 'x'.repeat(48) }
    expect(await authenticate(at(), device, flow, answer, wrong)).toMatchObject({
      status: 400,
      body: { code: 'invalid_pkce_parameters' },
    })
    expect(provider.calls.at(-1)?.code_verifier).not.toBe(wrong.verifier)
  })

  test('a verifier that was sealed for something else', async () => {
    for (const belonging of [{ appId: 'app_2' }, { purpose: 'link' as const }, { userId: 'user' }]) {
      const { device, flow, answer } = await begun()
      expect(await authenticate(at(), device, flow, answer, { wrong: { belonging } })).toMatchObject({
        status: 403,
        body: { code: 'expired_or_invalid_authorization' },
      })
    }
  })

  test('a code that the provider does not know, or knows no more', async () => {
    const [first, second] = [await begun(), await begun()]
    const { code, iss } = provider.agree(first.flow.url, ADA)
    const seal = (state: string) => sealAnswer(server.signerKeys.recipient, state, { code, iss })
    expect((await authenticate(at(), first.device, first.flow, await seal(first.flow.state))).status).toBe(
      200,
    )
    expect(await authenticate(at(), second.device, second.flow, await seal(second.flow.state))).toMatchObject(
      { status: 502, body: { code: 'oauth_unexpected' } },
    )
  })

  test('an answer of another provider (RFC 9207)', async () => {
    const { device, flow } = await begun()
    const { code } = provider.agree(flow.url, ADA)
    const mixed = { code, iss: 'https://evil.example' }
    const answer = await sealAnswer(server.signerKeys.recipient, flow.state, mixed)
    const before = provider.calls.length
    expect((await authenticate(at(), device, flow, answer)).body.code).toBe('oauth_unexpected')
    expect(provider.calls).toHaveLength(before)
  })

  test.each([
    ['audience', { claims: { aud: 'client-of-another' } }],
    ['issuer', { claims: { iss: 'https://evil.example' } }],
    ['nonce', { claims: { nonce: 'another' } }],
    ['time', { claims: { exp: 1 } }],
    ['signature', { wrongKey: true }],
    ['subject', { claims: { sub: '' } }],
  ])('an ID token with the wrong %s', async (_, faults) => {
    provider.fail(faults)
    expect(await login()).toMatchObject({ status: 502, body: { code: 'oauth_unexpected' } })
  })

  test.each([
    ['sends elsewhere', { redirect: 'http://127.0.0.1:1/' }],
    ['fails', { status: 500 }],
    ['says no with status 200', { status: 200, tokens: { error: 'bad_verification_code' } }],
    ['gives no token', { without: ['access_token'] }],
    ['gives no ID token', { without: ['id_token'] }],
  ])('a provider that %s', async (_, faults) => {
    provider.fail(faults)
    expect(await login()).toMatchObject({ status: 502, body: { code: 'oauth_unexpected' } })
  })

  test('who is suspended at the provider, by that name', async () => {
    provider.fail({ status: 403, tokens: { error: 'access_denied', error_description: 'User suspended' } })
    expect(await login()).toMatchObject({ status: 403, body: { code: 'oauth_account_suspended' } })
  })

  test.each([{ status: 400, body: { code: 'invalid_data' } }])('what has not its form', async refused => {
    const device = await createDevice()
    for (const body of [{ state_code: 'short' }, { code_challenge: 'short' }, { flow_id: 'short' }])
      expect((await begin(at(), device, 'google', { body })).init).toMatchObject(refused)
  })

  test('other origins, and a device that proves nothing', async () => {
    const device = await createDevice()
    const headers = { ...appHeaders().headers, origin: 'https://shop.example' }
    expect((await begin(at(), device, 'google', { headers })).init.body.code).toBe('invalid_origin')
    const unproven = { headers: { ...appHeaders().headers, dpop: '' } }
    expect((await begin(at(), device, 'google', unproven)).init.status).toBe(400)
  })
})

const joinedTo = (userId: string) => and(eq(accounts.userId, userId), eq(accounts.type, 'google_oauth'))

describe('what the provider says of an address', () => {
  const rejected = { status: 403, body: { code: 'allowlist_rejected' } }
  const person = (sub: string, email: string, email_verified = true) => ({
    sub,
    claims: { email, email_verified },
  })
  const rule = (id: string, list: 'allow' | 'deny', type: 'email' | 'emailDomain', value: string) =>
    server.database.db
      .insert(entryRules)
      .values({ id: `${id}-${list}-${value}`, appId: id, list, type, value })

  test('counts for the allowlist where it is verified', async () => {
    const id = await appWith({ allowlist_enabled: true })
    await rule(id, 'allow', 'emailDomain', 'shop.example')
    expect((await login(person('1', 'Ada@Shop.example'), 'google', id)).status).toBe(200)
    expect((await login(person('1', 'Ada@Shop.example'), 'google', id)).status).toBe(200)
    expect(await login(person('2', 'eve@shop.example', false), 'google', id)).toMatchObject(rejected)
    expect(await login(person('3', 'eve@mail.example'), 'google', id)).toMatchObject(rejected)
  })

  test.each([
    ['ada@gmail.com', 200],
    ['ada@shop.example', 403],
  ])('of %s counts where the company runs the mailbox: the login ends with %s', async (email, status) => {
    const id = await appWith({ allowlist_enabled: true }, false)
    await rule(id, 'allow', 'email', email)
    expect((await login(person('1', email), 'google', id)).status).toBe(status)
  })

  test('counts for the denylist', async () => {
    const id = await appWith({})
    await rule(id, 'deny', 'email', 'ada@mail.example')
    expect(await login(person('1', 'ada@mail.example'), 'google', id)).toMatchObject(rejected)
    expect((await login(person('2', 'bob@mail.example'), 'google', id)).status).toBe(200)
  })

  test('counts where the operator wants no plus', async () => {
    const id = await appWith({ disable_plus_emails: true })
    expect(await login(person('1', 'ada+1@mail.example'), 'google', id)).toMatchObject({
      status: 422,
      body: { code: 'disallowed_plus_email' },
    })
  })

  test('who has an account with a plus from before logs in by it', async () => {
    const id = await appWith({})
    expect((await login(person('2', 'bob+1@mail.example'), 'google', id)).status).toBe(200)
    const app = await findApp(server.ctx.db, id)
    if (!app) throw new Error('no app')
    await replaceConfig(server.ctx.db, id, { ...app.config, disable_plus_emails: true })
    expect(await login(person('2', 'bob+1@mail.example'), 'google', id)).toMatchObject({
      status: 200,
      body: { is_new_user: false },
    })
  })

  test('makes two accounts one person’s where the operator says so and both saw the address read', async () => {
    const id = await appWith({ merge_accounts_by_email: true })
    const ada = await logIn(at(id), 'ada@mail.example')
    const unverified = await login(person('0', 'ada@mail.example', false), 'google', id)
    expect(unverified.body.user.id).not.toBe(ada.user.id)
    const joined = await login(person('1', 'ADA@mail.example'), 'google', id)
    expect(joined.body).toMatchObject({
      is_new_user: false,
      user: { id: ada.user.id },
    })
    const types = joined.body.user.linked_accounts.map(({ type }) => type)
    expect(types.sort()).toEqual(['email', 'google_oauth'])
    await expect.poll(() => server.notices.map(({ to }) => to)).toContain('ada@mail.example')
    const [row] = await server.ctx.db.select().from(accounts).where(joinedTo(ada.user.id))
    expect(row?.heldUntil).not.toBeNull()
    // Another account of that provider, with the same address, is somebody else's.
    expect((await login(person('2', 'ada@mail.example'), 'google', id)).body.user.id).not.toBe(ada.user.id)
    expect((await login(person('1', 'ada@mail.example'), 'google', id)).body.user.id).toBe(ada.user.id)
  })

  test('makes nothing one person’s otherwise', async () => {
    const id = await appWith({})
    const ada = await logIn(at(id), 'ada@mail.example')
    expect((await login(person('1', 'ada@mail.example'), 'google', id)).body.user.id).not.toBe(ada.user.id)
  })
})

describe('linking', () => {
  const linked = async (as: Awaited<ReturnType<typeof logIn>>, person: Person, id = appId) => {
    const flow = await begin(at(id), as.device, 'google', { as })
    return link(at(id), as, flow, await comeBack(at(id), provider, flow, person))
  }

  test('gives a further way in, which unlink takes away by its subject', async () => {
    const id = await appWith({})
    const ada = await logIn(at(id), 'ada@mail.example')
    const person = { ...ADA, sub: 'Ada L.' }
    expect(await linked(ada, person, id)).toMatchObject({
      status: 200,
      body: {
        linked_accounts: expect.arrayContaining([
          expect.objectContaining({ type: 'google_oauth', subject: 'Ada L.' }),
        ]),
      },
    })
    expect((await login(person, 'google', id)).body.user.id).toBe(ada.user.id)
    const unlink = (body: object) => callAs(at(id), ada, '/api/v1/oauth/unlink', { body })
    expect(await unlink({ provider: 'google', subject: 'eve' })).toMatchObject({
      status: 404,
      body: { code: 'linked_account_not_found' },
    })
    for (const wrong of [
      { provider: 'nobody', subject: 'ada' },
      { provider: 'google' },
      { provider: 'google', subject: 'a\tb' },
    ])
      expect(await unlink(wrong)).toMatchObject({
        status: 400,
        body: { code: 'missing_or_invalid_privy_account_id' },
      })
    expect((await unlink({ provider: 'google', subject: 'Ada L.' })).status).toBe(200)
  })

  test('is refused for a second one of the provider', async () => {
    const id = await appWith({})
    const ada = await logIn(at(id), 'ada@mail.example')
    expect((await linked(ada, ADA, id)).status).toBe(200)
    expect((await linked(ada, { ...ADA, sub: 'ada-2' }, id)).body.code).toBe('cannot_link_more_of_type')
  })

  test('takes no flow that a login or another user began', async () => {
    const id = await appWith({})
    const [ada, eve] = [await logIn(at(id), 'ada@mail.example'), await logIn(at(id), 'eve@mail.example')]
    const mismatch = { status: 400, body: { code: 'oauth_state_mismatch' } }
    const own = await begin(at(id), ada.device, 'google')
    expect(await link(at(id), ada, own, await comeBack(at(id), provider, own, ADA))).toMatchObject(mismatch)
    const others = await begin(at(id), ada.device, 'google', { as: ada })
    const answer = await comeBack(at(id), provider, others, ADA)
    expect(await link(at(id), { ...eve, device: eve.device }, others, answer)).toMatchObject(mismatch)
  })

  test('two at once from two tabs leave one account', async () => {
    const id = await appWith({})
    const ada = await logIn(at(id), 'ada@mail.example')
    const answers = await Promise.all([linked(ada, ADA, id), linked(ada, { ...ADA, sub: 'ada-2' }, id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const rows = await server.ctx.db.select().from(accounts).where(eq(accounts.userId, ada.user.id))
    expect(rows).toHaveLength(2)
  })
})

test('a flow’s row holds no verifier, no code and not the id by which it is asked for', async () => {
  const device = await createDevice()
  const flow = await begin(at(), device, 'google')
  const rows = JSON.stringify(
    await server.ctx.db.select().from(oauthFlows).where(eq(oauthFlows.state, flow.state)),
  )
  expect(rows).toContain(flow.state)
  for (const secret of [flow.verifier, flow.flowId]) expect(rows).not.toContain(secret)
})
