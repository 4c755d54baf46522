import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { type SignerStatement, statementBytes } from '@vitrine/shared/signer/statement.ts'
import { withScalar } from './p256-scalar.ts'

/** The key by which frames know what the signer itself says, whoever relays it. */
export interface SignerIdentity {
  /** Uncompressed P-256 point (SEC 1 §2.3.3). */
  readonly publicKey: Buffer
  readonly privateKey: KeyObject
}

/** @param ikm at least 32 random bytes; the caller wipes them */
export const deriveIdentity = (ikm: Uint8Array): SignerIdentity =>
  withScalar(ikm, scalar => {
    const ecdh = createECDH('prime256v1')
    ecdh.setPrivateKey(scalar)
    const publicKey = ecdh.getPublicKey()
    // `ECPrivateKey` of RFC 5915: a JWK would leave the scalar in strings, which cannot be wiped.
    const der = Buffer.concat([
      Buffer.from('30770201010420', 'hex'),
      scalar,
      Buffer.from('a00a06082a8648ce3d030107a144034200', 'hex'),
      publicKey,
    ])
    try {
      return { publicKey, privateKey: createPrivateKey({ key: der, format: 'der', type: 'sec1' }) }
    } finally {
      der.fill(0)
    }
  })

/** What of the signer's state speaks for it. */
interface Signing {
  readonly keyring: { readonly identity: SignerIdentity }
  /** The wallet origin. */
  readonly origin: string
}
type OwnWords<S> = S extends unknown ? Omit<S, 'origin'> : never

/** Signs what frames of this signer's wallet origin check; see `SignerStatement`. @returns base64url */
export function signStatement({ keyring, origin }: Signing, words: OwnWords<SignerStatement>): string {
  const statement = { ...words, origin } as SignerStatement
  const key = { key: keyring.identity.privateKey, dsaEncoding: 'ieee-p1363' } as const
  return sign('sha256', statementBytes(statement), key).toString('base64url')
}
