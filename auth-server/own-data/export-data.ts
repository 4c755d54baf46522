import type { OwnData } from '@vitrine/shared/api/own-data.ts'
import { DATA_TARGET } from '@vitrine/shared/api/step-up.ts'
import { deliverSoon } from '../account-changes/deliver-notices.ts'
import { recordChange } from '../account-changes/record-change.ts'
import type { App } from '../apps/registry.ts'
import { recordEvent } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import type { ActiveSession } from '../http/session.ts'
import { type StepUp, spendStepUp } from '../http/step-up.ts'
import { requireProvenFactor } from '../mfa/claim/own-factors.ts'
import { lockUser } from '../users/lock-user.ts'
import { exportUser } from '../users-api/export-user.ts'

interface Asked {
  readonly app: App
  readonly session: ActiveSession
  readonly stepUp: StepUp
}

/**
 * Gives a person all that is stored of them, and no key.
 * 1. A second factor of who has one was proven on this device.
 * 2. The proof of a way in is used up: one proof is one copy.
 * 3. It is written down and told to every address before the answer leaves: no copy does that nobody knows of. The copy has that
 * in it too.
 *
 * @throws `missing_or_invalid_mfa` | `step_up_required` (403)
 */
export async function exportOwnData(ctx: Context, { app, session, stepUp }: Asked): Promise<OwnData> {
  // 1.
  await requireProvenFactor(ctx, session)
  // 2.
  await spendStepUp(ctx, session, stepUp, DATA_TARGET)
  // 3.
  await ctx.db.transaction(async tx => {
    await lockUser(tx, session.userId)
    await recordEvent(tx, ctx.now(), session, session, { type: 'user.data_exported' })
    await recordChange(ctx, tx, app, session, { kind: 'data', added: null, removed: [] })
  })
  deliverSoon(ctx)
  const { appId, userId, thumbprint, caller } = session
  return exportUser(ctx, { appId, by: { thumbprint, caller } }, userId)
}
