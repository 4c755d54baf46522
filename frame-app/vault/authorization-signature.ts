import { base64Text } from '@vitrine/shared/encoding.ts'
import type { AuthorizationPayload } from '@vitrine/shared/wallet/authorization.ts'
import canonicalize from 'canonicalize'
import { p1363ToDer } from './ecdsa-der.ts'

/**
 * Signs a wallet request (contract §6.2): RFC 8785, ECDSA P-256 over SHA-256, ASN.1 DER, base64.
 *
 * The payload is built again from the members the contract names, so that the bytes signed always start with `{`: the
 * device key also signs DPoP proofs, whose bytes start with `eyJ`, and neither can pass for the other.
 */
export async function signAuthorization(
  privateKey: CryptoKey,
  { version, method, url, body, headers }: AuthorizationPayload,
): Promise<string> {
  const canonical = canonicalize({ version, method, url, body, headers })
  if (canonical === undefined) throw new TypeError('The request has no canonical form.')
  const signature = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    privateKey,
    new TextEncoder().encode(canonical),
  )
  return base64Text(p1363ToDer(new Uint8Array(signature)))
}
