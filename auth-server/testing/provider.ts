import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose'
import type { ClientSettings } from '../oauth-providers/client-settings.ts'

/** Whom the provider says that somebody is: claims of its ID token, and what its further endpoints answer. */
export interface Person {
  readonly sub: string
  readonly claims?: Readonly<Record<string, unknown>>
  readonly userinfo?: unknown
  readonly emails?: unknown
}

/** What the provider does otherwise than it should. */
interface Faults {
  /** In the place of the claims that it would sign. */
  readonly claims?: Readonly<Record<string, unknown>>
  /** Signs by a key that is not of its set. */
  readonly wrongKey?: boolean
  /** Header parameters of its ID tokens in the place of the `kid` of its newest key. */
  readonly header?: { readonly kid?: string }
  /** Signs its ID tokens by this algorithm with a new key, under the `kid` of the old one. */
  readonly said?: string
  /** ID tokens without a signature, or with the public key as the secret of HS256. */
  readonly forged?: 'none' | 'HS256'
  /** Of the token endpoint: in the place of its answer, or added to it. */
  readonly status?: number
  readonly tokens?: Readonly<Record<string, unknown>>
  readonly without?: readonly string[]
  readonly userinfoStatus?: number
  readonly redirect?: string
}

/**
 * A company by which people log in: its endpoints on loopback, with real codes, PKCE and signed tokens. It checks what the
 * real ones check: secret, redirect URI, code once, verifier.
 */
export interface TestProvider {
  readonly issuer: string
  readonly secret: string
  settings(change?: Partial<ClientSettings>): ClientSettings
  /** What the person does there: agrees. @param url of the authorization request @returns what it sends them back with */
  agree(url: string, person: Person): { readonly code: string; readonly iss: string; readonly state: string }
  /** From now on. */
  fail(faults: Faults): void
  /** Sets the list of its discovery document (OpenID Connect Discovery §3); `null` leaves the member out. */
  listAlgorithms(listed: readonly string[] | null): void
  /** Signs with a new key from now on. @param older whether the key set still has the keys before it */
  rotate(older: 'kept' | 'removed'): Promise<void>
  /** Form of each call to the token endpoint, with its `authorization` header. */
  readonly calls: readonly Readonly<Record<string, string>>[]
  stop(): Promise<void>
}

const CLIENT = 'client-of-the-shop'

export async function startProvider(
  signedBy: 'key' | 'secret' = 'key',
  alg: string = 'RS256',
): Promise<TestProvider> {
  const secret = randomBytes(24).toString('base64url')
  const grants = new Map<string, { readonly request: URLSearchParams; readonly person: Person }>()
  const tokens = new Map<string, Person>()
  const calls: Record<string, string>[] = []
  let faults: Faults = {}
  let listed: readonly string[] | null = [alg]
  const other = await generateKeyPair(alg)
  let keys: { privateKey: CryptoKey; pem: string; kid: string; jwk: object }[] = []
  const addKey = async (older: 'kept' | 'removed') => {
    const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
    const kid = `key-${randomBytes(4).toString('hex')}`
    const jwk = { ...(await exportJWK(publicKey)), kid, alg }
    keys = [{ privateKey, pem: await exportSPKI(publicKey), kid, jwk }, ...(older === 'kept' ? keys : [])]
  }
  await addKey('removed')

  const server = createServer(async (request, response) => {
    const { status, body, headers = {} } = await answer(request)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage): Promise<{
    readonly status: number
    readonly body: unknown
    readonly headers?: Readonly<Record<string, string>>
  }> {
    const url = new URL(request.url ?? '/', issuer)
    if (url.pathname === '/keys') return { status: 200, body: { keys: keys.map(key => key.jwk) } }
    if (url.pathname === '/.well-known/openid-configuration') return { status: 200, body: discovery() }
    if (url.pathname === '/token') return grant(request)
    const bearer =
      url.searchParams.get('access_token') ?? request.headers.authorization?.slice('Bearer '.length)
    const person = tokens.get(bearer ?? '')
    if (!person) return { status: 401, body: { error: 'invalid_token' } }
    if (faults.userinfoStatus) return { status: faults.userinfoStatus, body: { title: 'Account suspended' } }
    return { status: 200, body: url.pathname === '/emails' ? person.emails : (person.userinfo ?? {}) }
  }

  const discovery = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    ...(listed && { id_token_signing_alg_values_supported: listed }),
  })

  async function grant(request: IncomingMessage) {
    const form = new URLSearchParams(await text(request))
    calls.push({ ...Object.fromEntries(form), authorization: request.headers.authorization ?? '' })
    if (faults.redirect) return { status: 302, body: {}, headers: { location: faults.redirect } }
    if (faults.status) return { status: faults.status, body: faults.tokens ?? {} }
    const known = grants.get(form.get('code') ?? '')
    grants.delete(form.get('code') ?? '')
    if (!isOurClient(form, request.headers.authorization))
      return { status: 401, body: { error: 'invalid_client' } }
    if (
      !known ||
      known.request.get('redirect_uri') !== form.get('redirect_uri') ||
      !isVerified(known.request, form)
    )
      return { status: 400, body: { error: 'invalid_grant' } }
    const { person, request: asked } = known
    const access_token = randomBytes(16).toString('base64url')
    tokens.set(access_token, person)
    const body: Record<string, unknown> = {
      access_token,
      token_type: 'bearer',
      expires_in: 3600,
      ...(asked.get('scope')?.includes('openid') && { id_token: await idToken(person, asked.get('nonce')) }),
      ...faults.tokens,
    }
    for (const name of faults.without ?? []) delete body[name]
    return { status: 200, body }
  }

  const isOurClient = (form: URLSearchParams, basic = '') =>
    Buffer.from(basic.slice('Basic '.length), 'base64').toString() === `${CLIENT}:${secret}` ||
    ([form.get('client_id'), form.get('client_key')].includes(CLIENT) &&
      (form.get('client_secret') === secret || (form.get('client_secret') ?? '').split('.').length === 3))

  const isVerified = (asked: URLSearchParams, form: URLSearchParams) => {
    const challenge = asked.get('code_challenge')
    const verifier = form.get('code_verifier') ?? ''
    return challenge === null || createHash('sha256').update(verifier).digest('base64url') === challenge
  }

  const idToken = async ({ sub, claims }: Person, nonce: string | null) => {
    const exp = Math.floor(Date.now() / 1000) + 300
    const own = { ...(nonce !== null && { nonce }), iss: issuer, aud: CLIENT, sub, exp }
    const jwt = new SignJWT({ ...own, ...claims, ...faults.claims }).setIssuedAt()
    if (signedBy === 'secret')
      return jwt
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(faults.wrongKey ? 'x' : secret))
    const [key] = keys
    if (!key) throw new Error('The provider has no key.')
    const header = faults.header ?? { kid: key.kid }
    if (faults.forged === 'none') {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const iat = Math.floor(Date.now() / 1000)
      return `${part({ ...header, alg: 'none' })}.${part({ ...own, iat, ...claims })}.`
    }
    if (faults.forged === 'HS256')
      return jwt.setProtectedHeader({ ...header, alg: 'HS256' }).sign(new TextEncoder().encode(key.pem))
    const signedAs = faults.said ?? alg
    const signer = faults.said ? await generateKeyPair(signedAs) : faults.wrongKey ? other : key
    return jwt.setProtectedHeader({ alg: signedAs, ...header }).sign(signer.privateKey)
  }

  return {
    issuer,
    secret,
    calls,
    settings: change => ({
      client_id: CLIENT,
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: null,
      jwks_uri: `${issuer}/keys`,
      emails_endpoint: null,
      scopes: ['openid', 'email'],
      team_id: null,
      key_id: null,
      ...change,
    }),
    agree(url, person) {
      const request = new URL(url).searchParams
      const code = randomBytes(16).toString('base64url')
      grants.set(code, { request, person })
      return { code, iss: issuer, state: request.get('state') ?? '' }
    },
    fail(next) {
      faults = next
    },
    listAlgorithms(next) {
      listed = next
    },
    rotate: addKey,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
