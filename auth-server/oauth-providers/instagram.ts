import { outsideText } from '../outside-text.ts'
import { type OauthProvider, plain, subjectOf } from './provider.ts'

export const instagram: OauthProvider = {
  console: 'https://developers.facebook.com/apps',
  endpoints: plain(
    {
      authorization_endpoint: 'https://www.instagram.com/oauth/authorize',
      token_endpoint: 'https://api.instagram.com/oauth/access_token',
      userinfo_endpoint: 'https://graph.instagram.com/me?fields=user_id,username',
    },
    'instagram_business_basic',
  ),
  scopeSeparator: ',',
  lacksPkce: true,
  hasTokenInQuery: true,
  read: ({ userinfo }) => ({
    subject: subjectOf(userinfo.user_id ?? userinfo.id),
    username: outsideText(userinfo.username),
  }),
}
