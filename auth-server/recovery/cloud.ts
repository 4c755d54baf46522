import { FLOW_LIFETIME_MS, type initResponse } from '@vitrine/shared/api/oauth-flow.ts'
import type {
  CloudRecovery,
  driveInitRequest,
  recoveryAuthenticateRequest,
  recoveryAuthenticateResponse,
} from '@vitrine/shared/api/recovery.ts'
import type * as z from 'zod/mini'
import { findClient, type SealedClient } from '../apps/oauth-clients.ts'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { apiError } from '../errors/api-error.ts'
import type { ActiveSession } from '../http/session.ts'
import type { SignedRequest } from '../http/signed-request.ts'
import { notFromHere } from '../identity/device-signature.ts'
import { logError } from '../log.ts'
import { requireProver } from '../mfa/claim/own-factors.ts'
import { insertFlow, takeFlow } from '../oauth-flow/flow-row.ts'
import { readRedirectTo } from '../oauth-flow/redirect-to.ts'
import type { SignerResponse } from '../signer/operations.ts'
import { askSigner } from '../wallet/call/ask-signer.ts'

/** As people call it. */
const NAMES = { 'google-drive': 'Google Drive', icloud: 'iCloud' } as const satisfies Record<
  CloudRecovery,
  string
>

/**
 * Writes down that a person goes to their cloud, and has the signer say where that leads.
 * @throws `disallowed_recovery_method` (403) where it is not set up, `invalid_data` (400), `resource_conflict` (409),
 * `oauth_unexpected` (502) when Apple does not say where to log in
 */
export async function beginRecovery(
  ctx: Context,
  app: App,
  session: ActiveSession,
  provider: CloudRecovery,
  body: z.infer<typeof driveInitRequest>,
): Promise<z.infer<typeof initResponse>> {
  const { state_code: state, code_challenge: codeChallenge, flow_id: flowId } = body
  const redirectTo = body.redirect_to === undefined ? null : readRedirectTo(app, body.redirect_to)
  const expiresAt = ctx.now() + FLOW_LIFETIME_MS
  const { userId, thumbprint: device } = session
  const begun = { appId: app.id, state, codeChallenge, device, userId }
  const asked = { ...begun, expiresAt, flowId, redirectTo }
  const started = await askSigner(
    provider === 'icloud'
      ? ctx.signer.startRecovery({ ...asked, provider, container: requireContainer(app) })
      : ctx.signer.startRecovery({ ...asked, provider, client: await requireClient(ctx, app) }),
  )
  if (!started.ok) throw refused(started.reason, provider)
  const { url, signature, seal } = started
  const flow = { ...begun, provider, purpose: 'recovery', flowId, redirectTo, url, signature, seal } as const
  await insertFlow(ctx, { ...flow, expiresAt: new Date(expiresAt) })
  return { url, signature }
}

/**
 * Brings what the person's cloud answered to the signer, which gives the access token to the frame alone. The flow is used up
 * before anything of it is verified.
 * @throws `oauth_state_mismatch` | `invalid_pkce_parameters` (400) | `expired_or_invalid_authorization` |
 * `disallowed_recovery_method` | `oauth_account_suspended` (403) | `oauth_unexpected` (502)
 */
export async function finishRecovery(
  ctx: Context,
  app: App,
  session: ActiveSession,
  { request, payload, signature }: SignedRequest<z.infer<typeof recoveryAuthenticateRequest>>,
): Promise<z.infer<typeof recoveryAuthenticateResponse>> {
  const { provider, state_code: state } = request
  const { appId, userId, thumbprint: device } = session
  const taken = await takeFlow(ctx, { appId, state, provider, device, purpose: 'recovery', userId })
  const { codeChallenge, seal, expiresAt } = taken
  const redeemed = await askSigner(
    ctx.signer.redeemRecovery({
      client: provider === 'icloud' ? null : await requireClient(ctx, app),
      grant: { appId, provider, state, codeChallenge, device, userId, expiresAt: expiresAt.getTime(), seal },
      ...(await requireProver(ctx, session)),
      authorization: { payload, signature },
    }),
  )
  if (!redeemed.ok) throw refused(redeemed.reason, provider)
  return { access_token: redeemed.token, signature: redeemed.signature }
}

function requireContainer({ config }: App) {
  const { icloud } = config.embedded_wallet_config
  if (icloud) return icloud
  throw notSetUp('icloud')
}

async function requireClient(ctx: Context, app: App): Promise<SealedClient> {
  const client = await findClient(ctx.db, app.id, 'google-drive')
  if (client) return client
  logError(
    'a recovery by Google Drive',
    new Error(`${app.id} is not known there: \`npm run vitrine -- recovery set ${app.id} google-drive …\``),
  )
  throw notSetUp('google-drive')
}

const notSetUp = (provider: CloudRecovery) =>
  apiError('disallowed_recovery_method', `This site has not set up recovery by ${NAMES[provider]}.`)

type Refusal = Extract<SignerResponse<'startRecovery' | 'redeemRecovery'>, { ok: false }>['reason']

function refused(reason: Refusal, provider: CloudRecovery): Error {
  const name = NAMES[provider]
  switch (reason) {
    case 'grant':
    case 'expired':
      return apiError('oauth_state_mismatch', 'This took too long. Start it again.')
    case 'sealed':
      return notFromHere('sealed')
    case 'verifier':
      return apiError('invalid_pkce_parameters', 'This was begun elsewhere. Start it again.')
    case 'suspended':
      return apiError('oauth_account_suspended', `${name} has blocked this account. Use another one.`)
    case 'misconfigured':
      return apiError('oauth_unexpected', `Recovery by ${name} is not set up rightly. Tell the site.`)
    case 'refused':
      return apiError('oauth_unexpected', `${name} did not give leave to keep a recovery there. Try again.`)
    case 'unavailable':
      return apiError('oauth_unexpected', `${name} cannot be reached just now. Try again in a moment.`)
  }
}
