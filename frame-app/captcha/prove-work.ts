import { challenge, type SolvedChallenge } from '@vitrine/shared/captcha/proof-of-work.ts'
import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { Calls } from '../session/calls.ts'
import { say } from '../words/say.ts'

/**
 * Does the server's proof of work: some hundred PBKDF2 guesses. WebCrypto makes each on a thread of the browser, and
 * each is awaited, so the page draws and listens between two of them.
 * @throws VitrineError `captcha_disabled` when the server no longer asks for it
 */
export async function proveWork(post: Calls['post'], controller: AbortController): Promise<string> {
  const given = await post('/captcha/challenge', {}, challenge, controller.signal).catch(error => {
    throw error instanceof VitrineError ? refused(error) : error
  })
  // No limit of its own: the check has one.
  const solution = await solveChallenge({ challenge: given, deriveKey, controller, timeout: 0 })
  if (!solution) throw controller.signal.reason
  const { counter, derivedKey } = solution
  return JSON.stringify({ challenge: given, solution: { counter, derivedKey } } satisfies SolvedChallenge)
}

function refused(error: VitrineError): VitrineError {
  switch (error.code) {
    case 'not_supported':
      return clientError('captcha_disabled', say('captcha.disabled'), { cause: error })
    case 'too_many_requests':
      return error
    default:
      // The sentence stays: it tells a person who is offline that they are.
      return clientError('captcha_failure', error.message, { cause: error })
  }
}
