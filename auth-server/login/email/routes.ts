import {
  authenticateRequest,
  initRequest,
  type initResponse,
  linkRequest,
  unlinkRequest,
  updateRequest,
} from '@vitrine/shared/api/login/email.ts'
import { emailAddress } from '@vitrine/shared/otp/email-address.ts'
import type { output } from 'zod/v4/core'
import type { App } from '../../apps/registry.ts'
import { requireCaptcha } from '../../captcha/require-captcha.ts'
import type { Context } from '../../context.ts'
import { apiError } from '../../errors/api-error.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { type Route, route } from '../../http/route.ts'
import { completeLogin } from '../../identity/complete-login.ts'
import { linkAccount } from '../../identity/link-account.ts'
import { unlinkAccount } from '../../identity/unlink-account.ts'
import { requireOwnAccount, updateAccount } from '../../identity/update-account.ts'
import { loginCodeMail } from '../../mail/login-code.ts'
import { proofByCode } from '../../otp/code-proof.ts'
import type { Destination } from '../../otp/destination.ts'
import { messageLimits, networkLimit } from '../../otp/limits.ts'
import { mailBudgets } from '../../otp/send-budgets.ts'
import { sendCode } from '../../otp/send-code.ts'
import { languageOf } from '../../words/language.ts'

const INIT = { origin: 'own', limit: networkLimit('email', 'init'), method: 'email' } as const
/** `proofByCode` takes a try from the code and spends the device's proof, before it verifies either. */
const CODE = {
  origin: 'own',
  limit: networkLimit('email', 'authenticate'),
  method: 'email',
  proof: 'for-work',
} as const
const UNLINK = { origin: 'own', limit: networkLimit('email', 'unlink') } as const

const to = (address: string): Destination => ({ channel: 'email', address })

/** `/api/v1/passwordless` (contract §2.2). */
export const emailRoutes = (ctx: Context): readonly Route[] => [
  route(
    'POST /init',
    {
      ...INIT,
      body: initRequest,
      rule: (app, { email }) => requireAllowed(app, email),
      captcha: requireCaptcha,
    },
    async ({ c, app, body: { email } }) => {
      await limitRate(ctx, [...messageLimits(app.id, to(email)), ...mailBudgets(ctx, app.id, email)])
      const language = languageOf(c.req.header('accept-language'))
      await sendCode(ctx, app, to(email), code =>
        ctx.mail.send(loginCodeMail(email, app.config.name, code, language)),
      )
      return c.json({ success: true } satisfies output<typeof initResponse>)
    },
  ),

  route(
    'POST /authenticate',
    { ...CODE, body: authenticateRequest, rule: (app, { email }) => requireAllowed(app, email) },
    async ({ c, app, body: { email, code, mode }, proof: dpop }) => {
      const login = await proofByCode(ctx, { app, destination: to(email), code, details: {}, dpop })
      return c.json(await completeLogin(ctx, { app, ...login, mode }))
    },
  ),

  route(
    'POST /link',
    { ...CODE, body: linkRequest, rule: (app, { email }) => requireAllowed(app, email), session: true },
    async ({ c, app, body: { email, code }, session, proof: dpop }) => {
      const { proven } = await proofByCode(ctx, { app, destination: to(email), code, details: {}, dpop })
      return c.json(await linkAccount(ctx, app, session, proven))
    },
  ),

  route(
    'POST /update',
    {
      ...CODE,
      body: updateRequest,
      rule: (app, { newAddress }) => requireAllowed(app, newAddress),
      session: true,
    },
    async ({ c, app, body: { oldAddress, newAddress, code }, session, proof: dpop }) => {
      await requireOwnAccount(ctx, session, { type: 'email', subject: oldAddress })
      const destination = to(newAddress)
      const { proven } = await proofByCode(ctx, { app, destination, code, details: {}, dpop })
      return c.json(await updateAccount(ctx, app, session, oldAddress, proven))
    },
  ),

  route(
    'POST /unlink',
    { ...UNLINK, body: unlinkRequest, session: true, proof: 'spent' },
    async ({ c, app, body: { address }, session }) => {
      const subject = emailAddress.safeParse(address).data ?? address
      return c.json(await unlinkAccount(ctx, app, session, { type: 'email', subject }))
    },
  ),
]

/** @throws `disallowed_plus_email` (422) */
function requireAllowed({ config }: App, address: string): void {
  if (config.disable_plus_emails && address.slice(0, address.lastIndexOf('@')).includes('+')) {
    throw apiError(
      'disallowed_plus_email',
      'Addresses with a “+” are not accepted here. Use the address without it.',
    )
  }
}
