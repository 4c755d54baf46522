import {
  authenticateRequest,
  type creationInitResponse,
  initRequest,
  registerRequest,
  type requestInitResponse,
  unlinkRequest,
  type userResponse,
} from '@vitrine/shared/login/passkey-api.ts'
import { and, eq } from 'drizzle-orm'
import { Hono, type Context as RequestContext } from 'hono'
import type { output } from 'zod/v4/core'
import type { App } from '../../apps/registry.ts'
import { requireCaptcha } from '../../captcha/require-captcha.ts'
import type { Context } from '../../context.ts'
import { spendNonce } from '../../database/nonce.ts'
import { accounts } from '../../database/schema.ts'
import { requireMethod } from '../../entry/require-method.ts'
import { apiError } from '../../errors/api-error.ts'
import { requireApp } from '../../http/app-id.ts'
import { readBody } from '../../http/body.ts'
import {
  invalidDeviceProof,
  invalidProof,
  readNewDeviceProof,
  readSessionProof,
  requireProofOfPossession,
} from '../../http/dpop.ts'
import { clientNetwork } from '../../http/network.ts'
import { requireOwnOrigin } from '../../http/origin.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { type ActiveSession, requireSession } from '../../http/session.ts'
import { unlinkAccount } from '../../identity/unlink-account.ts'
import { authenticate } from './authenticate.ts'
import { issueChallenge, type Purpose } from './challenge.ts'
import { networkLimits } from './limits.ts'
import { creationOptions, requestOptions } from './options.ts'
import { link, register } from './register.ts'

/** `/api/v1/passkeys` (contract §2.6). The relying party is always the wallet origin's host. */
export function passkeyRoutes(ctx: Context): Hono {
  const routes = new Hono()

  /** Origin, rate limit and app of every call. */
  const enter = async (c: RequestContext, step: 'init' | 'answer'): Promise<App> => {
    requireOwnOrigin(ctx.settings, c)
    await limitRate(ctx, networkLimits(ctx.settings, step, clientNetwork(ctx.settings, c)))
    return requireApp(ctx, c)
  }
  const enterWithPasskeys = async (c: RequestContext, step: 'init' | 'answer'): Promise<App> => {
    const app = await enter(c, step)
    requireMethod(app, 'passkey')
    return app
  }
  const urlOf = (c: RequestContext) => `${ctx.settings.origin}${c.req.path}`
  const issue = (app: App, purpose: Purpose, session: ActiveSession | null = null) =>
    issueChallenge(ctx, { appId: app.id, purpose, userId: session?.userId ?? null })

  routes.post('/register/init', async c => {
    const app = await enterWithPasskeys(c, 'init')
    requireSignUp(app)
    await requireCaptcha(ctx, app, (await readBody(c, initRequest)).token)
    const challenge = await issue(app, 'register')
    const names = { app: app.config.name, user: userName(ctx, app) }
    const options = await creationOptions(ctx.settings, challenge, names, [])
    return c.json({ options } satisfies output<typeof creationInitResponse>)
  })

  routes.post('/register', async c => {
    const app = await enterWithPasskeys(c, 'answer')
    requireSignUp(app)
    const { authenticator_response: attestation } = await readBody(c, registerRequest)
    const dpop = await readNewDeviceProof(ctx, c)
    if (!(await spendNonce(ctx.db, dpop.nonce))) throw invalidDeviceProof()
    return c.json(await register(ctx, { app, attestation, dpop, url: urlOf(c) }))
  })

  routes.post('/authenticate/init', async c => {
    const app = await enterWithPasskeys(c, 'init')
    await requireCaptcha(ctx, app, (await readBody(c, initRequest)).token)
    const options = await requestOptions(ctx.settings, await issue(app, 'authenticate'))
    return c.json({ options } satisfies output<typeof requestInitResponse>)
  })

  routes.post('/authenticate', async c => {
    const app = await enterWithPasskeys(c, 'answer')
    const request = await readBody(c, authenticateRequest)
    const dpop = await readNewDeviceProof(ctx, c)
    if (!(await spendNonce(ctx.db, dpop.nonce))) throw invalidDeviceProof()
    return c.json(await authenticate(ctx, app, request, dpop, urlOf(c)))
  })

  routes.post('/link/init', async c => {
    const app = await enterWithPasskeys(c, 'init')
    const { token } = await readBody(c, initRequest)
    const session = await requireSession(ctx, c, app.id)
    await requireProofOfPossession(ctx, c, session)
    await requireCaptcha(ctx, app, token)
    const challenge = await issue(app, 'link', session)
    const own = await ctx.db
      .select({ id: accounts.subject })
      .from(accounts)
      .where(and(eq(accounts.userId, session.userId), eq(accounts.type, 'passkey')))
    const names = { app: app.config.name, user: userName(ctx, app) }
    const exclude = own.map(({ id }) => id)
    const options = await creationOptions(ctx.settings, challenge, names, exclude)
    return c.json({ options } satisfies output<typeof creationInitResponse>)
  })

  routes.post('/link', async c => {
    const app = await enterWithPasskeys(c, 'answer')
    const { authenticator_response: attestation } = await readBody(c, registerRequest)
    const session = await requireSession(ctx, c, app.id)
    const dpop = await readSessionProof(ctx, c, session)
    if (!(await spendNonce(ctx.db, dpop.nonce))) throw invalidProof()
    const user = await link(ctx, session, { app, attestation, dpop, url: urlOf(c) })
    return c.json(user satisfies output<typeof userResponse>)
  })

  routes.post('/unlink', async c => {
    const app = await enter(c, 'answer')
    const { credential_id } = await readBody(c, unlinkRequest)
    const session = await requireSession(ctx, c, app.id)
    await requireProofOfPossession(ctx, c, session)
    const user = await unlinkAccount(ctx, app, session, { type: 'passkey', subject: credential_id })
    return c.json(user satisfies output<typeof userResponse>)
  })

  return routes
}

/** @throws `passkey_not_allowed` (403) */
function requireSignUp(app: App): void {
  if (!app.config.passkeys_for_signup_enabled) {
    throw apiError(
      'passkey_not_allowed',
      'This site does not sign up with a passkey. Log in another way, then add a passkey to your account.',
    )
  }
}

/** The browser lists passkeys by this name: the day tells two of one app apart, and names nobody. */
const userName = (ctx: Context, app: App) =>
  `${app.config.name} · ${new Date(ctx.now()).toISOString().slice(0, 10)}`
