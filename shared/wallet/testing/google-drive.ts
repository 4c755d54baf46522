import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { buffer, text } from 'node:stream/consumers'
import { type CloudAnswer, type Interference, personPage, startCloudServer } from './cloud-server.ts'
import { type DriveFile, driveError, driveFailure, driveFiles } from './drive-files.ts'

/** The one leave that the stand-in's site was granted by Google. */
export const APP_DATA_SCOPE = 'https://www.googleapis.com/auth/drive.appdata'
const LIFETIME_S = 3599

/** Google on loopback: where a person gives leave, and their Drive's hidden folder of this one site. */
export interface GoogleDrive extends Interference {
  /** For `google_drive_url`. */
  readonly url: string
  /** What an operator has from Google's console, with where Google is. */
  readonly client: {
    readonly client_id: string
    readonly client_secret: string
    readonly authorization_endpoint: string
    readonly token_endpoint: string
  }
  /** What lies in an account's hidden folder. */
  files(account: string): readonly DriveFile[]
  /** The person deletes the site's hidden data. */
  empty(account: string): void
  /** Somebody, or a fault, writes something else over all that lies there. */
  overwrite(account: string, content: Buffer): void
  /** The person takes the site's leave away. */
  revoke(account: string): void
  /** An hour passes: no token is good any more. */
  expireTokens(): void
  stop(): Promise<void>
}

interface Leave {
  readonly account: string
  readonly redirectUri: string
  readonly challenge: string
  readonly isOffline: boolean
}

interface Token {
  readonly account: string
  expiresAt: number
}

/**
 * OAuth 2.0 for web server applications and Drive v3, as Google documents them; stricter in that PKCE by S256 must be there.
 * @param redirectUri the one that is registered in Google's console
 */
export async function startGoogleDrive({
  redirectUri,
}: {
  readonly redirectUri: string
}): Promise<GoogleDrive> {
  const clientId = `${randomBytes(6).toString('hex')}.apps.googleusercontent.com`
  const clientSecret = `GOCSPX-${randomBytes(21).toString('base64url')}`
  const codes = new Map<string, Leave>()
  const tokens = new Map<string, Token>()
  const folders = new Map<string, DriveFile[]>()
  const folderOf = (account: string) => {
    const folder = folders.get(account) ?? []
    folders.set(account, folder)
    return folder
  }

  const authorize = async (request: IncomingMessage, url: URL): Promise<CloudAnswer> => {
    const asked = request.method === 'POST' ? new URLSearchParams(await text(request)) : url.searchParams
    const refused = refusal(asked, clientId, redirectUri)
    // Not back to the address: who asks wrongly may be anybody.
    if (refused) return { status: 400, body: `Access blocked: Authorization Error. Error 400: ${refused}` }
    if (request.method !== 'POST') return personPage('Sign in with Google', Object.fromEntries(asked))
    const back = new URL(redirectUri)
    const state = asked.get('state')
    if (state !== null) back.searchParams.set('state', state)
    const account = asked.get('account')
    if (asked.has('no') || !account) back.searchParams.set('error', 'access_denied')
    else {
      const code = `4/0${randomBytes(30).toString('base64url')}`
      const isOffline = asked.get('access_type') === 'offline'
      codes.set(code, { account, redirectUri, challenge: asked.get('code_challenge') ?? '', isOffline })
      back.searchParams.set('code', code)
      back.searchParams.set('scope', APP_DATA_SCOPE)
    }
    return { status: 303, headers: { location: back.href } }
  }

  const redeem = async (request: IncomingMessage): Promise<CloudAnswer> => {
    const no = (status: number, error: string, error_description: string) => ({
      status,
      body: { error, error_description },
    })
    const form = new URLSearchParams(await text(request))
    const { id, secret } = clientOf(request, form)
    if (id !== clientId) return no(401, 'invalid_client', 'The OAuth client was not found.')
    if (secret !== clientSecret) return no(401, 'invalid_client', 'Unauthorized')
    if (form.get('grant_type') !== 'authorization_code')
      return no(400, 'unsupported_grant_type', `Invalid grant_type: ${form.get('grant_type')}`)
    const code = form.get('code') ?? ''
    const leave = codes.get(code)
    // Good once, whatever comes of it.
    codes.delete(code)
    if (!leave) return no(400, 'invalid_grant', 'Malformed auth code.')
    if (form.get('redirect_uri') !== leave.redirectUri) return no(400, 'redirect_uri_mismatch', 'Bad Request')
    const verifier = form.get('code_verifier')
    if (verifier === null) return no(400, 'invalid_grant', 'Missing code verifier.')
    if (createHash('sha256').update(verifier).digest('base64url') !== leave.challenge)
      return no(400, 'invalid_grant', 'Invalid code verifier.')
    const token = `ya29.${randomBytes(48).toString('base64url')}`
    tokens.set(token, { account: leave.account, expiresAt: Date.now() + LIFETIME_S * 1000 })
    return {
      status: 200,
      body: {
        access_token: token,
        expires_in: LIFETIME_S,
        ...(leave.isOffline && { refresh_token: `1//${randomBytes(30).toString('base64url')}` }),
        scope: APP_DATA_SCOPE,
        token_type: 'Bearer',
      },
    }
  }

  const drive = async (request: IncomingMessage, url: URL): Promise<CloudAnswer> => {
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const token = tokens.get(bearer)
    if (!token || token.expiresAt <= Date.now())
      return driveError(401, 'authError', 'Invalid Credentials', 'Authorization')
    return driveFiles(folderOf(token.account), {
      method: request.method ?? '',
      url,
      contentType: request.headers['content-type'] ?? '',
      body: await buffer(request),
    })
  }

  const server = await startCloudServer(
    async (request, url) => {
      if (url.pathname === '/o/oauth2/v2/auth') return authorize(request, url)
      if (url.pathname === '/token' && request.method === 'POST') return redeem(request)
      return isDrive(url) ? drive(request, url) : { status: 404 }
    },
    isDrive,
    driveFailure,
  )
  const endTokens = (isEnded: (token: Token) => boolean) => {
    for (const [name, token] of tokens) if (isEnded(token)) tokens.delete(name)
  }
  return {
    url: server.origin,
    client: {
      client_id: clientId,
      client_secret: clientSecret,
      authorization_endpoint: `${server.origin}/o/oauth2/v2/auth`,
      token_endpoint: `${server.origin}/token`,
    },
    files: account => [...folderOf(account)],
    empty: account => void folders.delete(account),
    overwrite: (account, content) =>
      void folders.set(
        account,
        folderOf(account).map(file => ({ ...file, content })),
      ),
    revoke: account => endTokens(token => token.account === account),
    expireTokens() {
      for (const token of tokens.values()) token.expiresAt = 0
    },
    failNext: server.failNext,
    holdNext: server.holdNext,
    stop: server.stop,
  }
}

const isDrive = ({ pathname }: URL) => /^\/(upload\/)?drive\/v3\//.test(pathname)

/** What Google would show instead of asking the person; `null` for nothing. */
function refusal(asked: URLSearchParams, clientId: string, redirectUri: string): string | null {
  if (asked.get('client_id') !== clientId) return 'invalid_client'
  if (asked.get('redirect_uri') !== redirectUri) return 'redirect_uri_mismatch'
  if (asked.get('response_type') !== 'code') return 'unsupported_response_type'
  if (asked.get('scope') !== APP_DATA_SCOPE) return 'invalid_scope'
  if (asked.get('code_challenge_method') !== 'S256') return 'invalid_request: code_challenge_method'
  if (!/^[\w-]{43}$/.test(asked.get('code_challenge') ?? '')) return 'invalid_request: code_challenge'
  if (!['online', 'offline', null].includes(asked.get('access_type'))) return 'invalid_request: access_type'
  return null
}

/** By the form or by HTTP Basic (RFC 6749 §2.3.1). */
function clientOf({ headers }: IncomingMessage, form: URLSearchParams) {
  const basic = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1]
  if (basic === undefined) return { id: form.get('client_id'), secret: form.get('client_secret') }
  const [id, secret] = Buffer.from(basic, 'base64').toString('utf8').split(':').map(decodeURIComponent)
  return { id, secret }
}
