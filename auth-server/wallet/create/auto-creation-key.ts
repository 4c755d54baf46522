import { createHash } from 'node:crypto'
import type { CreateWalletRequest } from '@vitrine/shared/wallet/create.ts'

const CHAINS = { ethereum: 'eth', solana: 'sol' } as const

/**
 * The idempotency key of the wallet that is made on login (contract §5): one per user and chain, whichever tab or device
 * asks. It means "see that there is one": an existing wallet is the answer, not a conflict.
 */
export const autoCreationKey = (userId: string, chainType: CreateWalletRequest['chain_type']): string =>
  createHash('sha256').update(`${userId}-auto-${CHAINS[chainType]}`, 'utf8').digest('hex')
