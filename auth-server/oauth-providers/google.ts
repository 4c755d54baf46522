import { EMAIL, type OauthProvider, openId, standardProfile } from './provider.ts'

export const google: OauthProvider = {
  console: 'https://console.cloud.google.com/auth/clients',
  endpoints: openId(
    {
      issuer: 'https://accounts.google.com',
      authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
      token_endpoint: 'https://oauth2.googleapis.com/token',
      jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
    },
    EMAIL,
    'profile',
  ),
  parameters: { prompt: 'select_account' },
  // `hd` is the domain of a Google Workspace, where the account is one of it (https://developers.google.com/identity/openid-connect).
  runsMailboxesOf: (domain, { claims: { hd } }) =>
    ['gmail.com', 'googlemail.com'].includes(domain) ||
    (typeof hd === 'string' && hd.toLowerCase() === domain),
  // The account has an address always (contract §3).
  read(words) {
    const profile = standardProfile(words)
    if (profile.email === undefined) throw new TypeError('Google told no address.')
    return profile
  },
}
