import { member, type OauthProvider, picture, plain, subjectOf, text } from './provider.ts'

export const twitter: OauthProvider = {
  console: 'https://developer.x.com/en/portal/dashboard',
  endpoints: plain(
    {
      authorization_endpoint: 'https://x.com/i/oauth2/authorize',
      token_endpoint: 'https://api.x.com/2/oauth2/token',
      userinfo_endpoint: 'https://api.x.com/2/users/me?user.fields=profile_image_url',
    },
    'users.read',
    'tweet.read',
  ),
  authentication: 'basic',
  read({ userinfo }) {
    const data = member(userinfo, 'data')
    return {
      subject: subjectOf(data.id),
      username: text(data.username),
      name: text(data.name),
      profilePictureUrl: picture(data.profile_image_url),
    }
  },
}
