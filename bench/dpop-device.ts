import { KeyObject, randomUUID, sign } from 'node:crypto'
import type { AuthorizationPayload } from '@vitrine/shared/wallet/authorization.ts'
import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'
import { calculateJwkThumbprint, exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT } from 'jose'

/** A device's P-256 key. */
export interface Device {
  readonly privateKey: CryptoKey
  readonly publicJwk: JWK
  /** RFC 7638. */
  readonly thumbprint: string
  /** Base64 SPKI. */
  readonly publicKey: string
}

export async function createDevice(): Promise<Device> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const publicJwk = await exportJWK(publicKey)
  const spki = (await exportSPKI(publicKey)).replace(/-.*-|\s/g, '')
  return { privateKey, publicJwk, thumbprint: await calculateJwkThumbprint(publicJwk), publicKey: spki }
}

/** A request that the device signed (contract §6.2). */
export function authorizeRequest(
  { privateKey }: Pick<Device, 'privateKey'>,
  appId: string,
  url: string,
  body: object,
): { readonly payload: AuthorizationPayload; readonly signature: string } {
  const payload: AuthorizationPayload = {
    version: 1,
    method: 'POST',
    url,
    body,
    headers: {
      'vitrine-app-id': appId,
      'vitrine-idempotency-key': randomUUID(),
      'vitrine-request-expiry': String(Date.now() + 120_000),
    },
  }
  const signature = sign('sha256', Buffer.from(canonicalJson(payload)), KeyObject.from(privateKey))
  return { payload, signature: signature.toString('base64') }
}

/** A DPoP proof for one request (RFC 9449 §4.2). @param nonce the server's */
export const provePossession = (device: Device, htm: string, htu: string, nonce?: string): Promise<string> =>
  new SignJWT({ htm, htu, jti: crypto.randomUUID(), ...(nonce !== undefined && { nonce }) })
    .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk: device.publicJwk })
    .setIssuedAt()
    .sign(device.privateKey)
