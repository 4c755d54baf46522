import { accountTypeOf, provenBy } from '@vitrine/shared/account/login-facts.ts'
import { openSecret } from '@vitrine/shared/hpke/login-secret.ts'
import { secretSubject } from '../secret-subject.ts'
import type { CheckProof } from './proof.ts'

/**
 * Whoever holds the secret is the user; the database has its hash alone, which does not log in, and the API process sees
 * no more: the browser seals it for the device that signs.
 */
export const checkSecret: CheckProof<'secret'> = async ({ keyring }, proof, { purpose, userId, device }) => {
  const { appId, subject } = proof
  const [method] = provenBy('secret')
  const identity = { type: accountTypeOf({ method }), subject }
  const belonging = { purpose, appId, identity, userId, device }
  const secret = await openSecret(keyring.recipient, belonging, proof.credential)
  if (secret === null || secretSubject(secret) !== subject) return 'sealed'
  return { appId, subject, namesUser: true }
}
