import {
  authenticateRequest,
  type creationInitResponse,
  initRequest,
  linkRequest,
  registerRequest,
  type requestInitResponse,
} from '@vitrine/shared/api/login/passkey.ts'
import { stepUpTarget } from '@vitrine/shared/api/step-up.ts'
import type { WireUser } from '@vitrine/shared/api/user.ts'
import { and, eq } from 'drizzle-orm'
import type { output } from 'zod/v4/core'
import type { App } from '../../apps/registry.ts'
import { requireCaptcha } from '../../captcha/require-captcha.ts'
import type { Context } from '../../context.ts'
import { accounts } from '../../database/schema.ts'
import { apiError } from '../../errors/api-error.ts'
import { madeWithBrowser } from '../../http/made-with.ts'
import { type Route, route } from '../../http/route.ts'
import type { ActiveSession } from '../../http/session.ts'
import { signedLogin } from '../../http/signed-login.ts'
import { authenticate } from './authenticate.ts'
import { issueChallenge, type Purpose } from './challenge.ts'
import { creationOptions, requestOptions } from './options.ts'
import { link, register } from './register.ts'

/** A passkey cannot be guessed: the limits only bound the work. */
const INIT = {
  origin: 'own',
  limit: { scope: 'passkey-init-network', perLogin: 1 },
  body: initRequest,
  method: 'passkey',
  captcha: requireCaptcha,
} as const
/** The challenge is taken in the work, before the answer to it is verified. */
const ANSWER = {
  origin: 'own',
  limit: { scope: 'passkey-answer-network', perLogin: 1 },
  method: 'passkey',
  proof: 'spent',
} as const
/** A held device changes no way in. */
const DOOR = { session: true, unheld: true } as const

/** `/api/v1/passkeys` (contract §2.6). The relying party is always the wallet origin's host. */
export function passkeyRoutes(ctx: Context): readonly Route[] {
  const issue = (app: App, purpose: Purpose, session: ActiveSession | null = null) =>
    issueChallenge(ctx, { appId: app.id, purpose, userId: session?.userId ?? null })

  return [
    route('POST /register/init', { ...INIT, rule: requireSignUp }, async ({ c, app }) => {
      const challenge = await issue(app, 'register')
      const names = { app: app.config.name, user: userName(ctx, app) }
      const options = await creationOptions(ctx.settings, challenge, names, [])
      const { signature } = challenge
      return c.json({ options, signature } satisfies output<typeof creationInitResponse>)
    }),

    route(
      'POST /register',
      { ...ANSWER, body: signedLogin(registerRequest), rule: requireSignUp },
      async ({ c, app, body: signed, proof: dpop }) =>
        c.json(
          await register(ctx, {
            app,
            signed,
            dpop,
            madeWith: madeWithBrowser(name => c.req.header(name)),
          }),
        ),
    ),

    route('POST /authenticate/init', INIT, async ({ c, app }) => {
      const challenge = await issue(app, 'authenticate')
      const options = await requestOptions(ctx.settings, challenge)
      const { signature } = challenge
      return c.json({ options, signature } satisfies output<typeof requestInitResponse>)
    }),

    route(
      'POST /authenticate',
      { ...ANSWER, body: signedLogin(authenticateRequest) },
      async ({ c, app, body, proof: dpop }) => c.json(await authenticate(ctx, app, body, dpop)),
    ),

    route('POST /link/init', { ...INIT, session: true, proof: 'spent' }, async ({ c, app, session }) => {
      const challenge = await issue(app, 'link', session)
      const own = await ctx.db
        .select({ id: accounts.subject })
        .from(accounts)
        .where(and(eq(accounts.userId, session.userId), eq(accounts.type, 'passkey')))
      const names = { app: app.config.name, user: userName(ctx, app) }
      const exclude = own.map(({ id }) => id)
      const options = await creationOptions(ctx.settings, challenge, names, exclude)
      const { signature } = challenge
      return c.json({ options, signature } satisfies output<typeof creationInitResponse>)
    }),

    route(
      'POST /link',
      {
        ...ANSWER,
        ...DOOR,
        body: signedLogin(linkRequest),
        stepUp: { purpose: 'link', target: () => stepUpTarget('passkey') },
      },
      async ({ c, app, body: signed, session, proof: dpop, stepUp }) => {
        const user = await link(ctx, session, stepUp, {
          app,
          signed,
          dpop,
          madeWith: madeWithBrowser(name => c.req.header(name)),
        })
        return c.json(user satisfies WireUser)
      },
    ),
  ]
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
