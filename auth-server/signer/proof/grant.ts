import { accountTypeOf } from '@vitrine/shared/account/login-facts.ts'
import { wayOf } from '../login-paths.ts'
import { isSealOf } from '../seal.ts'
import type { CheckProof } from './proof.ts'

/**
 * A grant that this process redeemed a moment ago, for the device that signs, for what and whom it signs, with the verifier
 * that stands in its request: who relays it can exchange none of them, and knows nobody at the provider.
 */
export const checkGrant: CheckProof<'grant'> = ({ keyring }, proof, { purpose, userId, device, now }) => {
  const { appId, subject, mailbox, expiresAt, verifier, seal } = proof
  if (purpose !== 'login' && purpose !== 'link') return 'grant'
  const type = accountTypeOf(wayOf(proof))
  const receipt = { appId, type, subject, mailbox, device, purpose, userId, verifier, expiresAt }
  if (!isSealOf(keyring.grantSeal, { kind: 'granted', ...receipt }, seal)) return 'grant'
  if (expiresAt <= now) return 'expired'
  return { appId, subject, namesUser: true, ...(mailbox !== null && { mailbox }) }
}
