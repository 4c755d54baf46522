import { outsideText } from '../outside-text.ts'
import { EMAIL, type OauthProvider, openId, standardProfile } from './provider.ts'

export const linkedin: OauthProvider = {
  console: 'https://www.linkedin.com/developers/apps',
  endpoints: openId(
    {
      issuer: 'https://www.linkedin.com/oauth',
      authorization_endpoint: 'https://www.linkedin.com/oauth/v2/authorization',
      token_endpoint: 'https://www.linkedin.com/oauth/v2/accessToken',
      userinfo_endpoint: 'https://api.linkedin.com/v2/userinfo',
      jwks_uri: 'https://www.linkedin.com/oauth/openid/jwks',
    },
    'profile',
    EMAIL,
  ),
  lacksPkce: true,
  lacksNonce: true,
  read: words => ({ ...standardProfile(words), vanityName: outsideText(words.userinfo.vanity_name) }),
}
