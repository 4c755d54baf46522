import type { AuthenticatedUser } from '@vitrine/shared/api/session.ts'
import type { authenticateRequest } from '@vitrine/shared/login/email.ts'
import { CODE_TRIES } from '@vitrine/shared/login/email.ts'
import { and, eq } from 'drizzle-orm'
import type { output } from 'zod/v4/core'
import type { App } from '../../apps/registry.ts'
import type { Context } from '../../context.ts'
import { accounts } from '../../database/schema.ts'
import { isUniqueViolation } from '../../database/violations.ts'
import type { DpopProof } from '../../http/dpop.ts'
import { apiError } from '../../http/errors.ts'
import { authenticatedAnswer } from '../../sessions/answer.ts'
import { loadWireUser } from '../../users/wire-user.ts'
import { consumeCode, openSession } from './open-session.ts'
import { type Attempt, takeTry } from './take-try.ts'

/**
 * Logs in with a code:
 * A. take one try and spend the proof (own commit),
 * B. let the signer verify code, device proof and the account's seal,
 * C. consume the code and write user, account, device and session in one statement.
 * @throws `invalid_credentials` (422) | `user_does_not_exist` (404) | `invalid_data` (400)
 */
export async function authenticate(
  ctx: Context,
  app: App,
  credentials: output<typeof authenticateRequest>,
  proof: DpopProof,
  url: string,
): Promise<AuthenticatedUser> {
  const address = credentials.email
  const attempt = await takeTry(ctx, app.id, address, proof)
  if (!attempt.proofIsFresh) throw invalidDeviceProof()
  // Tells that no code is waiting, which says nothing of whether the address has an account.
  if (!attempt.code) throw codeIsOver()
  const { code } = attempt

  const logIn = async (account: Attempt['account']): Promise<AuthenticatedUser> => {
    const proven = await ctx.signer.verifyLogin({
      issued: {
        appId: app.id,
        channel: 'email',
        address,
        codeId: code.id,
        expiresAt: code.expiresAt,
        digest: code.digest,
      },
      code: credentials.code,
      account,
      dpop: { proof: proof.jwt, method: 'POST', url },
    })
    if (!proven.ok) throw refusal(proven.reason, code.tries)
    // After the code was proven: only who reads the mail learns whether the address has an account.
    if (account === null && credentials.mode === 'no-signup') {
      await consumeCode(ctx, code.id)
      throw apiError('user_does_not_exist', 'There is no account with this address here.')
    }
    const isNew = account === null
    const session = await openSession(ctx, { appId: app.id, address, codeId: code.id, isNew }, proven)
    if (!session) throw codeIsOver()
    const user = await loadWireUser(ctx.db, proven.userId)
    if (!user) throw new Error('The user of a new session is missing')
    const grant = {
      appId: app.id,
      userId: proven.userId,
      sessionId: session.sessionId,
      thumbprint: proven.device.thumbprint,
    }
    return { ...(await authenticatedAnswer(ctx, grant, user, session.refreshToken)), is_new_user: isNew }
  }

  try {
    return await logIn(attempt.account)
  } catch (error) {
    // The account came into being since step A. Nothing was written, so log in to that account.
    if (attempt.account !== null || !isUniqueViolation(error)) throw error
    return logIn(await findAccount(ctx, app.id, address))
  }
}

async function findAccount(ctx: Context, appId: string, address: string): Promise<Attempt['account']> {
  const [account] = await ctx.db
    .select({ userId: accounts.userId, seal: accounts.seal })
    .from(accounts)
    .where(and(eq(accounts.appId, appId), eq(accounts.type, 'email'), eq(accounts.subject, address)))
  return account ?? null
}

function refusal(reason: 'code' | 'expired' | 'tries' | 'dpop' | 'account', tries: number) {
  if (reason === 'dpop') return invalidDeviceProof()
  if (reason === 'account') {
    return new Error('The seal of an account does not match: the row was changed outside the server')
  }
  const left = CODE_TRIES - tries
  if (reason !== 'code' || left <= 0) return codeIsOver()
  return apiError(
    'invalid_credentials',
    `That code is not right. You have ${left} ${left === 1 ? 'try' : 'tries'} left.`,
  )
}

const codeIsOver = () => apiError('invalid_credentials', 'This code is no longer valid. Ask for a new one.')

/** 400 and not 401: there is no session yet that a refresh could mend. */
export const invalidDeviceProof = () =>
  apiError(
    'invalid_data',
    'The DPoP header must carry a fresh proof of the device’s key. Check the device’s clock and try again.',
  )
