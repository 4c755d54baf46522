import { accountTypeOf } from '@vitrine/shared/account/login-facts.ts'
import { openSecret } from '@vitrine/shared/hpke/login-secret.ts'
import { isIssuerOf } from '../issuer-seal.ts'
import { wayOf } from '../login-paths.ts'
import type { CheckProof } from './proof.ts'
import { verifyToken } from './verify-token.ts'

/**
 * A token that the app's own login signed, for the device that the request is from. Whom to believe is sealed by the
 * operator's command: the database, and the API process that reads it, can name nobody.
 */
export const checkToken: CheckProof<'token'> = async (custody, proof, { purpose, userId, device, now }) => {
  const { appId, method, subject, issuer } = proof
  if (!isIssuerOf(custody, { appId, method, settings: issuer.settings }, issuer.seal)) return 'issuer'
  const identity = { type: accountTypeOf(wayOf(proof)), subject }
  const belonging = { purpose, appId, identity, userId, device }
  const token = await openSecret(custody.keyring.recipient, belonging, proof.token)
  if (token === null) return 'sealed'
  const shown = await verifyToken(token, issuer.settings, custody.issuerKeys(issuer.settings), now)
  if (typeof shown === 'string') return shown
  if (shown.subject !== subject) return 'token'
  return { appId, subject, namesUser: true }
}
