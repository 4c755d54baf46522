import type { CustomJwtConfig } from '@vitrine/shared/config/app-config.ts'
import { authenticateRequest, linkRequest } from '@vitrine/shared/login/custom-jwt-api.ts'
import { Hono, type Context as RequestContext } from 'hono'
import type { App } from '../../apps/registry.ts'
import type { Context } from '../../context.ts'
import { requireMethod } from '../../entry/require-method.ts'
import { apiError } from '../../errors/api-error.ts'
import { requireApp } from '../../http/app-id.ts'
import { readBody } from '../../http/body.ts'
import {
  type DpopProof,
  invalidDeviceProof,
  invalidProof,
  readNewDeviceProof,
  readSessionProof,
} from '../../http/dpop.ts'
import { clientNetwork } from '../../http/network.ts'
import { requireOwnOrigin } from '../../http/origin.ts'
import { limitRate, TEN_MINUTES_MS } from '../../http/rate-limit.ts'
import { requireSession } from '../../http/session.ts'
import { completeLogin } from '../../identity/complete-login.ts'
import { deviceBoundProof } from '../../identity/device-bound-proof.ts'
import { findAccount } from '../../identity/identity.ts'
import { linkAccount } from '../../identity/link-account.ts'
import { createIssuerKeys } from './issuer-keys.ts'
import { verifySiteToken } from './verify-site-token.ts'

/** `/api/v1/custom_jwt_account` (contract §2.1). */
export function customJwtRoutes(ctx: Context): Hono {
  const routes = new Hono()
  const { settings } = ctx
  const keysOf = createIssuerKeys()

  /** Origin, rate limit and app of every call. */
  const enter = async (c: RequestContext): Promise<App> => {
    requireOwnOrigin(settings, c)
    const subject = clientNetwork(settings, c)
    const limit = settings.networkLimit
    await limitRate(ctx, [{ scope: 'custom-jwt-network', subject, limit, windowMs: TEN_MINUTES_MS }])
    return requireApp(ctx, c)
  }

  const prove = async (app: App, config: CustomJwtConfig, token: string, device: Device) => {
    const subject = await verifySiteToken(token, config, keysOf(config), ctx.now())
    const proof = { type: 'attested', method: 'custom-jwt', appId: app.id, subject } as const
    return deviceBoundProof({ type: 'custom_auth', subject } as const, proof, device)
  }

  routes.post('/authenticate', async c => {
    const app = await enter(c)
    const config = requireIssuer(app)
    const { token, mode } = await readBody(c, authenticateRequest)
    const dpop = await readNewDeviceProof(ctx, c)
    const url = `${settings.origin}${c.req.path}`
    const proven = await prove(app, config, token, { dpop, url, invalidDeviceProof })
    const account = await findAccount(ctx, app.id, proven.identity)
    return c.json(await completeLogin(ctx, { app, proven, account, mode }))
  })

  routes.post('/link', async c => {
    const app = await enter(c)
    const config = requireIssuer(app)
    const { token } = await readBody(c, linkRequest)
    const session = await requireSession(ctx, c, app.id)
    const dpop = await readSessionProof(ctx, c, session)
    const url = `${settings.origin}${c.req.path}`
    const proven = await prove(app, config, token, { dpop, url, invalidDeviceProof: invalidProof })
    return c.json(await linkAccount(ctx, app, session, proven))
  })

  return routes
}

interface Device {
  readonly dpop: DpopProof
  readonly url: string
  invalidDeviceProof(): Error
}

/** @throws `disallowed_login_method` (403) */
function requireIssuer({ config }: App): CustomJwtConfig {
  requireMethod({ config }, 'custom-jwt')
  if (config.custom_jwt_config) return config.custom_jwt_config
  throw apiError('disallowed_login_method', 'This site has not set up logging in with its own accounts.')
}
