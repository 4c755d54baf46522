import type { enrollResponse, sealedRecoveryCodes } from '@vitrine/shared/api/mfa.ts'
import { MFA_TARGET } from '@vitrine/shared/api/step-up.ts'
import type { SQL } from 'drizzle-orm'
import type { output } from 'zod/v4/core'
import { deliverSoon } from '../account-changes/deliver-notices.ts'
import { recordChange } from '../account-changes/record-change.ts'
import type { App } from '../apps/registry.ts'
import { recordEvent } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../database/connect.ts'
import { apiError } from '../errors/api-error.ts'
import type { ActiveSession } from '../http/session.ts'
import type { SignedRequest } from '../http/signed-request.ts'
import { type StepUp, spendStepUp } from '../http/step-up.ts'
import type { SealedFactors } from '../signer/mfa-shapes.ts'
import type { SignerRequest, SignerResponse } from '../signer/operations.ts'
import { lockUser } from '../users/lock-user.ts'
import { requireWireUser } from '../users/wire-user.ts'
import { askSigner } from '../wallet/call/ask-signer.ts'
import { requireProver } from './claim/own-factors.ts'
import { storeFactors } from './claim/store-factors.ts'
import { tokenText } from './prove.ts'
import { isOver, refusedFactor } from './refusals.ts'
import { giveBackTry } from './tries.ts'
import { readSeals, storeSeals } from './user-seals.ts'

/** A change of second factors that a person asks for. */
export interface FactorChange {
  readonly app: App
  readonly session: ActiveSession
  readonly signed: Pick<SignedRequest<unknown>, 'payload' | 'signature'>
  readonly stepUp: StepUp
  /** What the proof of a way in is for; left out: `MFA_TARGET`. */
  readonly target?: string
  readonly change: SignerRequest<'changeFactors'>['change']
  /** Tries of the user, one of which was taken for the code; `null`: there is none. */
  readonly left: number | null
  /** Uses up what was typed: returns a row the first time, and none ever after. */
  readonly consumption?: SQL
  /** What else belongs to it. */
  also?(tx: Transaction): Promise<void>
}

type Changed = Extract<SignerResponse<'changeFactors'>, { ok: true }>

/**
 * Adds, changes or removes second factors.
 * 1. The signer checks all of it, and seals factors, ways in and devices anew, outside of any transaction: until they are stored they
 * are worth nothing.
 * 2. The proof of a way in is used up. Who mistyped the code has it still.
 * 3. Factors, seals, events and notices are one transaction, so that a crash leaves all of them or none.
 * @throws `step_up_required` | `missing_or_invalid_mfa` (403) | `mfa_timeout` (422) | `mfa_verification_max_attempts_reached` (429) |
 * `resource_conflict` (409) when the factors were changed meanwhile
 */
export async function changeFactors(ctx: Context, asked: FactorChange): Promise<Changed> {
  const { app, session, signed, stepUp, change, left, consumption } = asked
  const { appId, userId } = session
  const { presence } = stepUp
  if (!presence) throw apiError('step_up_required', 'Log out and log in again. Then change your second step.')

  // 1.
  const prover = await requireProver(ctx, session)
  const known = await readSeals(ctx.db, userId)
  const { payload, signature } = signed
  const changed = await askSigner(
    ctx.signer.changeFactors({
      appId,
      userId,
      ...prover,
      authorization: { payload, signature },
      presence,
      change,
      ...known.asked,
    }),
  )
  if (!changed.ok) throw await refusedFactor(ctx, userId, changed.reason, left)

  // 2.
  await spendStepUp(ctx, session, stepUp, asked.target ?? MFA_TARGET)

  // 3.
  const former = prover.mfa?.factors ?? null
  await ctx.db.transaction(async tx => {
    await lockUser(tx, userId)
    if (consumption && (await tx.execute(consumption)).rows.length !== 1) throw isOver()
    if (!(await storeFactors(tx, session, former?.version ?? null, changed.factors, changed.step)))
      throw apiError(
        'resource_conflict',
        'Your second step was changed on another device just now. Look at it again before you change it.',
      )
    await storeSeals(tx, userId, known, changed)
    for (const event of eventsOf(former, changed)) await recordEvent(tx, ctx.now(), session, session, event)
    await asked.also?.(tx)
    await recordChange(ctx, tx, app, session, { kind: 'mfa', added: null, removed: [] })
    if (left !== null) await giveBackTry(tx, userId)
  })
  deliverSoon(ctx)
  return changed
}

/** Each kind that came or went. */
function eventsOf(former: SealedFactors | null, { factors, recoveryCodes }: Changed) {
  const [was, is] = [former?.list ?? [], factors.list].map(list => new Set(list.map(factor => factor.type)))
  const fresh = factors.list.filter(({ verifiedAt, type }) =>
    (former?.list ?? []).every(each => each.type !== type || each.verifiedAt < verifiedAt),
  )
  const added = new Set(fresh.map(({ type }) => type))
  const gone = [...(was ?? [])].filter(type => !is?.has(type))
  return [
    ...[...added].map(mfa_method => ({ type: 'user.mfa_enrolled', data: { mfa_method } }) as const),
    ...gone.map(mfa_method => ({ type: 'user.mfa_removed', data: { mfa_method } }) as const),
    ...(recoveryCodes && former && former.list.length > 0
      ? [{ type: 'user.mfa_recovery_codes_renewed' } as const]
      : []),
  ]
}

/** The user, the recovery codes that came with the first factor, and what the code that was typed is worth. */
export async function enrolled(
  ctx: Context,
  { userId }: ActiveSession,
  { recoveryCodes, token }: Changed,
): Promise<output<typeof enrollResponse>> {
  return {
    ...(await requireWireUser(ctx.db, userId)),
    ...(token && { mfa_token: tokenText(token) }),
    ...(recoveryCodes && { recovery_codes: recoveryCodes satisfies output<typeof sealedRecoveryCodes> }),
  }
}
