import * as z from 'zod'

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
  /** Where a provider tells a person's addresses apart from the rest. */
  emails_endpoint: z.nullable(endpoint),
  scopes: z.array(z.string().regex(/^[\x21-\x7e]{1,256}$/)).max(20),
  /** Of a provider that takes a signed statement in place of a secret. */
  team_id: z.nullable(id),
  key_id: z.nullable(id),
})
export type ClientSettings = z.infer<typeof clientSettings>

/** Everything but who the app is. */
export type Endpoints = Omit<ClientSettings, 'client_id' | 'team_id' | 'key_id'>
