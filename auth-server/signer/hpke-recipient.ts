import { createECDH, createHmac } from 'node:crypto'
import type { HpkeRecipient } from '@vitrine/shared/hpke/hpke.ts'
import { withScalar } from './p256-scalar.ts'

/**
 * `DeriveKeyPair` (RFC 9180 §7.1.3).
 * @param ikm at least 32 random bytes; the caller wipes them
 */
export const deriveRecipient = (ikm: Uint8Array): HpkeRecipient =>
  withScalar(ikm, scalar => {
    const ecdh = createECDH('prime256v1')
    ecdh.setPrivateKey(scalar)
    const publicKey = ecdh.getPublicKey()
    return { publicKey, dh: enc => ecdh.computeSecret(enc), hmac }
  })

const hmac = (key: Uint8Array, message: Uint8Array): Buffer =>
  createHmac('sha256', key).update(message).digest()
