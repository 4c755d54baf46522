import type { User } from '@vitrine/shared/api/client-user.ts'
import { startTask, type Task } from '../core/task.ts'
import type { Calls } from '../session/calls.ts'
import { type Failure, toFailure } from '../words/failure.ts'
import type { LinkedAccount } from './linkable.ts'
import { unlinkAccount } from './unlink-account.ts'

/** Taking a way to log in away: the person is asked, and can try again when it fails. */
export const startRemoveFlow = (calls: Calls, account: LinkedAccount): Task<undefined, User, Failure> =>
  startTask((_, signal) => unlinkAccount(calls, account, signal), toFailure)
