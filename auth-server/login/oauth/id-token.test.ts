import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { enter } from '../../oauth-flow/testing/flow.ts'
import { ClientFileError, readClient } from '../../oauth-providers/read-client.ts'
import { createDevice } from '../../testing/device.ts'
import { startProvider, type TestProvider } from '../../testing/provider.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const NAME = 'custom:bank'
const TAKEN = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const

let server: TestServer
const providers = new Map<string, TestProvider>()
const providerOf = (alg: string): TestProvider => {
  const found = providers.get(alg)
  if (!found) throw new Error(`There is no provider that signs by ${alg}.`)
  return found
}
beforeAll(async () => {
  server = await startTestServer()
  for (const alg of [...TAKEN, 'RS384', 'ES384']) providers.set(alg, await startProvider('key', alg))
})
/** What the processes of the server write into their logs. */
let written: string[]
beforeEach(() => {
  written = []
  vi.spyOn(process.stderr, 'write').mockImplementation(line => written.push(String(line)) > 0)
})
afterEach(() => {
  vi.restoreAllMocks()
  for (const [alg, provider] of providers) {
    provider.fail({})
    provider.listAlgorithms([alg])
  }
})
afterAll(async () => {
  for (const provider of providers.values()) await provider.stop()
  await server.stop()
})

/** Reads the discovery document and stores the client, as the operator's command does. */
async function appAt(provider: TestProvider, file: object = {}): Promise<string> {
  const { id } = await server.registerApp({
    custom_oauth_providers: [
      { provider: NAME, provider_display_name: 'Bank', provider_icon_url: null, enabled: true },
    ],
  })
  const { client_id } = provider.settings()
  const text = { client_id, client_secret: provider.secret, issuer: provider.issuer, ...file }
  await server.setClient(id, NAME, await readClient(NAME, JSON.stringify(text)))
  return id
}
const login = async (appId: string, provider: TestProvider, sub = 'ada') =>
  enter({ ...server, appId }, provider, await createDevice(), NAME, { sub })
const REFUSED = { status: 502, body: { code: 'oauth_unexpected' } }

describe('the algorithm of an ID token', () => {
  test.each(TAKEN)('%s is accepted when the discovery document lists it', async alg => {
    const provider = providerOf(alg)
    const id = await appAt(provider)
    expect(await login(id, provider)).toMatchObject({ status: 200, body: { is_new_user: true } })
    provider.fail({ wrongKey: true })
    expect(await login(id, provider)).toMatchObject(REFUSED)
  })

  test.each(TAKEN)('%s is refused when the discovery document lists the others', async alg => {
    const provider = providerOf(alg)
    provider.listAlgorithms(TAKEN.filter(other => other !== alg))
    expect(await login(await appAt(provider), provider)).toMatchObject(REFUSED)
  })

  test.each(['RS384', 'ES384'])('%s is refused though the discovery document lists it', async alg => {
    const provider = providerOf(alg)
    provider.listAlgorithms([alg, 'RS256', 'ES256'])
    expect(await login(await appAt(provider), provider)).toMatchObject(REFUSED)
  })

  test.each(['none', 'HS256'] as const)(
    '%s is refused though the discovery document lists it',
    async forged => {
      for (const alg of TAKEN) {
        const provider = providerOf(alg)
        provider.listAlgorithms(['none', 'HS256', alg])
        const id = await appAt(provider)
        provider.fail({ forged })
        expect(await login(id, provider)).toMatchObject(REFUSED)
      }
    },
  )

  test('is RS256 alone when the discovery document lists none', async () => {
    for (const [alg, status] of [
      ['RS256', 200],
      ['PS256', 502],
      ['ES256', 502],
    ] as const) {
      const provider = providerOf(alg)
      provider.listAlgorithms(null)
      expect(await login(await appAt(provider), provider)).toMatchObject({ status })
    }
  })

  test('is what the operator’s file names, also without a discovery document', async () => {
    const provider = providerOf('ES256')
    const { authorization_endpoint, token_endpoint, jwks_uri } = provider.settings()
    const at = { authorization_endpoint, token_endpoint, jwks_uri }
    expect(await login(await appAt(provider, at), provider)).toMatchObject(REFUSED)
    const named = { ...at, id_token_signing_alg_values_supported: ['ES256'] }
    expect(await login(await appAt(provider, named), provider)).toMatchObject({ status: 200 })
  })

  test.each([[['HS256', 'none']], [['RS512', 'ES384']], [[]]])(
    'a provider that lists %j alone is refused when it is set',
    async listed => {
      const provider = providerOf('RS256')
      provider.listAlgorithms(listed)
      const reason: unknown = await appAt(provider).catch(error => error)
      expect(reason).toBeInstanceOf(ClientFileError)
      expect(String(reason)).toContain('lists no ID token algorithm of RS256, PS256, ES256, EdDSA')
    },
  )

  test('a file that names an algorithm without a key is refused', async () => {
    for (const alg of ['none', 'HS256', 'RS384'])
      await expect(
        appAt(providerOf('RS256'), { id_token_signing_alg_values_supported: [alg] }),
      ).rejects.toThrow(/^id_token_signing_alg_values_supported/)
  })
})

describe('the key of an ID token', () => {
  test.each([
    ['PS256', 'ES256'],
    ['ES256', 'EdDSA'],
    ['EdDSA', 'ES256'],
    ['RS256', 'PS256'],
  ])('%s does not verify a token that says %s', async (alg, said) => {
    const provider = providerOf(alg)
    provider.listAlgorithms(TAKEN)
    const id = await appAt(provider)
    provider.fail({ said })
    expect(await login(id, provider)).toMatchObject(REFUSED)
    expect(written.join('')).toContain('no applicable keys found')
  })

  test('is the one that `kid` names', async () => {
    const provider = providerOf('ES256')
    const id = await appAt(provider)
    await provider.rotate('kept')
    expect(await login(id, provider)).toMatchObject({ status: 200 })
    provider.fail({ header: { kid: 'of-nobody' } })
    expect(await login(id, provider)).toMatchObject(REFUSED)
    // Two keys fit a token that names none.
    provider.fail({ header: {} })
    expect(await login(id, provider)).toMatchObject(REFUSED)
  })

  test('needs no `kid` when one key of the set fits', async () => {
    const provider = providerOf('PS256')
    const id = await appAt(provider)
    provider.fail({ header: {} })
    expect(await login(id, provider)).toMatchObject({ status: 200 })
  })

  test('may be replaced at any time', async () => {
    const provider = providerOf('EdDSA')
    const id = await appAt(provider)
    expect(await login(id, provider)).toMatchObject({ status: 200 })
    await provider.rotate('removed')
    expect(await login(id, provider)).toMatchObject({ status: 200, body: { is_new_user: false } })
  })
})

describe('the subject of an ID token', () => {
  test.each(['Ada Lovelace', ' ', 'auth0|7', 'a"\\b~', 'x'.repeat(255)])(
    '%j is the subject of the account, as it is',
    async sub => {
      const provider = providerOf('RS256')
      const id = await appAt(provider)
      const { body } = await login(id, provider, sub)
      expect(body.user.linked_accounts).toMatchObject([{ type: NAME, subject: sub }])
      expect(await login(id, provider, sub)).toMatchObject({
        status: 200,
        body: { is_new_user: false, user: { id: body.user.id } },
      })
    },
  )

  test('names another user in another case', async () => {
    const provider = providerOf('RS256')
    const id = await appAt(provider)
    const [lower, upper] = [await login(id, provider, 'ada'), await login(id, provider, 'Ada')]
    expect(upper).toMatchObject({ status: 200, body: { is_new_user: true } })
    expect(upper.body.user.id).not.toBe(lower.body.user.id)
  })

  test.each([
    ['a line feed', 'ada\n'],
    ['NUL', 'ada\0'],
    ['DEL', 'ada\x7f'],
    ['another script', 'adä'],
    ['256 characters', 'x'.repeat(256)],
  ])('is refused with %s, and the log says why without it', async (_, sub) => {
    const provider = providerOf('RS256')
    const { status, body } = await login(await appAt(provider), provider, sub)
    expect({ status, ...body }).toEqual({
      status: 502,
      code: 'oauth_unexpected',
      error:
        'Logging in with this provider needs a user id of 1 to 255 printable ASCII characters. Tell the site.',
    })
    expect(written.join('')).toContain('the provider’s subject is not 1 to 255 printable ASCII characters')
    expect(written.join('')).not.toContain(sub)
  })
})
