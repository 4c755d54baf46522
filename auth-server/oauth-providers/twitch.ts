import { type OauthProvider, openId, standardProfile } from './provider.ts'

export const twitch: OauthProvider = {
  console: 'https://dev.twitch.tv/console/apps',
  endpoints: openId({
    issuer: 'https://id.twitch.tv/oauth2',
    authorization_endpoint: 'https://id.twitch.tv/oauth2/authorize',
    token_endpoint: 'https://id.twitch.tv/oauth2/token',
    userinfo_endpoint: 'https://id.twitch.tv/oauth2/userinfo',
    jwks_uri: 'https://id.twitch.tv/oauth2/keys',
  }),
  lacksPkce: true,
  read: standardProfile,
}
