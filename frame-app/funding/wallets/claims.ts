import {
  TRANSFER_CLAIM_PATH,
  TRANSFER_SENT_PATH,
  type TransferClaim,
  transferClaim,
} from '@vitrine/shared/api/funding.ts'
import * as z from 'zod/mini'
import type { Calls } from '../../session/calls.ts'

/** The server's word for who asks a wallet for a transfer: of all tabs and devices one. */
export interface Claims {
  /** @throws VitrineError as `Calls` */
  claim(transferId: string): Promise<TransferClaim>
  /** @param hash `null`: nothing was sent, so that it may be asked for again. @throws VitrineError as `Calls` */
  tell(transferId: string, hash: string | null): Promise<void>
}

/** Not called off by the person's leaving: what is said here is said of money. */
export const transferClaims = ({ postAuthorized }: Pick<Calls, 'postAuthorized'>): Claims => {
  const { signal } = new AbortController()
  return {
    claim: transferId => postAuthorized(TRANSFER_CLAIM_PATH, { transferId }, transferClaim, signal),
    async tell(transferId, transactionHash) {
      await postAuthorized(TRANSFER_SENT_PATH, { transferId, transactionHash }, z.unknown(), signal)
    },
  }
}
