import { outsideText } from '../outside-text.ts'
import { EMAIL, email, type OauthProvider, plain, subjectOf } from './provider.ts'

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
    username: outsideText(userinfo.username),
    email: email(userinfo.email),
    isEmailVerified: userinfo.verified === true,
  }),
}
