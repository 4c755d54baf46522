import type { User } from '@vitrine/shared/api/client-user.ts'
import { startTask, type Task } from '../core/task.ts'
import type { Mfa } from '../mfa/mfa.ts'
import type { Calls } from '../session/calls.ts'
import type { StepUp } from '../step-up/step-up.ts'
import { type Failure, toFailure } from '../words/failure.ts'
import { describeAccount } from './describe-account.tsx'
import { type LinkedAccount, subjectOf } from './linkable.ts'
import { unlinkAccount } from './unlink-account.ts'

/**
 * Taking a way to log in away: the person is asked, proves a way that they have, and can try again when it fails.
 * @param run has the second factor proven that it takes where it is one itself
 */
export const startRemoveFlow = (
  calls: Calls,
  stepUp: StepUp,
  account: LinkedAccount,
  {
    run = work => work(),
    removesFactor = false,
  }: { readonly run?: Mfa['run']; readonly removesFactor?: boolean } = {},
): Task<undefined, User, Failure> =>
  startTask((_, signal) => {
    const removed = {
      type: account.type,
      subject: subjectOf(account).value,
      name: describeAccount(account).name,
    }
    return stepUp.change(removed, signal, proof =>
      run(() => unlinkAccount(calls, account, proof, signal, removesFactor), { signal }),
    )
  }, toFailure)
