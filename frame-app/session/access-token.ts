import { decodeJwt } from 'jose'

/** The facts of an access token that the frame acts on. The server verifies it; here it is only read. */
export interface AccessTokenFacts {
  readonly appId: string
  readonly userId: string
  /** Unix ms. */
  readonly expiresAt: number
}

/** @returns `null` for what is not an access token, e.g. a value that something else wrote under our key */
export function readAccessToken(token: string): AccessTokenFacts | null {
  try {
    const { aud, sub, exp } = decodeJwt(token)
    if (typeof aud !== 'string' || typeof sub !== 'string' || typeof exp !== 'number') return null
    return { appId: aud, userId: sub, expiresAt: exp * 1000 }
  } catch {
    return null
  }
}

/** `ath` of RFC 9449 §4.2: base64url of SHA-256 of the token's ASCII. */
export async function accessTokenHash(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
