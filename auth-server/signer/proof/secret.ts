import { secretSubject } from '../secret-subject.ts'
import type { CheckProof } from './proof.ts'

/** Whoever holds the secret is the user; the database has its hash alone, which does not log in. */
export const checkSecret: CheckProof<'secret'> = (_custody, { appId, credential }) => ({
  appId,
  subject: secretSubject(credential),
  namesUser: true,
})
