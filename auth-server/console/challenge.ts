import { CHALLENGE_LIFETIME_MS } from '@vitrine/shared/api/console/calls.ts'
import { and, eq, gt } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { operatorChallenges } from '../database/operator-tables.ts'
import { apiError } from '../errors/api-error.ts'
import { hashToken, newToken } from '../operators/token.ts'

/** What an operator's passkey is asked for. An answer is good for the same alone. */
export interface ChallengeScope {
  readonly purpose: 'login' | 'enrolment' | 'confirm'
  /** `''`: of nobody yet; the hash of the enrolment; the session and what is confirmed. */
  readonly subject: string
}

/** Makes a challenge, 32 random bytes as base64url. */
export async function createChallenge(
  { db, now }: Pick<Context, 'db' | 'now'>,
  scope: ChallengeScope,
): Promise<string> {
  const challenge = newToken()
  const expiresAt = new Date(now() + CHALLENGE_LIFETIME_MS)
  await db.insert(operatorChallenges).values({ hash: hashToken(challenge), ...scope, expiresAt })
  return challenge
}

/**
 * Takes a challenge, in a commit of its own and before the answer is verified: an answer that was refused cannot be tried again.
 * @throws `invalid_credentials` (422): made for something else, expired, or taken
 */
export async function takeChallenge(
  { db, now }: Pick<Context, 'db' | 'now'>,
  challenge: string,
  { purpose, subject }: ChallengeScope,
): Promise<void> {
  const taken = await db
    .delete(operatorChallenges)
    .where(
      and(
        eq(operatorChallenges.hash, hashToken(challenge)),
        eq(operatorChallenges.purpose, purpose),
        eq(operatorChallenges.subject, subject),
        gt(operatorChallenges.expiresAt, new Date(now())),
      ),
    )
    .returning({ hash: operatorChallenges.hash })
  if (taken.length === 0)
    throw apiError('invalid_credentials', 'This passkey request is no longer valid. Try again.')
}
