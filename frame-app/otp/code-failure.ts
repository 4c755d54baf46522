import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { type Failure, toFailure } from '../words/failure.ts'
import { say } from '../words/say.ts'

/**
 * Why a code was not sent or not taken; of a wrong one how often another may be tried.
 * @param isNewest whether it is the only code that was sent. Else a message that came before may have been read.
 */
export function codeFailure(error: unknown, isNewest = true): Failure {
  const failure = toFailure(error)
  const left = error instanceof VitrineError ? error.data?.triesLeft : undefined
  if (failure.code !== 'invalid_credentials' || typeof left !== 'number') return failure
  return { ...failure, message: isNewest ? sayTries(left) : `${sayTries(left)} ${say('code.newer')}` }
}

/** A code has five tries: the forms that Arabic has from eleven on are never said. */
function sayTries(left: number): string {
  if (left === 1) return say('code.triesLeft.one')
  return left === 2 ? say('code.triesLeft.two') : say('code.triesLeft.few', { count: left })
}
