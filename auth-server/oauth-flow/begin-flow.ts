import { type begunFlow, FLOW_LIFETIME_MS, type initResponse } from '@vitrine/shared/api/oauth-flow.ts'
import { wayName } from '@vitrine/shared/login/registry.ts'
import type * as z from 'zod/mini'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { insertFlow } from './flow-row.ts'
import { type GrantWay, requireClient } from './grant-proof.ts'
import { readRedirectTo } from './redirect-to.ts'

type Begun = z.infer<z.ZodMiniObject<typeof begunFlow>>

/**
 * Writes down a login that begins at another company, and has the signer say where it leads.
 * @param device RFC 7638 thumbprint of the key that proved the call
 * @param userId whose account is changed; `null` for a login
 * @throws `disallowed_login_method` (403), `invalid_data` (400), `resource_conflict` (409)
 */
export async function beginFlow(
  ctx: Context,
  app: App,
  way: GrantWay,
  body: Begun,
  device: string,
  userId: string | null,
): Promise<z.infer<typeof initResponse>> {
  const { state_code: state, code_challenge: codeChallenge, purpose, flow_id: flowId } = body
  const client = await requireClient(ctx, app, way)
  const redirectTo = body.redirect_to === undefined ? null : readRedirectTo(app, body.redirect_to)
  const expiresAt = ctx.now() + FLOW_LIFETIME_MS
  const begun = { appId: app.id, provider: wayName(way), state, codeChallenge, device, purpose, userId }
  const { url, signature, seal } = await ctx.signer.startGrant({
    ...{ client, ...begun, expiresAt, flowId, redirectTo },
  })
  const flow = { ...begun, flowId, redirectTo, url, signature, seal, expiresAt: new Date(expiresAt) }
  await insertFlow(ctx, flow)
  return { url, signature }
}
