import { generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto'
import { type SignerStatement, statementBytes } from '../statement.ts'

/** A signer's identity, of which the test has the private key. */
export interface TestSigner {
  /** Uncompressed P-256 point, base64url. */
  readonly identity: string
  readonly jwk: JsonWebKey
  sign(statement: SignerStatement): string
  /** As the frame's document has them. */
  keys(
    origin: string,
    recipient: string,
  ): { readonly recipient: string; readonly identity: string; readonly signature: string }
}

export function createTestSigner(): TestSigner {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const identity = publicKey.export({ type: 'spki', format: 'der' }).subarray(-65).toString('base64url')
  const signStatement = (statement: SignerStatement) =>
    sign('sha256', statementBytes(statement), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString(
      'base64url',
    )
  return {
    identity,
    jwk: publicKey.export({ format: 'jwk' }),
    sign: signStatement,
    keys: (origin, recipient) => ({
      recipient,
      identity,
      signature: signStatement({ kind: 'recipient', origin, recipient }),
    }),
  }
}
