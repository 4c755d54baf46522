import type { OauthProvider } from './provider.ts'

/** A folder of the app's own, which neither the person's other apps nor they themselves see into, and none of their files. */
export const DRIVE_SCOPE = 'https://www.googleapis.com/auth/drive.appdata'

/** Not a login: where the person lets the frame keep a secret in their Drive. */
export const googleDrive: OauthProvider = {
  console: 'https://console.cloud.google.com/auth/clients',
  endpoints: {
    issuer: null,
    authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
    token_endpoint: 'https://oauth2.googleapis.com/token',
    userinfo_endpoint: null,
    jwks_uri: null,
    emails_endpoint: null,
    scopes: [DRIVE_SCOPE],
  },
  // No `include_granted_scopes`: the token would be for whatever the person allowed this app before.
  parameters: { prompt: 'select_account' },
  read() {
    throw new TypeError('Leave to use a Drive names nobody.')
  },
}
