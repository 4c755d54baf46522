import { EncryptJWT, jwtDecrypt } from 'jose'
import { configurationError } from '../server-options.ts'

/** What the site's cookie says. */
export interface SiteSession {
  /** Of this cookie: another one at each login, so none that somebody had before becomes a login. */
  readonly id: string
  /** Of the wallet's session, which it ends with. */
  readonly sessionId: string
  readonly userId: string
  readonly expiresAt: Date
}

export interface SessionSealer {
  seal(session: Omit<SiteSession, 'id'>): Promise<string>
  /** `null` for what this site did not seal, or that is over. */
  open(sealed: string): Promise<SiteSession | null>
}

const SECRET_BYTES = 32
const MAX_LENGTH = 4096

/**
 * Seals sessions into cookies, as encrypted JWTs (RFC 7516: `dir`, A256GCM), so that the site keeps no table of them and nobody reads a user's
 * id in a browser's profile.
 * @throws VitrineError `configuration_error` for a secret that could be guessed
 */
export function createSealer(
  cookieSecret: string | readonly string[],
  { appId, walletOrigin }: { readonly appId: string; readonly walletOrigin: string },
): SessionSealer {
  const secrets = [cookieSecret].flat().map(secret => {
    const bytes = typeof secret === 'string' ? new TextEncoder().encode(secret) : null
    if (!bytes || bytes.length < SECRET_BYTES)
      throw configurationError(
        '`cookieSecret` must have at least 32 bytes: make one by `openssl rand -base64 32`, and keep it.',
      )
    return bytes
  })
  if (secrets.length === 0) throw configurationError('`cookieSecret` is missing.')
  // Derived once, when the first cookie comes.
  let derived: Promise<Uint8Array[]> | undefined
  const keys = () => {
    derived ??= Promise.all(secrets.map(deriveKey))
    return derived
  }

  return {
    async seal({ sessionId, userId, expiresAt }) {
      const [key] = await keys()
      if (!key) throw configurationError('`cookieSecret` is missing.')
      return new EncryptJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setJti(crypto.randomUUID())
        .setSubject(userId)
        .setIssuer(walletOrigin)
        .setAudience(appId)
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .encrypt(key)
    },
    async open(sealed) {
      if (sealed.length > MAX_LENGTH) return null
      for (const key of await keys()) {
        const opened = await jwtDecrypt(sealed, key, {
          // Two apps of one site may share the secret, and not their users.
          issuer: walletOrigin,
          audience: appId,
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
          requiredClaims: ['exp'],
        }).catch(() => null)
        const { sub, sid, jti, exp } = opened?.payload ?? {}
        if (sub && jti && exp && typeof sid === 'string')
          return { id: jti, sessionId: sid, userId: sub, expiresAt: new Date(exp * 1000) }
      }
      return null
    },
  }
}

/** HKDF (RFC 5869), so that a secret which the site uses elsewhere too is another key here. */
async function deriveKey(secret: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  const info = new TextEncoder().encode('vitrine site session v1')
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info }
  return new Uint8Array(await crypto.subtle.deriveBits(hkdf, material, 256))
}
