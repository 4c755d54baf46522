import type { Sharing } from '@vitrine/shared/wallet/embedded.ts'
import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import type { Transaction } from '../database/connect.ts'
import { embeddedSharings } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import type { SetRow } from './sets.ts'

/** Devices, cleared browsers included, whose shares are kept; the one unused for longest goes first. */
const MAX_SHARINGS = 32

/**
 * Stores a device's auth share and lets go of the one that the device had before. The same one again is no error.
 * @param set with the recovery as it will be: its sharing is never let go
 * @throws `resource_conflict` (409) when the id stands for another share
 */
export async function storeSharing(
  tx: Transaction,
  set: Pick<SetRow, 'id' | 'recoverySharingId'>,
  { id, auth_share: authShare }: Sharing,
  retires: string | undefined,
  now: number,
): Promise<void> {
  const [known] = await tx
    .select({ authShare: embeddedSharings.authShare })
    .from(embeddedSharings)
    .where(and(eq(embeddedSharings.setId, set.id), eq(embeddedSharings.id, id)))
  if (known && known.authShare !== authShare)
    throw apiError('resource_conflict', 'This device’s share was stored before. Try again.')
  const usedAt = new Date(now)
  if (!known) await tx.insert(embeddedSharings).values({ id, setId: set.id, authShare, usedAt })

  const others = await tx
    .select({ id: embeddedSharings.id })
    .from(embeddedSharings)
    .where(
      and(
        eq(embeddedSharings.setId, set.id),
        ne(embeddedSharings.id, id),
        ne(embeddedSharings.id, set.recoverySharingId),
      ),
    )
    .orderBy(desc(embeddedSharings.usedAt))
  const leaving = others.filter((other, index) => other.id === retires || index >= MAX_SHARINGS - 2)
  if (leaving.length === 0) return
  await tx.delete(embeddedSharings).where(
    and(
      eq(embeddedSharings.setId, set.id),
      inArray(
        embeddedSharings.id,
        leaving.map(it => it.id),
      ),
    ),
  )
}
