import { type KnownProvider, PROVIDER_NAMES } from '@vitrine/shared/login/oauth.ts'
import { decodeJwt, decodeProtectedHeader, exportPKCS8, generateKeyPair } from 'jose'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { begin, enter } from '../../oauth-flow/testing/flow.ts'
import { type ClientSettings, clientSettings } from '../../oauth-providers/client-settings.ts'
import { whereabouts } from '../../oauth-providers/registry.ts'
import { createDevice } from '../../testing/device.ts'
import { type Person, startProvider, type TestProvider } from '../../testing/provider.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

/** What each provider answers in its own words, and the account (contract §3) that follows from it. */
interface Sample {
  readonly person: Person
  readonly tokens?: Readonly<Record<string, unknown>>
  readonly without?: readonly string[]
  readonly settings?: Partial<ClientSettings>
  readonly account: Readonly<Record<string, unknown>>
}

const picture = 'https://img.example/a.png'
const SAMPLES: { readonly [Name in KnownProvider]: Sample } = {
  google: {
    person: { sub: '1', claims: { email: 'a@b.example', email_verified: true, name: 'Ada' } },
    account: { type: 'google_oauth', subject: '1', email: 'a@b.example', name: 'Ada' },
  },
  apple: {
    person: { sub: '001.a', claims: { email: 'x@privaterelay.example', email_verified: 'true' } },
    settings: { team_id: 'TEAM', key_id: 'KEY' },
    account: { type: 'apple_oauth', subject: '001.a', email: 'x@privaterelay.example' },
  },
  twitter: {
    person: {
      sub: '',
      userinfo: { data: { id: '12', username: 'ada', name: 'Ada', profile_image_url: picture } },
    },
    account: {
      type: 'twitter_oauth',
      subject: '12',
      username: 'ada',
      name: 'Ada',
      profile_picture_url: picture,
    },
  },
  discord: {
    person: { sub: '', userinfo: { id: '80', username: 'ada', email: 'a@b.example', verified: true } },
    account: { type: 'discord_oauth', subject: '80', username: 'ada', email: 'a@b.example' },
  },
  github: {
    person: {
      sub: '',
      userinfo: { id: 583231, login: 'ada', name: 'Ada', email: 'public@b.example' },
      emails: [
        { email: 'old@b.example', primary: false, verified: true },
        { email: 'a@b.example', primary: true, verified: true },
      ],
    },
    account: { type: 'github_oauth', subject: '583231', username: 'ada', name: 'Ada', email: 'a@b.example' },
  },
  linkedin: {
    person: { sub: '782', userinfo: { sub: '782', name: 'Ada', email: 'a@b.example' } },
    account: { type: 'linkedin_oauth', subject: '782', name: 'Ada', email: 'a@b.example' },
  },
  spotify: {
    person: { sub: '', userinfo: { id: 'ada', display_name: 'Ada', email: 'a@b.example' } },
    account: { type: 'spotify_oauth', subject: 'ada', name: 'Ada', email: 'a@b.example' },
  },
  instagram: {
    // The answer in a list of one, without the type of the token.
    tokens: { data: [{ access_token: 'from-the-list', user_id: 17, permissions: ['x'] }] },
    without: ['token_type'],
    person: { sub: '', userinfo: { user_id: '178', username: 'ada' } },
    account: { type: 'instagram_oauth', subject: '178', username: 'ada' },
  },
  tiktok: {
    person: {
      sub: '',
      userinfo: {
        data: { user: { open_id: 'o-1', display_name: 'Ada', username: 'ada' } },
        error: { code: 'ok' },
      },
    },
    account: { type: 'tiktok_oauth', subject: 'o-1', username: 'ada', name: 'Ada' },
  },
  line: {
    person: { sub: 'U4', claims: { name: 'Ada', email: 'a@b.example', picture } },
    account: {
      type: 'line_oauth',
      subject: 'U4',
      name: 'Ada',
      email: 'a@b.example',
      profile_picture_url: picture,
    },
  },
  twitch: {
    tokens: { scope: ['openid'] },
    person: { sub: '77', claims: { preferred_username: 'ada' }, userinfo: { sub: '77' } },
    account: { type: 'twitch_oauth', subject: '77', username: 'ada' },
  },
  telegram_oauth: {
    person: { sub: 'pairwise', claims: { id: 99, preferred_username: 'ada', name: 'Ada', picture } },
    account: {
      type: 'telegram_oauth',
      subject: '99',
      username: 'ada',
      name: 'Ada',
      profile_picture_url: picture,
    },
  },
}
const NAMES = Object.keys(PROVIDER_NAMES) as KnownProvider[]

let server: TestServer
const providers: { key?: TestProvider; secret?: TestProvider } = {}
let pem: string
beforeAll(async () => {
  server = await startTestServer()
  providers.key = await startProvider()
  providers.secret = await startProvider('secret')
  pem = await exportPKCS8((await generateKeyPair('ES256', { extractable: true })).privateKey)
})
afterEach(() => {
  for (const it of Object.values(providers)) it.fail({})
})
afterAll(async () => {
  for (const it of Object.values(providers)) await it.stop()
  await server.stop()
})

const providerFor = (name: KnownProvider) => {
  const found = name === 'line' ? providers.secret : providers.key
  if (!found) throw new Error('not started')
  return found
}

/** An app that is known at the stand-in, which has the provider's scopes and endpoints of the same kinds. */
async function appAt(name: KnownProvider): Promise<string> {
  const { issuer, settings } = providerFor(name)
  const flag = name === 'telegram_oauth' ? name : `${name}_oauth`
  const { id } = await server.registerApp({ [flag]: true })
  const { issuer: isOpenId, userinfo_endpoint, emails_endpoint, scopes } = { ...whereabouts(name)?.endpoints }
  const own = {
    ...(isOpenId === null && { issuer: null, jwks_uri: null }),
    userinfo_endpoint: userinfo_endpoint ? `${issuer}/userinfo` : null,
    emails_endpoint: emails_endpoint ? `${issuer}/emails` : null,
    scopes: scopes ?? [],
    ...SAMPLES[name].settings,
  }
  const secret = name === 'apple' ? pem : providerFor(name).secret
  await server.setClient(id, name, { settings: settings(own), secret })
  return id
}

test.each(NAMES)('%s: its answers make the account that the contract has', async name => {
  const provider = providerFor(name)
  const { person, tokens, without, account } = SAMPLES[name]
  const id = await appAt(name)
  // A list stands for the whole answer: the token in it is the one that the endpoint gave.
  if (!tokens?.data) provider.fail({ ...(tokens && { tokens }), ...(without && { without }) })
  else provider.fail({ without: without ?? [] })
  const answer = await enter({ ...server, appId: id }, provider, await createDevice(), name, person)
  expect(answer).toMatchObject({ status: 200, body: { user: { linked_accounts: [account] } } })
})

test.each(NAMES)('%s: names that no database can hold keep nobody out', async name => {
  const provider = providerFor(name)
  const { person, tokens, without, account } = SAMPLES[name]
  const id = await appAt(name)
  if (!tokens?.data) provider.fail({ ...(tokens && { tokens }), ...(without && { without }) })
  else provider.fail({ without: without ?? [] })
  for (const [odd, stored] of [
    ['Ada \ud83d\0', 'Ada \ufffd'],
    [`${'x'.repeat(511)}😀`, 'x'.repeat(511)],
  ] as const) {
    const renamed = JSON.parse(JSON.stringify(person), (_, it) => (it === 'Ada' ? odd : it))
    const answer = await enter({ ...server, appId: id }, provider, await createDevice(), name, renamed)
    const told = { ...account, ...('name' in account && { name: stored }) }
    expect(answer).toMatchObject({ status: 200, body: { user: { linked_accounts: [told] } } })
  }
})

test.each(NAMES)('%s: its own endpoints are complete and take no plain connection', name => {
  const { endpoints, console: operators } = whereabouts(name) ?? {}
  const settings = { client_id: 'x', team_id: null, key_id: null, ...endpoints }
  expect(clientSettings.safeParse(settings).error).toBeUndefined()
  expect(JSON.stringify(endpoints)).not.toContain('http:')
  expect(operators).toMatch(/^https:/)
  expect(Boolean(endpoints?.issuer)).toBe(Boolean(endpoints?.jwks_uri))
})

test('a provider that takes a statement gets one of the operator’s key, for itself, of five minutes', async () => {
  const provider = providerFor('apple')
  const id = await appAt('apple')
  await enter({ ...server, appId: id }, provider, await createDevice(), 'apple', SAMPLES.apple.person)
  const jwt = provider.calls.at(-1)?.client_secret ?? ''
  expect(decodeProtectedHeader(jwt)).toMatchObject({ alg: 'ES256', kid: 'KEY' })
  const { iss, sub, aud, iat = 0, exp = 0 } = decodeJwt(jwt)
  expect({ iss, sub, aud, life: exp - iat }).toEqual({
    iss: 'TEAM',
    sub: 'client-of-the-shop',
    aud: provider.issuer,
    life: 300,
  })
})

test.each<[KnownProvider, Readonly<Record<string, string | null>>]>([
  [
    'tiktok',
    { client_key: 'client-of-the-shop', client_id: null, scope: 'user.info.basic,user.info.profile' },
  ],
  ['apple', { response_mode: 'form_post', code_challenge: null }],
  ['linkedin', { nonce: null }],
  ['google', { prompt: 'select_account', code_challenge_method: 'S256' }],
])('%s is asked as it wants to be asked', async (name, expected) => {
  const id = await appAt(name)
  const { url } = await begin({ ...server, appId: id }, await createDevice(), name)
  const asked = new URL(url).searchParams
  expect(Object.fromEntries(Object.keys(expected).map(key => [key, asked.get(key)]))).toEqual(expected)
})

test('a token that another one’s secret signed is none', async () => {
  const id = await appAt('line')
  providerFor('line').fail({ wrongKey: true })
  const { person } = SAMPLES.line
  expect(
    (await enter({ ...server, appId: id }, providerFor('line'), await createDevice(), 'line', person)).body
      .code,
  ).toBe('oauth_unexpected')
})

test('who the further endpoint says is suspended is told so', async () => {
  const id = await appAt('twitter')
  providerFor('twitter').fail({ userinfoStatus: 403 })
  const { person } = SAMPLES.twitter
  expect(
    (await enter({ ...server, appId: id }, providerFor('twitter'), await createDevice(), 'twitter', person))
      .body.code,
  ).toBe('oauth_account_suspended')
})
