import { and, eq, sql } from 'drizzle-orm'
import { recordChange } from '../../account-changes/record-change.ts'
import type { App } from '../../apps/registry.ts'
import { BY_COMMAND, recordEvent } from '../../audit/record-event.ts'
import type { Database } from '../../database/connect.ts'
import { mfaResets } from '../../database/mfa-tables.ts'
import type { SignerClient } from '../../signer/operations.ts'
import { lockUser } from '../../users/lock-user.ts'
import { readFactors, storeFactors } from '../claim/store-factors.ts'
import { readSeals, storeSeals } from '../user-seals.ts'
import { completableFrom, NO_CALLER, ResetError, type WaitingReset } from './waiting-reset.ts'

/**
 * Takes all second factors of a user away, after the wait.
 * 1. The signer looks at the wait by its own record, and seals everything anew, outside of any transaction.
 * 2. Of a stop and this at once there is one: both take the row. Factors, seals, events and notices are one transaction.
 * @param now unix ms
 * @throws ResetError when it is too early, or was stopped meanwhile; SignerRefusal
 */
export async function completeReset(
  db: Database,
  signer: SignerClient,
  app: App,
  { userId, waiting, now }: { readonly userId: string; readonly waiting: WaitingReset; readonly now: number },
): Promise<void> {
  const from = completableFrom(waiting)
  if (from === null || now < from) throw new ResetError('The wait of this reset is not over.')
  // 1.
  const owner = { appId: app.id, userId }
  const factors = await readFactors(db, userId)
  if (!factors) throw new ResetError('This user has no second factor.')
  const seals = await readSeals(db, userId)
  const { reset } = waiting
  const made = await signer.completeFactorReset({ ...owner, factors, reset, ...seals.asked })

  // 2.
  await db.transaction(async tx => {
    await lockUser(tx, userId)
    const taken = await tx
      .delete(mfaResets)
      .where(and(eq(mfaResets.userId, userId), sql`${mfaResets.reset} ->> 'seal' = ${reset.seal}`))
      .returning()
    if (taken.length !== 1 || !(await storeFactors(tx, owner, factors.version, made.factors, null)))
      throw new ResetError('This reset was stopped meanwhile.')
    await storeSeals(tx, userId, seals, made)
    await recordEvent(tx, now, owner, BY_COMMAND, { type: 'user.mfa_reset_completed' })
    for (const mfa_method of new Set(factors.list.map(({ type }) => type)))
      await recordEvent(tx, now, owner, BY_COMMAND, { type: 'user.mfa_removed', data: { mfa_method } })
    const change = { kind: 'mfa', added: null, removed: [] } as const
    await recordChange({ now: () => now }, tx, app, { userId, ...NO_CALLER }, change)
  })
}
