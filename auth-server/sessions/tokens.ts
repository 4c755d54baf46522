import type { WireUser } from '@vitrine/shared/api/user.ts'
import { exportSPKI, importJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { TokenKey } from './token-keys.ts'

export const ACCESS_TOKEN_LIFETIME_S = 60 * 60

/** Header `typ` of the two kinds: an identity token, which hosts and backends see, is never taken for an access token. */
const ACCESS_TYPE = 'at+jwt'
const IDENTITY_TYPE = 'id+jwt'

export interface AccessGrant {
  readonly appId: string
  readonly userId: string
  readonly sessionId: string
  /** RFC 7638 thumbprint of the device key (RFC 7800 `cnf.jkt`, RFC 9449 §6.1). */
  readonly thumbprint: string
}

export interface AccessClaims {
  readonly sub: string
  readonly sid: string
}

/** Makes and checks the JWTs of contract §1 (ES256). */
export interface TokenIssuer {
  /** SPKI PEM of the key that signs now. */
  readonly verificationKey: string
  /** Every key that may have signed a living token. */
  readonly jwks: { readonly keys: readonly JWK[] }
  issueAccessToken(grant: AccessGrant): Promise<string>
  issueIdentityToken(appId: string, user: WireUser): Promise<string>
  /** `null` when the token is not a living access token of this app. */
  verifyAccessToken(token: string, appId: string): Promise<AccessClaims | null>
}

interface IssuerOptions {
  /** Newest first; the first one signs. */
  readonly keys: readonly [TokenKey, ...TokenKey[]]
  /** `iss`: the wallet origin. */
  readonly issuer: string
  /** Unix ms. */
  now(): number
}

/** Imports the keys once; a key is never imported per request. */
export async function createTokenIssuer({ keys, issuer, now }: IssuerOptions): Promise<TokenIssuer> {
  const [signing] = keys
  const privateKey = await importJWK(signing.privateJwk, 'ES256')
  const publicKeys = new Map<string, Awaited<ReturnType<typeof importJWK>>>()
  for (const { kid, publicJwk } of keys) {
    publicKeys.set(kid, await importJWK(publicJwk, 'ES256', { extractable: true }))
  }
  const signingPublicKey = publicKeys.get(signing.kid)
  if (!signingPublicKey || signingPublicKey instanceof Uint8Array)
    throw new Error('The token key is not a P-256 key')

  const sign = (typ: string, audience: string, subject: string, claims: JWTPayload) => {
    const issuedAt = Math.floor(now() / 1000)
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', typ, kid: signing.kid })
      .setAudience(audience)
      .setIssuer(issuer)
      .setSubject(subject)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + ACCESS_TOKEN_LIFETIME_S)
      .sign(privateKey)
  }

  return {
    verificationKey: await exportSPKI(signingPublicKey),
    jwks: { keys: keys.map(({ kid, publicJwk }) => ({ ...publicJwk, kid, alg: 'ES256', use: 'sig' })) },
    issueAccessToken: ({ appId, userId, sessionId, thumbprint }) =>
      sign(ACCESS_TYPE, appId, userId, { sid: sessionId, cnf: { jkt: thumbprint } }),
    issueIdentityToken: (appId, user) =>
      sign(IDENTITY_TYPE, appId, user.id, {
        created_at: user.created_at,
        is_guest: user.is_guest,
        linked_accounts: user.linked_accounts,
      }),
    async verifyAccessToken(token, appId) {
      try {
        const { payload } = await jwtVerify(
          token,
          ({ kid }) => {
            const key = publicKeys.get(kid ?? '')
            if (!key) throw new Error('unknown key')
            return key
          },
          { algorithms: ['ES256'], typ: ACCESS_TYPE, audience: appId, issuer, currentDate: new Date(now()) },
        )
        const { sub, sid } = payload
        return sub !== undefined && typeof sid === 'string' ? { sub, sid } : null
      } catch {
        return null
      }
    },
  }
}
