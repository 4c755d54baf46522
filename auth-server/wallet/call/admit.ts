import type { Context as RequestContext } from 'hono'
import type { $ZodType, output } from 'zod/v4/core'
import type { App } from '../../apps/registry.ts'
import type { Context } from '../../context.ts'
import { requireTerms } from '../../entry/require-terms.ts'
import { requireApp } from '../../http/app-id.ts'
import { requireProofOfPossession } from '../../http/dpop.ts'
import { clientNetwork } from '../../http/network.ts'
import { requireOwnOrigin } from '../../http/origin.ts'
import { limitRate, TEN_MINUTES_MS } from '../../http/rate-limit.ts'
import { type ActiveSession, requireSession } from '../../http/session.ts'
import { type IdempotentRequest, requestHash } from './idempotency.ts'
import { readSignedRequest, type SignedRequest } from './signed-request.ts'

/** Wallet calls that one user may make in ten minutes. */
const USER_LIMIT = 600
/** Many users share a network, and each login is followed by several wallet calls. */
const CALLS_PER_LOGIN = 10

/** A wallet call that passed every check of the API process. The signer checks the signature itself. */
export interface AdmittedCall<Body> {
  readonly app: App
  readonly session: ActiveSession
  readonly request: SignedRequest<Body>
  readonly idempotency: IdempotentRequest
}

/**
 * The way into every wallet route, in this order: origin, rate limit, schema, session, single use.
 * A proof (`DPoP`) is spent here; the idempotency key is looked up next, before any work.
 */
export async function admit<Schema extends $ZodType>(
  ctx: Context,
  c: RequestContext,
  schema: Schema,
): Promise<AdmittedCall<output<Schema>>> {
  requireOwnOrigin(ctx.settings, c)
  const network = { scope: 'wallet-network', subject: clientNetwork(ctx.settings, c) }
  await limitRate(ctx, [
    { ...network, limit: CALLS_PER_LOGIN * ctx.settings.networkLimit, windowMs: TEN_MINUTES_MS },
  ])
  const app = await requireApp(ctx, c)
  const request = await readSignedRequest(ctx.settings, c, app.id, schema)
  const session = await requireSession(ctx, c, app.id)
  await requireProofOfPossession(ctx, c, session)
  await requireTerms(ctx, app, session)
  await limitRate(ctx, [
    { scope: 'wallet-user', subject: session.userId, limit: USER_LIMIT, windowMs: TEN_MINUTES_MS },
  ])
  const key = request.payload.headers['vitrine-idempotency-key']
  return {
    app,
    session,
    request,
    idempotency: { userId: session.userId, key, hash: requestHash(request.payload) },
  }
}
