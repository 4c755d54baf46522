import { base64Text } from '@vitrine/shared/encoding.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { Calls, CloudGrant } from '../session/calls.ts'

/**
 * Redeems what a window came back with for an access token to the person's cloud. Nobody on the way can read it: it is
 * encrypted to a key that is made for this one answer and cannot be exported.
 * @throws VitrineError what the server refuses; `oauth_unexpected`: the answer is not the signer's, or not for us
 */
export async function redeemCloudGrant(
  calls: Calls,
  grant: CloudGrant,
  signal: AbortSignal,
): Promise<string> {
  const algorithm = { name: 'ECDH', namedCurve: 'P-256' }
  const pair = await crypto.subtle.generateKey(algorithm, false, ['deriveBits'])
  const recipient = base64Text(new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey)))
  const sealed = await calls.cloudToken(grant, recipient, signal)
  const { compactDecrypt } = await import('jose')
  const limits = { keyManagementAlgorithms: ['ECDH-ES'], contentEncryptionAlgorithms: ['A256GCM'] }
  try {
    const { plaintext } = await compactDecrypt(sealed, pair.privateKey, limits)
    return new TextDecoder('utf-8', { fatal: true }).decode(plaintext)
  } catch (cause) {
    throw clientError('oauth_unexpected', 'The access to the cloud is not for this page.', { cause })
  }
}
