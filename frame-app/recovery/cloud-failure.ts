import type { OauthAnswer } from '@vitrine/shared/api/oauth-flow.ts'
import type { ErrorCode } from '@vitrine/shared/errors/codes.ts'
import type { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { refusalOf } from '../oauth-flow/oauth-failure.ts'
import { type Failure, toFailure } from '../words/failure.ts'
import { say } from '../words/say.ts'
import type { CloudPlatform } from './cloud-platform.ts'
import { CloudProblem, type CloudProblemKind } from './cloud-store.ts'

const CODES = {
  refused: 'oauth_user_denied',
  elsewhere: 'invalid_credentials',
  full: 'oauth_unexpected',
  away: 'service_unavailable',
  unexpected: 'oauth_unexpected',
} as const satisfies Record<CloudProblemKind, ErrorCode>

type Named = Pick<CloudPlatform, 'name' | 'product' | 'account'>

const WORDS: Readonly<Record<CloudProblemKind, (cloud: Named) => string>> = {
  refused: ({ account, product }) => say('recovery.cloudRefused', { account, cloud: product }),
  elsewhere: ({ account }) => say('recovery.cloudElsewhere', { account }),
  full: ({ name }) => say('recovery.cloudFull', { cloud: name }),
  away: ({ name }) => say('recovery.cloudAway', { cloud: name }),
  unexpected: ({ name }) => say('recovery.cloudUnexpected', { cloud: name }),
}

/** Codes of the window's flow that mean what a cloud's own answers do. */
const ALIKE: Partial<Record<ErrorCode, CloudProblemKind>> = {
  oauth_user_denied: 'refused',
  oauth_account_suspended: 'refused',
  oauth_unexpected: 'unexpected',
  // What this account keeps opens another wallet, or one of before.
  invalid_credentials: 'elsewhere',
}
const OVER: readonly ErrorCode[] = ['not_found', 'oauth_state_mismatch', 'invalid_pkce_parameters']

/** Why the window came back with nothing; `null`: it brought an answer. */
export const cloudRefusalOf = (answer: OauthAnswer, cloud: Named): VitrineError | null =>
  refusalOf(answer, cloud.name)

/** What a person reads of what failed at a cloud, or on the way to it. */
export function toCloudFailure(error: unknown, cloud: Named): Failure {
  if (error instanceof CloudProblem) return { code: CODES[error.kind], message: WORDS[error.kind](cloud) }
  const failure = toFailure(error)
  const alike = ALIKE[failure.code]
  if (alike) return { code: failure.code, message: WORDS[alike](cloud) }
  return OVER.includes(failure.code) ? { ...failure, message: say('recovery.cloudOver') } : failure
}
