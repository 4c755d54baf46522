/**
 * What the vault can do. It is the whole interface of the worker: there is no generic "sign these bytes", and nothing
 * returns a private key.
 *
 * One device key (P-256) serves two purposes: it proves possession (DPoP, RFC 9449) and it authorizes wallet requests
 * (contract §6.2). The two cannot be mistaken for one another: the signing input of a JWS starts with the base64url of
 * `{"`, which is `eyJ`, and a canonical authorization payload starts with `{`.
 */

import { base64Text } from '@vitrine/shared/encoding.ts'
import type { SecretBelonging } from '@vitrine/shared/hpke/login-secret.ts'
import type { AuthorizationPayload } from '@vitrine/shared/wallet/authorization.ts'
import { calculateJwkThumbprint, exportJWK } from 'jose'
import { signAuthorization } from './authorization-signature.ts'
import type { DeviceKeyStore } from './device-key.ts'
import { type ProofRequest, proveRequest } from './dpop-proof.ts'
import { performSet, type SetCall, type SetOperation } from './set/operations.ts'
import type { VaultAnswer } from './set/refusal.ts'
import type { SetVault } from './set/set-vault.ts'

export interface Vault {
  /** A DPoP proof JWT for one request. */
  proveRequest(request: ProofRequest): Promise<string>
  /** The authorization signature of a wallet request, base64 of DER, and the proof that it is sent with: one message for both. */
  authorize(
    payload: AuthorizationPayload,
    request: ProofRequest,
  ): Promise<{ readonly signature: string; readonly proof: string }>
  /**
   * What proves a login, encrypted to the server's signer for this device alone. Its code comes with the first of them.
   * @param recipient the signer's public key, base64url
   */
  sealSecret(recipient: string, belonging: Omit<SecretBelonging, 'device'>, secret: string): Promise<string>
  /** RFC 7638 thumbprint of the device's public key, by which others name the device. */
  thumbprint(): Promise<string>
  /** The device's public key, base64 of SPKI. */
  publicKey(): Promise<string>
  /** One operation of the on-device wallets, whose code comes with the first of them. It never rejects. */
  set<O extends SetOperation>(
    operation: O,
    ...args: SetCall<O>['args']
  ): Promise<VaultAnswer<SetCall<O>['result']>>
  /** Forgets the shares and keys of on-device wallets that are in memory. */
  lock(): Promise<void>
  /**
   * Deletes the key, so that the next login binds its session to a new one. Shares of on-device wallets stay on the disk:
   * they open with a new login of the same user only.
   */
  forget(): Promise<void>
}

/** @param loadSets brings the code of the on-device wallets */
export function createVault(keys: DeviceKeyStore, loadSets: () => Promise<SetVault>): Vault {
  let sets: Promise<SetVault> | undefined
  const openSets = () => {
    sets ??= loadSets().catch(error => {
      sets = undefined
      throw error
    })
    return sets
  }
  const lock = async () => {
    const loaded = await sets?.catch(() => undefined)
    loaded?.lock()
  }
  const thumbprint = async () => {
    const { publicKey } = await keys.obtain()
    return calculateJwkThumbprint(await exportJWK(publicKey), 'sha256')
  }
  return {
    set: async (operation, ...args) => performSet(await openSets(), operation, args),
    proveRequest: async request => proveRequest(await keys.obtain(), request),
    async authorize(payload, request) {
      const key = await keys.obtain()
      const [signature, proof] = await Promise.all([
        signAuthorization(key.privateKey, payload),
        proveRequest(key, request),
      ])
      return { signature, proof }
    },
    async sealSecret(recipient, belonging, secret) {
      const [{ sealSecret }, device] = await Promise.all([
        import('@vitrine/shared/hpke/login-secret.ts'),
        thumbprint(),
      ])
      return sealSecret(recipient, { ...belonging, device }, secret)
    },
    thumbprint,
    publicKey: async () => {
      const { publicKey } = await keys.obtain()
      return base64Text(new Uint8Array(await crypto.subtle.exportKey('spki', publicKey)))
    },
    lock,
    async forget() {
      await lock()
      await keys.forget()
    },
  }
}
