import { createHash } from 'node:crypto'
import type { StepUpPurpose } from '@vitrine/shared/api/step-up.ts'
import { and, eq, gt } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { stepUps } from '../database/change-tables.ts'
import { apiError } from '../errors/api-error.ts'
import type { SignerRequest } from '../signer/operations.ts'
import { isAlwaysProven, isOfKeys, requirePossible } from './doors.ts'
import { isFreshLogin, provableAccounts } from './provable-accounts.ts'
import type { ActiveSession } from './session.ts'

/** What a route that adds, changes or removes a way in asks for. */
export interface StepUpGuard<Body> {
  readonly purpose: StepUpPurpose
  /** `stepUpTarget` of the way in that the body names, or of what else is changed. @throws what the work would */
  target(body: Body, asked: AskedChange): string | Promise<string>
  /** Left out: always. What takes no proof changes nothing that is behind the door. */
  when?(body: Body, asked: AskedChange): boolean | Promise<boolean>
}

interface AskedChange {
  readonly session: ActiveSession
  /** Of the path. */
  param(name: string): string
}

/** What the guard found: the work spends it together with the change. */
export interface StepUp {
  readonly purpose: StepUpPurpose
  /** Of the proof; `null`: none was asked for. */
  readonly hash: string | null
  /** The signer's word for the proof, or for the login where none was asked for. `null`: it has not said so. */
  readonly presence: SignerRequest<'exportKey'>['presence'] | null
}

export interface StepUpFields {
  readonly step_up?: string | undefined
  readonly from_account?: boolean | undefined
}

/** The body, or the one that the device signed (`signed-login.ts`). */
export type StepUpBody = StepUpFields | { readonly request: StepUpFields }

/**
 * Demands a proof of an existing way in, made for this very change, in this session, on this device, in the last minutes.
 * It stays unspent until the change: who mistypes the code of the new address need not prove the old one again.
 * What could not be done anyway is refused first.
 * @throws `step_up_required` (403), and what `requirePossible` does
 */
export async function requireStepUp<Body extends StepUpBody>(
  ctx: Context,
  session: ActiveSession,
  { purpose, target, when }: StepUpGuard<Body>,
  body: Body,
  param: AskedChange['param'] = () => '',
): Promise<StepUp> {
  const fields: StepUpFields = 'request' in body ? body.request : body
  const asked = { session, param }
  if (when && !(await when(body, asked))) return { purpose, hash: null, presence: null }
  const changed = await target(body, asked)
  if (fields.step_up === undefined) {
    const isRequired = await isStepUpRequired(ctx, session, purpose, fields.from_account === true)
    if (isRequired || isOfKeys(purpose)) await requirePossible(ctx, session, purpose)
    if (isRequired) throw stepUpRequired()
    return { purpose, hash: null, presence: session.presence && { of: 'login', ...session.presence } }
  }
  const hash = createHash('sha256').update(fields.step_up).digest('hex')
  const [live] = await ctx.db
    .select({ presence: stepUps.presence })
    .from(stepUps)
    .where(and(eq(stepUps.hash, hash), ...isFor(ctx, session, purpose, changed)))
  if (!live) throw stepUpRequired()
  return { purpose, hash, presence: live.presence && { of: 'step-up', ...live.presence } }
}

/**
 * Uses the proof up, in a commit of its own and before the change: of two changes at once with one proof the second finds
 * none, and one that was made for another address is gone without having served.
 * @param target of the identity that was proven, or is removed
 * @throws `step_up_required` (403)
 */
export async function spendStepUp(
  ctx: Context,
  session: ActiveSession,
  { purpose, hash }: Pick<StepUp, 'purpose' | 'hash'>,
  target: string,
): Promise<void> {
  if (hash === null) return
  const [spent] = await ctx.db
    .delete(stepUps)
    .where(and(eq(stepUps.hash, hash), ...isFor(ctx, session, purpose, target)))
    .returning({ hash: stepUps.hash })
  if (!spent) throw stepUpRequired()
}

const isFor = (ctx: Context, session: ActiveSession, purpose: StepUpPurpose, target: string) => [
  eq(stepUps.sessionId, session.id),
  eq(stepUps.userId, session.userId),
  eq(stepUps.thumbprint, session.thumbprint),
  eq(stepUps.purpose, purpose),
  eq(stepUps.target, target),
  gt(stepUps.expiresAt, new Date(ctx.now())),
]

/**
 * Whether a change asks for a proof. Not of who has just logged in, at most five minutes ago, and comes from the account
 * screen, which is the frame's word; nor of who has nothing that could be proven again: a guest and a user of the site's own login alone,
 * whose device and press on a screen are the proof.
 */
export async function isStepUpRequired(
  ctx: Context,
  session: ActiveSession,
  purpose: StepUpPurpose,
  fromAccount: boolean,
): Promise<boolean> {
  if (fromAccount && !isAlwaysProven(purpose) && isFreshLogin(ctx, session)) return false
  return (await provableAccounts(ctx, session)).length > 0
}

const stepUpRequired = () =>
  apiError('step_up_required', 'Confirm with a login that your account has already. Then try again.')
