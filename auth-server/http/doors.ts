import type { StepUpPurpose } from '@vitrine/shared/api/step-up.ts'
import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { accounts } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import type { ActiveSession } from './session.ts'

type User = Pick<ActiveSession, 'userId'>

/** What asks for a proof of an existing way in (`step-up.ts`), each with what is refused before anybody is asked for one. */
interface Door {
  requirePossible?(ctx: Context, user: User): Promise<void>
}

const DOORS: Readonly<Record<StepUpPurpose, Door>> = {
  link: {},
  update: {},
  unlink: { requirePossible: requireAnotherLogin },
  recovery: {},
  import: {},
  export: {},
  allow: {},
  refuse: {},
}

/** @throws what the door refuses whatever is proven */
export async function requirePossible(ctx: Context, user: User, purpose: StepUpPurpose): Promise<void> {
  await DOORS[purpose].requirePossible?.(ctx, user)
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
