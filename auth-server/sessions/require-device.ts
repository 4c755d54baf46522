import { and, eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { devices } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import type { ActiveSession } from '../http/session.ts'

/**
 * The device key that the session is bound to, with the signer's seal.
 * @throws `expired_or_invalid_authorization` (403) when the user's device was removed.
 */
export async function requireDevice(ctx: Context, session: ActiveSession) {
  const [device] = await ctx.db
    .select({ publicKey: devices.publicKey, seal: devices.seal })
    .from(devices)
    .where(and(eq(devices.userId, session.userId), eq(devices.thumbprint, session.thumbprint)))
  if (device) return device
  throw apiError(
    'expired_or_invalid_authorization',
    'This device is no longer allowed to sign. Log in again on it.',
  )
}
