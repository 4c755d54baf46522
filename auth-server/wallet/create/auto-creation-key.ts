import { createHash } from 'node:crypto'

/**
 * The idempotency key of the Ethereum wallet that is made on login (contract §5): one per user, whichever tab or device
 * asks. It means "see that there is one": an existing wallet is the answer, not a conflict.
 */
export const autoCreationKey = (userId: string): string =>
  createHash('sha256').update(`${userId}-auto-eth`, 'utf8').digest('hex')
