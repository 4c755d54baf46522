import type { Context as RequestContext } from 'hono'
import type { $ZodType, output } from 'zod/v4/core'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { requireTerms } from '../entry/require-terms.ts'
import { requireApp } from '../http/app-id.ts'
import { readBody } from '../http/body.ts'
import { requireProofOfPossession } from '../http/dpop.ts'
import { clientNetwork } from '../http/network.ts'
import { requireOwnOrigin } from '../http/origin.ts'
import { limitRate, TEN_MINUTES_MS } from '../http/rate-limit.ts'
import { type ActiveSession, requireSession } from '../http/session.ts'

/** Calls about on-device wallets that one user may make in ten minutes; a page asks for its share once in five. */
const USER_LIMIT = 300
const CALLS_PER_LOGIN = 20

export interface AdmittedSetCall<Body> {
  readonly app: App
  readonly session: ActiveSession
  readonly body: Body
}

/**
 * The way into every route that stores or gives a ciphertext of a share, in this order: origin, rate limit, schema,
 * session, single use of the proof. What opens the ciphertexts comes from the signer, which asks for more.
 */
export async function admitSetCall<Schema extends $ZodType>(
  ctx: Context,
  c: RequestContext,
  schema: Schema,
): Promise<AdmittedSetCall<output<Schema>>> {
  requireOwnOrigin(ctx.settings, c)
  const network = { scope: 'embedded-network', subject: clientNetwork(ctx.settings, c) }
  await limitRate(ctx, [
    { ...network, limit: CALLS_PER_LOGIN * ctx.settings.networkLimit, windowMs: TEN_MINUTES_MS },
  ])
  const app = await requireApp(ctx, c)
  const body = await readBody(c, schema)
  const session = await requireSession(ctx, c, app.id)
  await requireProofOfPossession(ctx, c, session)
  await requireTerms(ctx, app, session)
  await limitRate(ctx, [
    { scope: 'embedded-user', subject: session.userId, limit: USER_LIMIT, windowMs: TEN_MINUTES_MS },
  ])
  return { app, session, body }
}
