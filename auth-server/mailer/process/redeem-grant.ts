import { importPKCS8, jwtVerify, SignJWT } from 'jose'
import * as client from 'openid-client'
import { logError } from '../../log.ts'
import type { ClientSettings } from '../../oauth-providers/client-settings.ts'
import { type OauthProvider, type ProviderWords, record } from '../../oauth-providers/provider.ts'
import { providerOf } from '../../oauth-providers/registry.ts'
import type { MailerRequest, Redeemed } from '../operations.ts'
import { providerFetch, Suspended, Unreachable } from './provider-fetch.ts'

type Grant = MailerRequest<'redeemGrant'>
type Quirks = Omit<OauthProvider, 'endpoints' | 'console'>

/** Apple takes up to half a year; each call has its own. */
const STATEMENT_LIFETIME_S = 300

/**
 * Redeems what a provider gave for a person (RFC 6749 §4.1.3) and asks it who that is. Who answered (RFC 9207), the token's
 * issuer, audience, nonce, times and signature are checked by `openid-client`.
 * @returns never the provider's own words of a failure: they could hold what the person typed there
 */
export async function redeemGrant(grant: Grant): Promise<Redeemed> {
  const quirks = providerOf(grant.provider)
  try {
    const profile = quirks.read(await askProvider(grant, quirks), grant.settings)
    return { ok: true, profile }
  } catch (error) {
    const reason = reasonOf(error)
    logError(`a login with ${grant.provider}`, new Error(`${reason}: ${spoken(error)}`))
    return { ok: false, reason }
  }
}

async function askProvider(grant: Grant, quirks: Quirks): Promise<ProviderWords> {
  const { settings, secret, nonce, verifier, state } = grant
  const config = await configure(grant, quirks)
  const isOpenId = settings.issuer !== null
  const back = new URL(grant.callbackUrl)
  back.search = new URLSearchParams({
    code: grant.code,
    state,
    ...(grant.iss && { iss: grant.iss }),
  }).toString()
  const tokens = await client.authorizationCodeGrant(config, back, {
    expectedState: state,
    ...(isOpenId && { idTokenExpected: true, ...(!quirks.lacksNonce && { expectedNonce: nonce }) }),
    ...(!quirks.lacksPkce && { pkceCodeVerifier: verifier }),
  })
  if (quirks.signsBySecret && tokens.id_token)
    await jwtVerify(tokens.id_token, new TextEncoder().encode(secret), { algorithms: ['HS256'] })
  const ask = async (endpoint: string | null) => {
    if (endpoint === null) return {}
    const url = new URL(endpoint)
    if (quirks.hasTokenInQuery) url.searchParams.set('access_token', tokens.access_token)
    const answer = await client.fetchProtectedResource(config, tokens.access_token, url, 'GET')
    if (!answer.ok) throw new Error(`the provider answered ${answer.status} to who this is`)
    return (await answer.json()) as unknown
  }
  const [userinfo, emails] = await Promise.all([
    ask(settings.userinfo_endpoint),
    ask(settings.emails_endpoint),
  ])
  return { claims: record(tokens.claims()), userinfo: record(userinfo), emails }
}

async function configure(grant: Grant, quirks: Quirks): Promise<client.Configuration> {
  const { settings } = grant
  const server: client.ServerMetadata = {
    // Plain OAuth 2.0 has no issuer: nothing is compared with this.
    issuer: settings.issuer ?? new URL(settings.authorization_endpoint).origin,
    authorization_endpoint: settings.authorization_endpoint,
    token_endpoint: settings.token_endpoint,
    ...(settings.jwks_uri && { jwks_uri: settings.jwks_uri }),
  }
  const metadata = quirks.signsBySecret ? { id_token_signed_response_alg: 'HS256' } : {}
  const config = new client.Configuration(
    server,
    settings.client_id,
    metadata,
    await authentication(grant, quirks),
  )
  config[client.customFetch] = providerFetch(settings)
  config.timeout = 8
  // To this machine alone: `clientSettings` has let no other address without TLS in.
  client.allowInsecureRequests(config)
  if (settings.issuer !== null && !quirks.signsBySecret) client.enableNonRepudiationChecks(config)
  return config
}

async function authentication({ settings, secret }: Grant, quirks: Quirks): Promise<client.ClientAuth> {
  const proof = quirks.secret === 'private_key' ? await signedSecret(settings, secret) : secret
  const name = quirks.clientIdName ?? 'client_id'
  // Not the library's, which writes `-` and `_` as `%2D` and `%5F`: not every provider reads that back.
  const basic = [settings.client_id, proof].map(encodeURIComponent).join(':')
  return (_server, _client, body, headers) => {
    if (quirks.authentication === 'basic')
      return headers.set('authorization', `Basic ${Buffer.from(basic).toString('base64')}`)
    body.set(name, settings.client_id)
    body.set('client_secret', proof)
  }
}

/** A statement in a secret's place, by the operator's key (ES256). */
async function signedSecret(
  { client_id, team_id, key_id, issuer }: ClientSettings,
  pem: string,
): Promise<string> {
  return new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid: key_id ?? '' })
    .setIssuer(team_id ?? '')
    .setSubject(client_id)
    .setAudience(issuer ?? '')
    .setIssuedAt()
    .setExpirationTime(`${STATEMENT_LIFETIME_S} s`)
    .sign(await importPKCS8(pem, 'ES256'))
}

type Reason = Extract<Redeemed, { ok: false }>['reason']

/** `refused`: the code, a token or what the provider says does not hold. `unavailable`: it did not answer. */
function reasonOf(error: unknown): Reason {
  if (isOf(Suspended, error)) return 'suspended'
  if (isOf(Unreachable, error)) return 'unavailable'
  if (error instanceof client.ResponseBodyError)
    return error.error === 'invalid_client' || error.error === 'unauthorized_client'
      ? 'misconfigured'
      : 'refused'
  return 'refused'
}

/** Also one that a library wraps. */
const isOf = (kind: typeof Suspended, error: unknown): boolean =>
  error instanceof kind || (error instanceof Error && error.cause !== undefined && isOf(kind, error.cause))

/** For the operator's log: names and codes of the library and of RFC 6749, no text of the provider's. */
function spoken(error: unknown): string {
  if (error instanceof client.ResponseBodyError) return `error ${JSON.stringify(error.error).slice(0, 60)}`
  if (!(error instanceof Error)) return typeof error
  if (error.cause instanceof Error) return spoken(error.cause)
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : ''
  return `${error.message.slice(0, 200)}${code}`
}
