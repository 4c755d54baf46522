import { EMAIL, type OauthProvider, plain, subjectOf, text } from './provider.ts'

export const discord: OauthProvider = {
  console: 'https://discord.com/developers/applications',
  endpoints: plain(
    {
      authorization_endpoint: 'https://discord.com/oauth2/authorize',
      token_endpoint: 'https://discord.com/api/oauth2/token',
      userinfo_endpoint: 'https://discord.com/api/users/@me',
    },
    'identify',
    EMAIL,
  ),
  read: ({ userinfo }) => ({
    subject: subjectOf(userinfo.id),
    username: text(userinfo.username),
    email: text(userinfo.email, 254),
    isEmailVerified: userinfo.verified === true,
  }),
}
