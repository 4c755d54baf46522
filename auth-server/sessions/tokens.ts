import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { WireUser } from '@vitrine/shared/api/user.ts'
import { type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { publishedKeys, signingKey, type TokenKey, type TokenKeys } from './token-keys.ts'

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
  /** As they are at this moment. */
  keys(): TokenKeys
  /** `iss`: the wallet origin. */
  readonly issuer: string
  /** Unix ms. */
  now(): number
}

/** A key is imported once, never per request. */
export function createTokenIssuer({ keys, issuer, now }: IssuerOptions): TokenIssuer {
  const privateKeys = importedBy(({ privateJwk }) => createPrivateKey({ key: privateJwk, format: 'jwk' }))
  const publicKeys = importedBy(({ publicJwk }) => createPublicKey({ key: publicJwk, format: 'jwk' }))
  const published = () => publishedKeys(keys(), now())
  const signing = () => signingKey(keys(), now())

  const sign = (typ: string, audience: string, subject: string, claims: JWTPayload) => {
    const issuedAt = Math.floor(now() / 1000)
    const key = signing()
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', typ, kid: key.kid })
      .setAudience(audience)
      .setIssuer(issuer)
      .setSubject(subject)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + ACCESS_TOKEN_LIFETIME_S)
      .sign(privateKeys(key))
  }

  return {
    get verificationKey() {
      return String(publicKeys(signing()).export({ type: 'spki', format: 'pem' })).trimEnd()
    },
    get jwks() {
      return {
        keys: published().map(({ kid, publicJwk }) => ({ ...publicJwk, kid, alg: 'ES256', use: 'sig' })),
      }
    },
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
            const key = published().find(it => it.kid === kid)
            if (!key) throw new Error('unknown key')
            return publicKeys(key)
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

function importedBy(read: (key: TokenKey) => KeyObject): (key: TokenKey) => KeyObject {
  const known = new Map<string, KeyObject>()
  return key => {
    const imported = known.get(key.kid) ?? read(key)
    known.set(key.kid, imported)
    return imported
  }
}
