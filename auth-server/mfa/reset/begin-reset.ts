import { MFA_RESET_OPEN_MS } from '@vitrine/shared/mfa/limits.ts'
import { recordChange } from '../../account-changes/record-change.ts'
import type { App } from '../../apps/registry.ts'
import { BY_COMMAND, recordEvent } from '../../audit/record-event.ts'
import type { Database } from '../../database/connect.ts'
import { mfaResets } from '../../database/mfa-tables.ts'
import type { SealedFactors } from '../../signer/mfa-shapes.ts'
import type { SignerClient } from '../../signer/operations.ts'
import { lockUser } from '../../users/lock-user.ts'
import { readFactors } from '../claim/store-factors.ts'
import { NO_CALLER, ResetError, readReset } from './waiting-reset.ts'

/**
 * Begins to take all second factors of a user away. Every address of theirs is told, those of factors too, with a link that stops it.
 * @param waitMs from now on, and from when the first address was told; the signer takes no less than `MFA_RESET_WAIT_MS`
 * @param now unix ms
 * @throws ResetError when they have no factor, nobody could be told, or one waits already; SignerRefusal
 */
export async function beginReset(
  db: Database,
  signer: SignerClient,
  app: App,
  { userId, waitMs, now }: { readonly userId: string; readonly waitMs: number; readonly now: number },
): Promise<void> {
  const owner = { appId: app.id, userId }
  const factors = await readFactors(db, userId)
  if (!factors || factors.list.length === 0) throw new ResetError('This user has no second factor.')
  const reset = await signer.beginFactorReset({ ...owner, factors, waitMs })
  await db.transaction(async tx => {
    await lockUser(tx, userId)
    if (await readReset(tx, userId)) throw new ResetError('A reset waits for this user already.')
    const until = reset.at + waitMs + MFA_RESET_OPEN_MS
    const waits = { until, others: addressesOf(factors) }
    const change = { kind: 'mfa-reset', added: null, removed: [], waits } as const
    const { id: changeId, told } = await recordChange(
      { now: () => now },
      tx,
      app,
      { userId, ...NO_CALLER },
      change,
    )
    if (told === 0)
      throw new ResetError(
        'This user has no address that could be told, and nobody could stop it. Have them log in and add an email address first.',
      )
    await tx.insert(mfaResets).values({ ...owner, changeId, reset, expiresAt: new Date(until) })
    await recordEvent(tx, now, owner, BY_COMMAND, { type: 'user.mfa_reset_started' })
  })
}

/** Where codes of their factors go. Nothing is sent to test accounts. */
const addressesOf = ({ list }: SealedFactors) =>
  list.flatMap(each =>
    (each.type === 'sms' || each.type === 'email') && !each.test
      ? [{ channel: each.type, address: each.address }]
      : [],
  )
