import { type OauthProvider, openId, standardProfile, subjectOf } from './provider.ts'

export const telegramOauth: OauthProvider = {
  console: 'https://t.me/BotFather',
  endpoints: openId(
    {
      issuer: 'https://oauth.telegram.org',
      authorization_endpoint: 'https://oauth.telegram.org/auth',
      token_endpoint: 'https://oauth.telegram.org/token',
      jwks_uri: 'https://oauth.telegram.org/.well-known/jwks.json',
    },
    'profile',
  ),
  authentication: 'basic',
  // `sub` is another one for each bot; `id` is the person's at Telegram.
  read: words => ({ ...standardProfile(words), subject: subjectOf(words.claims.id ?? words.claims.sub) }),
}
