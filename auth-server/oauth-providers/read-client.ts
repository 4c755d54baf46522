import * as z from 'zod'
import { TOKEN_ALGORITHMS } from '../token-algorithms.ts'
import { type ClientSettings, clientSettings } from './client-settings.ts'
import { EMAIL } from './provider.ts'
import { providerOf, whereabouts } from './registry.ts'

/** The operator's file is no client of this provider; the message says which field, and never a secret. */
export class ClientFileError extends Error {
  override readonly name = 'ClientFileError'
}

export interface Client {
  readonly settings: ClientSettings
  /** The secret, or the private key (PKCS #8, PEM) by which one is made. */
  readonly secret: string
}

const file = z.strictObject({
  client_id: clientSettings.shape.client_id,
  client_secret: z.optional(z.string().min(1).max(4096)),
  private_key: z.optional(
    z
      .string()
      .regex(
        /^-----BEGIN PRIVATE KEY-----[\s\S]+-----END PRIVATE KEY-----\s*$/,
        'write a PKCS #8 key in PEM',
      ),
  ),
  team_id: z.optional(clientSettings.shape.client_id),
  key_id: z.optional(clientSettings.shape.client_id),
  issuer: z.optional(clientSettings.shape.issuer),
  authorization_endpoint: z.optional(clientSettings.shape.authorization_endpoint),
  token_endpoint: z.optional(clientSettings.shape.token_endpoint),
  userinfo_endpoint: z.optional(clientSettings.shape.userinfo_endpoint),
  jwks_uri: z.optional(clientSettings.shape.jwks_uri),
  id_token_signing_alg_values_supported: clientSettings.shape.id_token_signing_alg_values_supported,
  emails_endpoint: z.optional(clientSettings.shape.emails_endpoint),
  trust_email_verified: clientSettings.shape.trust_email_verified,
  scopes: z.optional(clientSettings.shape.scopes),
})
type ClientFile = z.infer<typeof file>

/** What an issuer says of itself (OpenID Connect Discovery §3), of which this many fields are used. */
const discovered = z.object({
  issuer: z.string(),
  authorization_endpoint: clientSettings.shape.authorization_endpoint,
  token_endpoint: clientSettings.shape.token_endpoint,
  userinfo_endpoint: z.optional(clientSettings.shape.userinfo_endpoint),
  jwks_uri: clientSettings.shape.jwks_uri,
  id_token_signing_alg_values_supported: z.optional(z.array(z.string().max(64)).max(64)),
})
type Discovered = z.infer<typeof discovered>

/**
 * Reads an operator's file about an app at a provider. What the file does not name is the provider's own, or what the
 * issuer says of itself.
 * @throws ClientFileError
 */
export async function readClient(provider: string, text: string): Promise<Client> {
  const given = parse(text)
  const { secret: kind = 'client_secret' } = providerOf(provider)
  const secret = given[kind]
  if (secret === undefined) throw new ClientFileError(`${kind}: the file needs it for ${provider}.`)
  const known = whereabouts(provider)?.endpoints ?? (await ownEndpoints(given))
  const { client_secret, private_key, ...own } = given
  const read = clientSettings.safeParse({ team_id: null, key_id: null, ...known, ...own })
  if (!read.success) throw new ClientFileError(flaw(read.error))
  const settings = read.data
  if (kind === 'private_key')
    for (const field of ['team_id', 'key_id'] as const)
      if (settings[field] === null) throw new ClientFileError(`${field}: the file needs it for ${provider}.`)
  if (settings.issuer === null && settings.userinfo_endpoint === null)
    throw new ClientFileError('issuer: without it `userinfo_endpoint` has to say who somebody is.')
  if (settings.issuer !== null && settings.jwks_uri === null)
    throw new ClientFileError('jwks_uri: without it no token of the issuer can be checked.')
  return { settings, secret }
}

function parse(text: string): ClientFile {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new ClientFileError('The file holds no JSON.')
  }
  const read = file.safeParse(json)
  if (!read.success) throw new ClientFileError(flaw(read.error))
  return read.data
}

/** A field and what is wrong with it, never its value. */
const flaw = ({ issues: [issue] }: z.ZodError) =>
  issue?.code === 'unrecognized_keys'
    ? `${issue.keys[0]}: there is no such field.`
    : `${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'it does not fit'}.`

/** A provider of the app's own: all from the file, or what its issuer says. */
async function ownEndpoints(given: ClientFile) {
  const endpoints = {
    issuer: given.issuer ?? null,
    userinfo_endpoint: null,
    jwks_uri: null,
    emails_endpoint: null,
    scopes: given.issuer ? ['openid', EMAIL, 'profile'] : [],
  }
  const isWhole = given.authorization_endpoint && given.token_endpoint
  if (isWhole && (given.jwks_uri || given.issuer == null)) return endpoints
  if (given.issuer == null)
    throw new ClientFileError('issuer: name it, or `authorization_endpoint` and `token_endpoint`.')
  return { ...endpoints, ...(await discover(given.issuer)) }
}

const DISCOVERY_TIMEOUT_MS = 10_000

/** @throws ClientFileError */
async function discover(issuer: string) {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  let answer: unknown
  try {
    const response = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.timeout(DISCOVERY_TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`it answered ${response.status}`)
    answer = await response.json()
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'it did not answer'
    throw new ClientFileError(`issuer: ${url} cannot be read (${why}).`, { cause })
  }
  const read = discovered.safeParse(answer)
  if (!read.success) throw new ClientFileError(`issuer: of ${url}, ${flaw(read.error)}`)
  // OpenID Connect Discovery §4.3.
  if (read.data.issuer !== issuer)
    throw new ClientFileError(
      `issuer: ${url} says that it is ${JSON.stringify(read.data.issuer).slice(0, 200)}.`,
    )
  return { ...read.data, ...takenAlgorithms(url, read.data) }
}

/**
 * Keeps the listed algorithms that ID tokens may have here. OpenID Connect Discovery §3 lists `none` and HS256 as well.
 * @throws ClientFileError when no listed algorithm is left
 */
function takenAlgorithms(url: string, { id_token_signing_alg_values_supported: listed }: Discovered) {
  if (listed === undefined) return {}
  const taken = TOKEN_ALGORITHMS.filter(algorithm => listed.includes(algorithm))
  if (taken.length === 0)
    throw new ClientFileError(
      `issuer: ${url} lists no ID token algorithm of ${TOKEN_ALGORITHMS.join(', ')}. Turn one of them on at the provider.`,
    )
  return { id_token_signing_alg_values_supported: taken }
}
