import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { mfaFactors } from '../../database/mfa-tables.ts'
import { devices } from '../../database/schema.ts'
import { apiError } from '../../errors/api-error.ts'
import type { ActiveSession } from '../../http/session.ts'
import type { MfaClaim, SealedFactors } from '../../signer/mfa-shapes.ts'
import { askSigner } from '../../wallet/call/ask-signer.ts'

/** Who asks the signer for what takes a second factor, where they have one. */
export interface Prover {
  /** The device key that the session is bound to, with the signer's seal. */
  readonly device: { readonly publicKey: string; readonly seal: string }
  /** Absent: they never had a second factor. */
  readonly mfa?: NonNullable<MfaClaim>
}

/**
 * The device of the session, and the user's second factors with the proof of one that came with the call: what is the signer's to
 * judge.
 * @throws `expired_or_invalid_authorization` (403) when the user's device was removed.
 */
export async function requireProver(
  ctx: Context,
  { userId, thumbprint, mfaToken }: ActiveSession,
): Promise<Prover> {
  const { publicKey, seal } = devices
  const [found] = await ctx.db
    .select({ publicKey, seal, version: mfaFactors.version, factors: mfaFactors.factors })
    .from(devices)
    .leftJoin(mfaFactors, eq(mfaFactors.userId, devices.userId))
    .where(and(eq(devices.userId, userId), eq(devices.thumbprint, thumbprint)))
  if (!found)
    throw apiError(
      'expired_or_invalid_authorization',
      'This device is no longer allowed to sign. Log in again on it.',
    )
  const { version, factors } = found
  const device = { publicKey: found.publicKey, seal: found.seal }
  if (version === null || factors === null) return { device }
  return { device, mfa: { factors: { version, ...factors }, token: readToken(mfaToken) } }
}

/** What is no token is as good as none. */
function readToken(token: string | null): NonNullable<MfaClaim>['token'] {
  const [, at, seal] = /^(\d{13})\.([\w-]{43})$/.exec(token ?? '') ?? []
  return at && seal ? { at: Number(at), seal } : null
}

/**
 * Demands a proof of a second factor, where the user has one, for what the signer has no part in.
 * @throws `missing_or_invalid_mfa` (403)
 */
export async function requireProvenFactor(ctx: Context, session: ActiveSession): Promise<void> {
  const { appId, userId } = session
  await askSigner(ctx.signer.checkMfa({ appId, userId, ...(await requireProver(ctx, session)) }))
}

/** @throws `missing_mfa_enrollment` (403) for who has none */
export function requireOwnFactors({ mfa }: Prover): SealedFactors {
  if (mfa && mfa.factors.list.length > 0) return mfa.factors
  throw apiError('missing_mfa_enrollment', 'Your account has no second step. Add one first.')
}
