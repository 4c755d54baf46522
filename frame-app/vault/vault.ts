/**
 * What the vault can do. It is the whole interface of the worker: there is no generic "sign these bytes", and nothing
 * returns a private key.
 *
 * One device key (P-256) serves two purposes: it proves possession (DPoP, RFC 9449) and it authorizes wallet requests
 * (contract §6.2). The two cannot be mistaken for one another: the signing input of a JWS starts with the base64url of
 * `{"`, which is `eyJ`, and a canonical authorization payload starts with `{`.
 */
import type { AuthorizationPayload } from '@vitrine/shared/wallet/authorization.ts'
import { signAuthorization } from './authorization-signature.ts'
import { toBase64 } from './base64.ts'
import type { DeviceKeyStore } from './device-key.ts'
import { type ProofRequest, proveRequest } from './dpop-proof.ts'

export interface Vault {
  /** A DPoP proof JWT for one request. */
  proveRequest(request: ProofRequest): Promise<string>
  /** The authorization signature of a wallet request, base64 of DER. */
  authorize(payload: AuthorizationPayload): Promise<string>
  /** The device's public key, base64 of SPKI. */
  publicKey(): Promise<string>
  /** Deletes the key, so that the next login binds its session to a new one. */
  forget(): Promise<void>
}

export function createVault(keys: DeviceKeyStore): Vault {
  return {
    proveRequest: async request => proveRequest(await keys.obtain(), request),
    authorize: async payload => signAuthorization((await keys.obtain()).privateKey, payload),
    publicKey: async () => {
      const { publicKey } = await keys.obtain()
      return toBase64(new Uint8Array(await crypto.subtle.exportKey('spki', publicKey)))
    },
    forget: () => keys.forget(),
  }
}
