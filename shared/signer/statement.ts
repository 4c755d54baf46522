import type { CloudRecovery } from '../api/recovery.ts'
import { base64urlBytes, base64urlText } from '../encoding.ts'
import { canonicalJson } from '../wallet/canonical-json.ts'
import type { ShareKeyPurpose } from '../wallet/embedded.ts'
import type { SignInPurpose } from '../wallet/sign-in-message.ts'

/**
 * What the server's signer process signs by its identity key (ECDSA P-256 over SHA-256 of the statement's RFC 8785 form). The
 * statement itself does not travel: who checks it makes it of what they know themselves, so that a signature is worth
 * nothing for another wallet origin, app, user, device or question, and nothing of it is believed for being signed.
 * `kind` keeps the statements apart.
 */
export type SignerStatement = { readonly origin: string } & (
  | {
      /** What devices encrypt proofs of logins to: an uncompressed P-256 point, base64url. */
      readonly kind: 'recipient'
      readonly recipient: string
    }
  | {
      /** The challenge of a passkey ceremony. */
      readonly kind: 'challenge'
      readonly appId: string
      readonly challenge: string
    }
  | {
      /**
       * Where a flow's window goes, and where the page comes back to; `redirectTo` is `null` where a window is all that
       * moves. Who took over the API process can send nobody elsewhere.
       */
      readonly kind: 'oauth-url'
      readonly appId: string
      readonly flowId: string
      readonly state: string
      readonly redirectTo: string | null
      readonly url: string
    }
  | {
      /** What the QR code of a channel stands for, for one device: nobody approves another one's login by it. */
      readonly kind: 'channel-url'
      readonly appId: string
      readonly device: string
      readonly token: string
      readonly url: string
    }
  | {
      /**
       * The nonce of a message that a wallet of the person's is asked to sign: for one device, address, purpose and user, until
       * `expiresAt` (unix seconds). Nobody's wallet signs another one's login by it.
       */
      readonly kind: 'sign-in-nonce'
      readonly appId: string
      readonly device: string
      /** A login method. */
      readonly method: string
      readonly address: string
      readonly purpose: SignInPurpose
      readonly userId: string | null
      readonly nonce: string
      readonly expiresAt: number
    }
  | {
      /**
       * The key to which an imported key is encrypted: who took over the API process cannot name one of theirs. Base64 SPKI.
       * `null`: it is for the keys that an app's operator brings, of many users.
       */
      readonly kind: 'import-key'
      readonly appId: string
      readonly userId: string | null
      readonly importId: string
      readonly chainType: 'ethereum' | 'solana' | null
      readonly address: string | null
      readonly recipient: string
    }
  | {
      /**
       * What a person is asked to agree to: this key of the app's, named so by the app's operator, may use their wallet by the
       * policy of this hash (SHA-256 of `policyBytes`, base64url).
       */
      readonly kind: 'delegation-terms'
      readonly appId: string
      readonly signerId: string
      readonly name: string
      /** Base64 SPKI. */
      readonly publicKey: string
      readonly policyHash: string
    }
  | {
      /** `sealed`: a compact JWE of the site's own recovery key, for the vault whose `recipient` (base64 SPKI) this is. */
      readonly kind: 'recovery-key'
      readonly appId: string
      readonly userId: string
      readonly device: string
      readonly recipient: string
      readonly sealed: string
    }
  | {
      /** `sealed`: a compact JWE of an access token to the person's own cloud, for the frame whose `recipient` this is. */
      readonly kind: 'cloud-token'
      readonly appId: string
      readonly userId: string
      readonly device: string
      readonly provider: CloudRecovery
      readonly recipient: string
      readonly sealed: string
    }
  | {
      /**
       * `sealed`: a compact JWE for the frame whose `recipient` (base64 SPKI) this is: the secret of an authenticator app, or the
       * recovery codes of a person's second factors. Nobody else can have people write down secrets of theirs.
       */
      readonly kind: 'totp-secret' | 'recovery-codes'
      readonly appId: string
      readonly userId: string
      readonly device: string
      readonly recipient: string
      readonly sealed: string
    }
  | {
      /** `keys`: a compact JWE. `recipient` is made for one answer, and so names the question. Keys as base64 SPKI. */
      readonly kind: 'share-keys'
      readonly appId: string
      readonly userId: string
      readonly device: string
      readonly recipient: string
      readonly purposes: readonly ShareKeyPurpose[]
      readonly keys: string
    }
)

/** Bytes that are signed. */
export const statementBytes = (statement: SignerStatement): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(canonicalJson(statement))

/**
 * Whether the signer made this statement. Never throws: a key that is none has signed nothing.
 * @param identity its identity key: an uncompressed P-256 point (SEC 1 §2.3.3), base64url
 * @param signature `r` and `s`, 32 bytes each (IEEE P1363, as WebCrypto has it), base64url
 */
export async function isStatementOf(
  identity: string,
  statement: SignerStatement,
  signature: string,
): Promise<boolean> {
  const [point, signed] = [base64urlBytes(identity), base64urlBytes(signature)]
  if (!point || !signed) return false
  try {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('raw', point, algorithm, false, ['verify'])
    return await crypto.subtle.verify(algorithm, key, signed, statementBytes(statement))
  } catch {
    // No point of the curve.
    return false
  }
}

/**
 * The name of an identity key, by which a site pins it: the RFC 7638 thumbprint of its JWK, base64url.
 * @param identity an uncompressed P-256 point, base64url. @throws TypeError when it is no such text
 */
export async function identityThumbprint(identity: string): Promise<string> {
  const point = base64urlBytes(identity)
  if (point?.length !== 65 || point[0] !== 4) throw new TypeError('The signer’s identity is no P-256 point.')
  const [x, y] = [base64urlText(point.subarray(1, 33)), base64urlText(point.subarray(33))]
  // RFC 7638 §3.2 and §3.3: the required members alone, in this order.
  const jwk = new TextEncoder().encode(JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }))
  return base64urlText(new Uint8Array(await crypto.subtle.digest('SHA-256', jwk)))
}
