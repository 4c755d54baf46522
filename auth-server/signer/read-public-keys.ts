import type { Custody } from './custody.ts'
import { signStatement } from './identity.ts'
import type { SignerResponse } from './operations.ts'

/** What the frame server puts into each document: the keys, and the identity's word for the one that devices encrypt to. */
export function readPublicKeys(custody: Custody): SignerResponse<'readPublicKeys'> {
  const { keyring } = custody
  const recipient = Buffer.from(keyring.recipient.publicKey).toString('base64url')
  return {
    recipient,
    identity: keyring.identity.publicKey.toString('base64url'),
    signature: signStatement(custody, { kind: 'recipient', recipient }),
  }
}
