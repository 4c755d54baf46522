import { importPKCS8, SignJWT } from 'jose'
import * as client from 'openid-client'
import { logError } from '../../log.ts'
import { type ClientSettings, DEFAULT_ID_TOKEN_ALGORITHM } from '../../oauth-providers/client-settings.ts'
import type { OauthProvider } from '../../oauth-providers/provider.ts'
import type { GRANT_FAILURES, MailerRequest } from '../operations.ts'
import { providerFetch, Suspended, Unreachable } from './provider-fetch.ts'

export type Exchange = MailerRequest<'redeemRecovery'>
export type Quirks = Omit<OauthProvider, 'endpoints' | 'console'>
export type GrantFailure = (typeof GRANT_FAILURES)[number]

/** Apple takes up to half a year; each call has its own. */
const STATEMENT_LIFETIME_S = 300

/**
 * Gives a code to the token endpoint (RFC 6749 §4.1.3, RFC 7636 §4.5). `openid-client` checks the issuer of the answer (RFC 9207), and
 * of an ID token the issuer, audience, nonce, times, algorithm and signature. It takes a key of the set that fits algorithm and `kid`.
 * @param nonce of the ID token
 * @throws what `failureOf` reads
 */
export async function exchangeCode(grant: Exchange, quirks: Quirks, nonce: string | null) {
  const { settings, verifier, state } = grant
  const config = await configure(grant, quirks)
  const back = new URL(grant.callbackUrl)
  back.search = new URLSearchParams({
    code: grant.code,
    state,
    ...(grant.iss && { iss: grant.iss }),
  }).toString()
  const tokens = await client.authorizationCodeGrant(config, back, {
    expectedState: state,
    ...(settings.issuer !== null && {
      idTokenExpected: true,
      ...(nonce !== null && !quirks.lacksNonce && { expectedNonce: nonce }),
    }),
    ...(!quirks.lacksPkce && { pkceCodeVerifier: verifier }),
  })
  return { config, tokens }
}

/**
 * Logs why a grant was worth nothing.
 * @param what for the operator's log
 * @returns never the provider's own words of a failure: they could hold what the person typed there
 */
export function failureOf(
  what: string,
  error: unknown,
): { readonly ok: false; readonly reason: GrantFailure } {
  const reason = reasonOf(error)
  logError(what, new Error(`${reason}: ${spoken(error)}`))
  return { ok: false, reason }
}

async function configure(grant: Exchange, quirks: Quirks): Promise<client.Configuration> {
  const { settings } = grant
  const server: client.ServerMetadata = {
    // Plain OAuth 2.0 has no issuer: nothing is compared with this.
    issuer: settings.issuer ?? new URL(settings.authorization_endpoint).origin,
    authorization_endpoint: settings.authorization_endpoint,
    token_endpoint: settings.token_endpoint,
    ...(settings.jwks_uri && { jwks_uri: settings.jwks_uri }),
    id_token_signing_alg_values_supported: settings.id_token_signing_alg_values_supported ?? [
      DEFAULT_ID_TOKEN_ALGORITHM,
    ],
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

async function authentication({ settings, secret }: Exchange, quirks: Quirks): Promise<client.ClientAuth> {
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

/** `refused`: the code, a token or what the provider says does not hold. `unavailable`: it did not answer. */
function reasonOf(error: unknown): GrantFailure {
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
