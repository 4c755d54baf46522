import { guestSubject } from '../guest-subject.ts'
import type { CheckProof } from './proof.ts'

/** Whoever holds the credential is the guest; the database has its hash alone, which does not log in. */
export const checkGuest: CheckProof<'guest'> = (_custody, { appId, credential }) => ({
  appId,
  identity: { type: 'guest', subject: guestSubject(credential) },
  namesUser: true,
})
