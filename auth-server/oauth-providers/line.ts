import { EMAIL, type OauthProvider, openId, standardProfile } from './provider.ts'

export const line: OauthProvider = {
  console: 'https://developers.line.biz/console/',
  endpoints: openId(
    {
      issuer: 'https://access.line.me',
      authorization_endpoint: 'https://access.line.me/oauth2/v2.1/authorize',
      token_endpoint: 'https://api.line.me/oauth2/v2.1/token',
      jwks_uri: 'https://api.line.me/oauth2/v2.1/certs',
    },
    'profile',
    EMAIL,
  ),
  signsBySecret: true,
  // LINE does not say whether it has checked the address.
  read: words => ({ ...standardProfile(words), isEmailVerified: false }),
}
