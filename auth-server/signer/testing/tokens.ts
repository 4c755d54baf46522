import type { TokenIssuer } from '@vitrine/shared/config/token-issuer.ts'
import { type SecretBelonging, sealSecret } from '@vitrine/shared/hpke/login-secret.ts'
import { exportJWK, exportSPKI, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose'
import type { Custody } from '../custody.ts'
import { sealIssuer } from '../issuer-seal.ts'
import type { LoginProof } from '../operations.ts'
import { NOW } from './custody.ts'
import type { TestDevice } from './device.ts'
import { recipientOf } from './logins.ts'

export type TokenProof = Extract<LoginProof, { type: 'token' }>

const NAMES = { issuer: 'https://accounts.shop.example', audience: 'vitrine', subject_claim: 'sub' }

/** A site's own login: it signs tokens with one key. */
export interface TestIssuer {
  /** By its public key. */
  readonly settings: TokenIssuer
  /** By its key set, which the test serves or does not. */
  readonly remote: TokenIssuer
  readonly keySet: string
  /** A good token of five minutes from `NOW`; `claims` replace. */
  sign(claims?: Readonly<Record<string, unknown>>, header?: Partial<JWTHeaderParameters>): Promise<string>
}

export async function createTestIssuer(kid = 'key-1'): Promise<TestIssuer> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const iat = Math.floor(NOW / 1000)
  return {
    settings: { ...NAMES, public_key: await exportSPKI(publicKey) },
    remote: { ...NAMES, jwks_url: 'https://accounts.shop.example/jwks.json' },
    keySet: JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid }] }),
    sign: (claims = {}, header = {}) =>
      new SignJWT({ iss: NAMES.issuer, aud: NAMES.audience, sub: '42', iat, exp: iat + 300, ...claims })
        .setProtectedHeader({ alg: 'ES256', kid, ...header })
        .sign(privateKey),
  }
}

/** A token as the device seals it, and the issuer as the operator had it sealed. */
export async function tokenProof(
  custody: Custody,
  { thumbprint: device }: Pick<TestDevice, 'thumbprint'>,
  token: string,
  settings: TokenIssuer,
  {
    subject = '42',
    belonging,
    ...change
  }: Partial<TokenProof> & { readonly belonging?: Partial<SecretBelonging> } = {},
): Promise<TokenProof> {
  const appId = 'app_1'
  const method = 'custom-jwt'
  const identity = { type: 'custom_auth', subject }
  const sealedFor = { purpose: 'login', appId, identity, userId: null, device, ...belonging } as const
  return {
    type: 'token',
    method,
    appId,
    subject,
    token: await sealSecret(recipientOf(custody), sealedFor, token),
    issuer: { settings, seal: sealIssuer(custody, { appId, method, settings }).seal },
    ...change,
  }
}
