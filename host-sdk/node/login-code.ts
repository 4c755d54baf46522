import type { User } from '@vitrine/shared/api/client-user.ts'
import type { redeemLoginCodeResponse } from '@vitrine/shared/api/session-calls.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { output } from 'zod/v4/core'
import type { ApiClient } from './api-client.ts'
import { toClientUser } from './client-user.ts'
import { type CallOptions, configurationError } from './server-options.ts'

export interface RedeemOptions extends CallOptions {
  /**
   * The origin of the page that asked for the code, or the audience that it asked for (`getLoginCode({audience})`). Usually the first
   * `siteOrigin`.
   */
  readonly audience?: string | undefined
}

/** Who logged in, by the word of the wallet's server alone. */
export interface RedeemedLogin {
  readonly user: User
  /** Of the frame: your own should end with it. `expiresAt` moves on while the person comes back. */
  readonly session: { readonly id: string; readonly createdAt: Date; readonly expiresAt: Date }
  /** A JWT of the user, good for an hour: `verifyIdentityToken`. */
  readonly identityToken: string
}

/**
 * Redeems what `getLoginCode` gave the page. A code works once, for 60 seconds, and for its app and audience alone; it is spent by the first
 * try, also where the audience was wrong.
 * @throws VitrineError `invalid_credentials`, the same for every reason
 */
export async function redeemLoginCode(
  api: ApiClient,
  code: string,
  { audience, ...options }: RedeemOptions,
): Promise<RedeemedLogin> {
  if (!audience) throw configurationError('`audience` is missing: name it, or your `siteOrigin`.')
  // What a page sends is of any type and length.
  if (typeof code !== 'string' || code === '' || code.length > 128)
    throw clientError('invalid_credentials', '`code` is no login code.')
  const call = { method: 'POST', path: '/sessions/login_code', body: { code, audience } } as const
  const { user, session, identity_token } = await api<output<typeof redeemLoginCodeResponse>>(call, options)
  return {
    user: toClientUser(user),
    session: {
      id: session.id,
      createdAt: new Date(session.created_at * 1000),
      expiresAt: new Date(session.expires_at * 1000),
    },
    identityToken: identity_token,
  }
}
