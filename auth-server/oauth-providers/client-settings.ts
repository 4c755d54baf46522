import * as z from 'zod'
import { TOKEN_ALGORITHMS } from '../token-algorithms.ts'

/** In the clear only to this machine: who listens on the way could log in as anyone. */
const endpoint = z
  .string()
  .max(2048)
  .regex(
    /^(https:\/\/[^\s@/?#]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?)(\/[^\s#]*)?$/,
    'write an address that begins with https://',
  )

const id = z
  .string()
  .min(1)
  .max(512)
  .regex(/^[\x21-\x7e]+$/, 'write what the provider shows, without spaces')

/**
 * How an app is known at a provider, and where that is. All of it is sealed with the app's secret there: a copy of the database
 * that was changed sends nobody and no secret elsewhere.
 */
export const clientSettings = z.strictObject({
  client_id: id,
  /** Of OpenID Connect, exactly as its tokens name it; `null`: plain OAuth 2.0, and the person is told by `userinfo_endpoint`. */
  issuer: z.nullable(endpoint),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  userinfo_endpoint: z.nullable(endpoint),
  jwks_uri: z.nullable(endpoint),
  /**
   * JWS algorithms of the issuer's ID tokens (OpenID Connect Discovery §3). A client that an earlier release stored has no list, and an
   * added field would break its authenticated encryption. Without a list the issuer signs by `DEFAULT_ID_TOKEN_ALGORITHM`.
   */
  id_token_signing_alg_values_supported: z.optional(z.array(z.enum(TOKEN_ALGORITHMS)).min(1).max(16)),
  /**
   * The operator takes the provider's word for every address that it calls verified. Without it that word counts for mailboxes
   * which the provider runs itself.
   */
  trust_email_verified: z.optional(z.boolean()),
  /** Where a provider tells a person's addresses apart from the rest. */
  emails_endpoint: z.nullable(endpoint),
  scopes: z.array(z.string().regex(/^[\x21-\x7e]{1,256}$/)).max(20),
  /** Of a provider that takes a signed statement in place of a secret. */
  team_id: z.nullable(id),
  key_id: z.nullable(id),
})
export type ClientSettings = z.infer<typeof clientSettings>

/** OpenID Connect Core §15.1 requires this algorithm of every provider. */
export const DEFAULT_ID_TOKEN_ALGORITHM = 'RS256'

/** Everything but who the app is. */
export type Endpoints = Omit<ClientSettings, 'client_id' | 'team_id' | 'key_id'>
