import type { WireUser } from '@vitrine/shared/api/user.ts'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../database/connect.ts'
import { accounts, devices, sessions } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import type { ActiveSession } from '../http/session.ts'
import { type StepUp, spendStepUp } from '../http/step-up.ts'
import { lockUser } from '../users/lock-user.ts'
import { requireWireUser } from '../users/wire-user.ts'
import { deliverSoon } from './deliver-notices.ts'
import { findHeld, type Held } from './held-items.ts'
import { undoWindowMs } from './hold.ts'
import { recordChange } from './record-change.ts'
import { dropDevice, findAdding, shutOut, takeBackFrom } from './undo.ts'

/**
 * An older device says yes: what was held signs and changes ways in with its next call. Every address is told, with a link
 * that takes it back.
 * @throws `step_up_required` (403) | `resource_conflict` (409) when it is not held any more
 */
export async function allowHeld(
  ctx: Context,
  app: App,
  session: ActiveSession,
  id: string,
  stepUp: StepUp,
): Promise<WireUser> {
  await answer(ctx, session, id, stepUp, async (tx, held) => {
    const { thumbprint, way } = held
    if (thumbprint !== null) await free(tx, session.userId, [thumbprint])
    else if (way) await freeWay(tx, session.userId, way.id)
    const added = way?.isHeld ? { type: way.type, subject: way.subject } : null
    const changer = { ...session, thumbprint: thumbprint ?? session.thumbprint }
    await recordChange(ctx, tx, app, changer, { kind: 'allow', added, removed: [] })
  })
  return requireWireUser(ctx.db, session.userId)
}

/**
 * "This wasn't me", on a device that the person is logged in on: as the link of a notice does it (`undo.ts`), but that this
 * device stays. A way in that is held goes, with what was changed after it came.
 * @throws `step_up_required` (403) | `resource_conflict` (409) when it is not held any more | `failed_to_update_account`
 * (422) when a login that the way in replaced belongs to another account by now; all else is done
 */
export async function refuseHeld(
  ctx: Context,
  app: App,
  session: ActiveSession,
  id: string,
  stepUp: StepUp,
): Promise<WireUser> {
  const { userId } = session
  const outcome = await answer(ctx, session, id, stepUp, async (tx, { thumbprint, way }) => {
    const now = new Date(ctx.now())
    const heldUntil = new Date(now.getTime() + undoWindowMs(app))
    const alarm = { now, heldUntil, except: session.thumbprint, by: session }
    await shutOut(tx, userId, alarm)
    if (thumbprint !== null) await dropDevice(tx, userId, thumbprint)
    const change = way?.isHeld ? await findAdding(tx, userId, way) : undefined
    const outcome = change ? await takeBackFrom(tx, change, alarm) : 'done'
    await recordChange(ctx, tx, app, session, { kind: 'refuse', added: null, removed: [] })
    return outcome
  })
  if (outcome === 'kept') throw keptBack()
  return requireWireUser(ctx.db, userId)
}

/** Told after the rest was done. */
const keptBack = () =>
  apiError(
    'failed_to_update_account',
    'All other devices are logged out and nothing new can sign. The change itself could not be undone, as the login belongs to another account now. Tell the support of the site.',
  )

/** The proof is used up before anything is looked at; the rest is one transaction. */
async function answer<T>(
  ctx: Context,
  session: ActiveSession,
  id: string,
  stepUp: StepUp,
  work: (tx: Transaction, held: Held) => Promise<T>,
): Promise<T> {
  await spendStepUp(ctx, session, stepUp, id)
  const done = await ctx.db.transaction(async tx => {
    await lockUser(tx, session.userId)
    const held = (await findHeld(tx, session, ctx.now())).find(each => each.id === id)
    if (!held) throw apiError('resource_conflict', 'It does not wait any more. Look at your account again.')
    return work(tx, held)
  })
  deliverSoon(ctx)
  return done
}

/** The way in, and the devices that are held because they came in by it. */
async function freeWay(tx: Transaction, userId: string, accountId: string): Promise<void> {
  await tx.update(accounts).set({ heldUntil: null }).where(eq(accounts.id, accountId))
  const by = await tx
    .select({ thumbprint: sessions.thumbprint })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.accountId, accountId), isNull(sessions.revokedAt)))
  const thumbprints = by.map(({ thumbprint }) => thumbprint)
  await free(tx, userId, thumbprints, 'added-login')
}

async function free(
  tx: Transaction,
  userId: string,
  thumbprints: readonly string[],
  heldFor?: 'added-login',
): Promise<void> {
  if (thumbprints.length === 0) return
  await tx
    .update(devices)
    .set({ heldUntil: null, heldFor: null })
    .where(
      and(
        eq(devices.userId, userId),
        inArray(devices.thumbprint, [...thumbprints]),
        heldFor && eq(devices.heldFor, heldFor),
      ),
    )
}
