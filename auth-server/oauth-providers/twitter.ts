import { outsidePicture, outsideText } from '../outside-text.ts'
import { member, type OauthProvider, plain, subjectOf } from './provider.ts'

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
      username: outsideText(data.username),
      name: outsideText(data.name),
      profilePictureUrl: outsidePicture(data.profile_image_url),
    }
  },
}
