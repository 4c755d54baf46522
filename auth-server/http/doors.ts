import { ACCOUNT_TYPES, type AccountType, isGuestAccount } from '@vitrine/shared/account/login-facts.ts'
import type { StepUpPurpose } from '@vitrine/shared/api/step-up.ts'
import { and, eq, notInArray } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { accounts } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import { isFreshLogin, provableAccounts } from './provable-accounts.ts'
import type { ActiveSession } from './session.ts'

type User = Pick<ActiveSession, 'userId' | 'createdAt'>

/** What asks for a proof of an existing way in (`step-up.ts`), each with what is refused before anybody is asked for one. */
interface Door {
  requirePossible?(ctx: Context, user: User): Promise<void>
  /** Who has just logged in and comes from the account screen proves a way again all the same. */
  readonly isAlwaysProven?: true
}

const DOORS: Readonly<Record<StepUpPurpose, Door>> = {
  link: {},
  update: {},
  unlink: { requirePossible: requireAnotherLogin },
  recovery: {},
  import: { requirePossible: requireProofOrLogin },
  // A key that is shown is gone for good: a device that lies unlocked, or a stolen session of a minute ago, must not do.
  export: { requirePossible: requireProofOrLogin, isAlwaysProven: true },
  // What is given away acts while nobody looks: a session that was stolen a minute ago must not do.
  delegate: { requirePossible: requireProofOrLogin, isAlwaysProven: true },
  allow: {},
  refuse: {},
  // A stranger's factor locks a person out: a session of a minute ago, that somebody else holds, must not enrol one.
  mfa: { requirePossible: requireProofOrLogin, isAlwaysProven: true },
  // Everything about a person, and the end of it: a session that was stolen a minute ago must not do.
  data: { requirePossible: requireProofLoginOrGuest, isAlwaysProven: true },
  delete: { requirePossible: requireProofLoginOrGuest, isAlwaysProven: true },
}

/** Asked of who has nothing to prove too. */
export const isOfKeys = (purpose: StepUpPurpose): boolean =>
  ['import', 'export', 'delegate', 'mfa', 'data', 'delete'].includes(purpose)

export const isAlwaysProven = (purpose: StepUpPurpose): boolean => DOORS[purpose].isAlwaysProven === true

/** @throws what the door refuses whatever is proven */
export async function requirePossible(ctx: Context, user: User, purpose: StepUpPurpose): Promise<void> {
  await DOORS[purpose].requirePossible?.(ctx, user)
}

/**
 * Who has nothing that could be proven again has logged in just now instead, and not only holds a session.
 * @throws `step_up_required` (403)
 */
async function requireProofOrLogin(ctx: Context, user: User): Promise<void> {
  if (isFreshLogin(ctx, user) || (await provableAccounts(ctx, user)).length > 0) return
  throw apiError('step_up_required', 'Log out and log in again. Then do this within five minutes.')
}

const GUEST_TYPES: readonly AccountType[] = ACCOUNT_TYPES.filter(isGuestAccount) as AccountType[]

/**
 * A guest has no login by which they could come back: their device, and a press on a screen, are the proof.
 * @throws `step_up_required` (403)
 */
async function requireProofLoginOrGuest(ctx: Context, user: User): Promise<void> {
  const { userId, type } = accounts
  const isOther = and(eq(userId, user.userId), notInArray(type, [...GUEST_TYPES]))
  if ((await ctx.db.$count(accounts, isOther)) > 0) await requireProofOrLogin(ctx, user)
}

/** @throws `cannot_unlink_sole_account` (422) */
async function requireAnotherLogin(ctx: Context, { userId }: User): Promise<void> {
  if ((await ctx.db.$count(accounts, eq(accounts.userId, userId))) === 1) throw soleAccount()
}

export const soleAccount = () =>
  apiError(
    'cannot_unlink_sole_account',
    'This is your only way to log in. Add another one before you remove it.',
  )
