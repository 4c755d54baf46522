import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

/** A device's P-256 key. */
export interface Device {
  readonly privateKey: CryptoKey
  readonly publicJwk: JWK
}

export async function createDevice(): Promise<Device> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  return { privateKey, publicJwk: await exportJWK(publicKey) }
}

/** A DPoP proof for one request (RFC 9449 §4.2). @param nonce the server's */
export const provePossession = (device: Device, htm: string, htu: string, nonce?: string): Promise<string> =>
  new SignJWT({ htm, htu, jti: crypto.randomUUID(), ...(nonce !== undefined && { nonce }) })
    .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk: device.publicJwk })
    .setIssuedAt()
    .sign(device.privateKey)
