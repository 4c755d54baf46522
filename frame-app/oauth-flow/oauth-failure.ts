import { OAUTH_FAILURES, type OauthAnswer, type OauthFailure } from '@vitrine/shared/api/oauth-flow.ts'
import type { ErrorCode } from '@vitrine/shared/errors/codes.ts'
import { clientError, type VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { type Failure, toFailure } from '../words/failure.ts'
import { say } from '../words/say.ts'

const CODES = {
  denied: 'oauth_user_denied',
  suspended: 'oauth_account_suspended',
  failed: 'oauth_unexpected',
} as const satisfies Record<OauthFailure, ErrorCode>

const OVER: readonly ErrorCode[] = ['not_found', 'oauth_state_mismatch', 'invalid_pkce_parameters']

const isFailure = (answer: OauthAnswer): answer is OauthFailure =>
  (OAUTH_FAILURES as readonly string[]).includes(answer)

/** Why the window came back with nothing; `null`: it brought an answer. @param name of the provider */
export const refusalOf = (answer: OauthAnswer, name: string): VitrineError | null =>
  isFailure(answer) ? clientError(CODES[answer], wordsOf(CODES[answer], name) ?? '') : null

/** Codes that the server answers too, in the words of this method. */
const wordsOf = (code: ErrorCode, provider: string): string | undefined => {
  if (code === 'oauth_user_denied') return say('social.denied', { provider })
  if (code === 'oauth_account_suspended') return say('social.suspended', { provider })
  if (code === 'oauth_unexpected') return say('social.failed', { provider })
  // The flow is over, or another browser's.
  if (OVER.includes(code)) return say('social.over')
  return undefined
}

/** Why a step failed, with the provider's name and in the person's language. */
export function toOauthFailure(error: unknown, name: string): Failure {
  const failure = toFailure(error)
  return { ...failure, message: wordsOf(failure.code, name) ?? failure.message }
}
