import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { Calls } from '../session/calls.ts'
import type { Kernel } from '../ui/kernel-context.ts'
import { type Failure, toFailure } from '../words/failure.ts'

const RULES: readonly string[] = ['allowlist_rejected', 'max_accounts_reached']

/**
 * The kernel as login methods get it: a refusal by the app's rules of entry is told to the dialog, whatever the method.
 * The method gets it too, so that what it was doing ends.
 */
export function withRules(kernel: Kernel, onDenied: (failure: Failure) => void): Kernel {
  const watch = async <T>(call: Promise<T>): Promise<T> => {
    try {
      return await call
    } catch (error) {
      if (error instanceof VitrineError && RULES.includes(error.code)) onDenied(toFailure(error))
      throw error
    }
  }
  const { calls } = kernel.operations
  const watched: Calls = {
    ...calls,
    get: (path, answer, signal, headers) => watch(calls.get(path, answer, signal, headers)),
    post: (path, body, answer, signal) => watch(calls.post(path, body, answer, signal)),
    postProven: (path, body, answer, signal) => watch(calls.postProven(path, body, answer, signal)),
    authenticate: (...call) => watch(calls.authenticate(...call)),
  }
  return { ...kernel, operations: { ...kernel.operations, calls: watched } }
}
