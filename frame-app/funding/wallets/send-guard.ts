import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { say } from '../../words/say.ts'
import type { BegunTransfer, BegunTransfers } from './begun-transfer.ts'
import type { Claims } from './claims.ts'
import type { SendGuard } from './guarded-kernel.ts'

export interface GuardParts {
  readonly claims: Claims
  readonly transfers: BegunTransfers
  readonly begin: BegunTransfer
  /** Unix ms, of a bridge's offer; `null`: it holds. */
  readonly expiresAt: number | null
  now(): number
  /** `isElsewhere`: somebody else was first. */
  onBegun(begun: BegunTransfer, isElsewhere: boolean): void
  onExpired(): void
}

/**
 * Lets one device ask a wallet for a transfer, and writes down that it was asked before it is, so that a reload in between finds
 * it.
 */
export function createSendGuard(parts: GuardParts): SendGuard & {
  /** What the wallet was asked for and has not refused; `null`: nothing. */
  current(): BegunTransfer | null
} {
  const { claims, transfers, begin, now } = parts
  let isHeld = false
  let begun: BegunTransfer | null = null
  const write = (next: BegunTransfer) => {
    begun = next
    transfers.put(next)
    return next
  }
  return {
    current: () => begun,
    async before() {
      if (parts.expiresAt !== null && now() >= parts.expiresAt) {
        parts.onExpired()
        throw clientError('invalid_data', say('fundWallets.offerOver'))
      }
      // A retry after a refusal that the server has not heard of: nobody else can have had it meanwhile.
      if (!isHeld) {
        const { isFirst, transactionHash } = await claims.claim(begin.transferId)
        if (!isFirst) {
          parts.onBegun(write({ ...begin, sent: transactionHash, at: now() }), true)
          throw clientError('resource_conflict', say('fundWallets.elsewhere'))
        }
        isHeld = true
      }
      write({ ...begin, at: now() })
    },
    sent(id) {
      // What cannot be told now is told when it is followed.
      void tellSent(claims, begin.transferId, id)
      parts.onBegun(write({ ...(begun ?? begin), sent: id }), false)
    },
    async unsent() {
      begun = null
      transfers.remove(begin.transferId)
      await claims.tell(begin.transferId, null).then(
        () => {
          isHeld = false
        },
        () => {},
      )
    },
  }
}

/** Never rejects: what was told before is known, and what cannot be told now is followed all the same. */
export const tellSent = (claims: Claims, transferId: string, id: string): Promise<void> =>
  claims.tell(transferId, id).catch(() => {})

/**
 * Says that nothing was sent, at the person's word.
 * @returns what was sent all the same, as another device has told
 * @throws VitrineError as `Calls`
 */
export async function release(claims: Claims, transferId: string): Promise<string | null> {
  try {
    await claims.tell(transferId, null)
    return null
  } catch (error) {
    if (!(error instanceof VitrineError) || error.code !== 'resource_conflict') throw error
    const { isFirst, transactionHash } = await claims.claim(transferId)
    // It had been given back before: so it is once more.
    if (isFirst) await claims.tell(transferId, null)
    return transactionHash
  }
}
