import { type OauthProvider, plain, subjectOf, text } from './provider.ts'

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
    email: text(userinfo.email, 254),
    name: text(userinfo.display_name),
  }),
}
