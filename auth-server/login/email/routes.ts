import {
  authenticateRequest,
  initRequest,
  type initResponse,
  linkRequest,
  unlinkRequest,
  updateRequest,
} from '@vitrine/shared/api/login/email.ts'
import { stepUpTarget } from '@vitrine/shared/api/step-up.ts'
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
/** A held device changes no way in. */
const DOOR = { session: true, unheld: true } as const
const UNLINK = { origin: 'own', limit: networkLimit('email', 'unlink') } as const

const subjectOf = (written: string): string => emailAddress.safeParse(written).data ?? written

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
      await limitRate(ctx, messageLimits(app.id, to(email)))
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
    {
      ...CODE,
      ...DOOR,
      body: linkRequest,
      rule: (app, { email }) => requireAllowed(app, email),
      stepUp: { purpose: 'link', target: ({ email }) => stepUpTarget('email', email) },
    },
    async ({ c, app, body: { email, code }, session, proof: dpop, stepUp }) => {
      const { proven } = await proofByCode(ctx, { app, destination: to(email), code, details: {}, dpop })
      return c.json(await linkAccount(ctx, app, session, proven, stepUp))
    },
  ),

  route(
    'POST /update',
    {
      ...CODE,
      body: updateRequest,
      ...DOOR,
      rule: (app, { newAddress }) => requireAllowed(app, newAddress),
      stepUp: { purpose: 'update', target: ({ newAddress }) => stepUpTarget('email', newAddress) },
    },
    async ({ c, app, body: { oldAddress, newAddress, code }, session, proof: dpop, stepUp }) => {
      await requireOwnAccount(ctx, session, { type: 'email', subject: oldAddress })
      const destination = to(newAddress)
      const { proven } = await proofByCode(ctx, { app, destination, code, details: {}, dpop })
      return c.json(await updateAccount(ctx, app, session, oldAddress, proven, stepUp))
    },
  ),

  route(
    'POST /unlink',
    {
      ...UNLINK,
      ...DOOR,
      body: unlinkRequest,
      proof: 'spent',
      stepUp: { purpose: 'unlink', target: ({ address }) => stepUpTarget('email', subjectOf(address)) },
    },
    async ({ c, app, body: { address }, session, stepUp }) => {
      const identity = { type: 'email', subject: subjectOf(address) } as const
      return c.json(await unlinkAccount(ctx, app, session, identity, stepUp))
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
