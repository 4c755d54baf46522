import { EMAIL, type OauthProvider, openId, standardProfile } from './provider.ts'

/** Its secret is a statement signed by the operator's key, and its answer comes by POST as soon as a scope is asked for. */
export const apple: OauthProvider = {
  console: 'https://developer.apple.com/account/resources/identifiers/list/serviceId',
  endpoints: openId(
    {
      issuer: 'https://appleid.apple.com',
      authorization_endpoint: 'https://appleid.apple.com/auth/authorize',
      token_endpoint: 'https://appleid.apple.com/auth/token',
      jwks_uri: 'https://appleid.apple.com/auth/keys',
    },
    EMAIL,
  ),
  secret: 'private_key',
  parameters: { response_mode: 'form_post' },
  lacksPkce: true,
  runsMailboxesOf: domain => ['icloud.com', 'me.com', 'mac.com', 'privaterelay.appleid.com'].includes(domain),
  read: standardProfile,
}
