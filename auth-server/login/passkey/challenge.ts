import { randomUUID } from 'node:crypto'
import { CHALLENGE_LIFETIME_MS } from '@vitrine/shared/api/login/passkey.ts'
import { and, eq, gt, type InferSelectModel, isNull, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { passkeyChallenges } from '../../database/schema.ts'
import { apiError } from '../../errors/api-error.ts'
import type { ProofOfIdentity } from '../../identity/proof-of-identity.ts'

export type Purpose = Challenge['purpose']
export type Challenge = InferSelectModel<typeof passkeyChallenges>

/** Who a challenge is for. `userId` is the user who links. */
export interface ChallengeScope {
  readonly appId: string
  readonly purpose: Purpose
  readonly userId: string | null
}

/** As the signer made it; `signature` is for the frame, and is not stored. */
export interface IssuedChallenge extends Challenge {
  readonly signature: string
}

/** Has the signer make a challenge and stores it. */
export async function issueChallenge(ctx: Context, scope: ChallengeScope): Promise<IssuedChallenge> {
  const id = randomUUID()
  const expiresAt = ctx.now() + CHALLENGE_LIFETIME_MS
  const { challenge, signature } = await ctx.signer.issueChallenge({
    appId: scope.appId,
    challengeId: id,
    expiresAt,
  })
  const row = { ...scope, id, challenge, expiresAt: new Date(expiresAt), takenAt: null }
  await ctx.db.insert(passkeyChallenges).values(row)
  return { ...row, signature }
}

/**
 * Takes a challenge, in a commit of its own and before the answer to it is verified: of two answers at once one gets it,
 * and an answer that was refused cannot be tried again.
 * @returns `null` when there is none: made for something else, expired, or taken.
 */
export async function takeChallenge(
  ctx: Context,
  challenge: string,
  { appId, purpose, userId }: ChallengeScope,
): Promise<Challenge | null> {
  const now = new Date(ctx.now())
  const [taken] = await ctx.db
    .update(passkeyChallenges)
    .set({ takenAt: now })
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        eq(passkeyChallenges.appId, appId),
        eq(passkeyChallenges.purpose, purpose),
        userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId),
        gt(passkeyChallenges.expiresAt, now),
        isNull(passkeyChallenges.takenAt),
      ),
    )
    .returning()
  return taken ?? null
}

/**
 * The user handle of the passkey that is made for this challenge: random, so that it tells nobody who the user is (Web
 * Authentication Level 3, §14.6.1).
 */
export const userHandleOf = ({ id }: Challenge): string => Buffer.from(id).toString('base64url')

/** Deletes a challenge that was taken, together with what its answer leads to. */
export const useChallenge = ({ challenge }: Challenge): ProofOfIdentity['consumption'] => ({
  name: 'passkey',
  statement: sql`delete from passkey_challenges where challenge = ${challenge} returning challenge`,
})

/** @throws `invalid_credentials` (422): the answer came too late, or came twice */
export const challengeIsOver = () =>
  apiError('invalid_credentials', 'This passkey request is no longer valid. Try again.')
