import { outsideText } from '../outside-text.ts'
import { email, type OauthProvider, plain, subjectOf } from './provider.ts'

export const spotify: OauthProvider = {
  console: 'https://developer.spotify.com/dashboard',
  endpoints: plain(
    {
      authorization_endpoint: 'https://accounts.spotify.com/authorize',
      token_endpoint: 'https://accounts.spotify.com/api/token',
      userinfo_endpoint: 'https://api.spotify.com/v1/me',
    },
    'user-read-email',
  ),
  authentication: 'basic',
  // Spotify says of the address itself that it is not verified.
  read: ({ userinfo }) => ({
    subject: subjectOf(userinfo.id),
    email: email(userinfo.email),
    name: outsideText(userinfo.display_name),
  }),
}
