import type { CheckProof } from './proof.ts'

/**
 * An identity that the API process vouches for, because the proof is another party's and takes the network to check.
 * Residual: who takes over the API process can log in as any user that such a proof leads to. The type keeps it to those:
 * an account that a code or a key proved is never opened by it.
 */
export const checkAttested: CheckProof<'attested'> = (_custody, { appId, subject }) => ({
  appId,
  subject,
  namesUser: true,
})
