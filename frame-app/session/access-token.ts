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
    const { aud, sub, exp } = readPayload(token)
    if (typeof aud !== 'string' || typeof sub !== 'string' || typeof exp !== 'number') return null
    return { appId: aud, userId: sub, expiresAt: exp * 1000 }
  } catch {
    return null
  }
}

/** Verifies nothing, neither signature nor header: the server does, at every request. */
function readPayload(token: string): Readonly<Record<string, unknown>> {
  const [, payload = '', ...rest] = token.split('.')
  if (rest.length !== 1) throw new TypeError('A JWT has three parts.')
  const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'))
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, character => character.charCodeAt(0))))
}
