import { provenBy, wayOfAccount } from '@vitrine/shared/account/login-facts.ts'
import type { ProvableAgain, StepUpPurpose } from '@vitrine/shared/api/step-up.ts'
import type { Context } from '../context.ts'
import { apiError } from '../errors/api-error.ts'
import { type ProvableAccount, provableAccounts } from '../http/provable-accounts.ts'
import type { ActiveSession } from '../http/session.ts'

export type Purpose = StepUpPurpose | 'release'

/** A way of the user that can be proven again. */
export interface ProvableWay extends ProvableAccount {
  readonly method: ProvableAgain
}

const METHODS = [...provenBy('code'), ...provenBy('assertion')]

/**
 * The ways that a person can prove for a purpose. A held device is freed by another way than the one that it came in by:
 * that one was shown already.
 */
export async function waysFor(
  ctx: Context,
  session: ActiveSession,
  purpose: Purpose,
): Promise<readonly ProvableWay[]> {
  const all = await provableAccounts(ctx, session)
  return all.flatMap(account => {
    const method = METHODS.find(each => each === wayOfAccount(account)?.method)
    if (method === undefined || (purpose === 'release' && account.id === session.accountId)) return []
    return [{ ...account, method }]
  })
}

/** @throws `linked_account_not_found` (404) */
export async function requireWays(
  ctx: Context,
  session: ActiveSession,
  purpose: Purpose,
  method: ProvableAgain,
): Promise<readonly [ProvableWay, ...ProvableWay[]]> {
  const [first, ...others] = (await waysFor(ctx, session, purpose)).filter(way => way.method === method)
  if (first) return [first, ...others]
  throw apiError('linked_account_not_found', 'This login cannot confirm it. Use another one of yours.')
}
