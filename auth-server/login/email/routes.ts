import {
  authenticateRequest,
  emailAddress,
  initRequest,
  type initResponse,
  linkRequest,
  unlinkRequest,
  updateRequest,
} from '@vitrine/shared/login/email-api.ts'
import { Hono } from 'hono'
import type { output } from 'zod/v4/core'
import { requireCaptcha } from '../../captcha/require-captcha.ts'
import type { Context } from '../../context.ts'
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
import { requireSession } from '../../http/session.ts'
import { completeLogin } from '../../identity/complete-login.ts'
import { linkAccount } from '../../identity/link-account.ts'
import { unlinkAccount } from '../../identity/unlink-account.ts'
import { requireOwnAccount, updateAccount } from '../../identity/update-account.ts'
import { loginCodeMail } from '../../mail/login-code.ts'
import { proofByCode } from '../../otp/code-proof.ts'
import type { Destination } from '../../otp/destination.ts'
import { messageLimits, networkLimits } from '../../otp/limits.ts'
import { sendCode } from '../../otp/send-code.ts'
import { languageOf } from '../../words/language.ts'
import { requireAllowed } from './require-allowed.ts'

const to = (address: string): Destination => ({ channel: 'email', address })

/** `/api/v1/passwordless` (contract §2.2). */
export function emailRoutes(ctx: Context): Hono {
  const routes = new Hono()
  const { settings } = ctx

  routes.post('/init', async c => {
    requireOwnOrigin(settings, c)
    await limitRate(ctx, networkLimits(settings, 'email', 'init', clientNetwork(settings, c)))
    const app = await requireApp(ctx, c)
    const { email, token } = await readBody(c, initRequest)
    requireAllowed(app, email)
    await requireCaptcha(ctx, app, token)
    await limitRate(ctx, messageLimits(app.id, to(email)))
    const language = languageOf(c.req.header('accept-language'))
    await sendCode(ctx, app, to(email), code =>
      ctx.mail.send(loginCodeMail(email, app.config.name, code, language)),
    )
    return c.json({ success: true } satisfies output<typeof initResponse>)
  })

  routes.post('/authenticate', async c => {
    requireOwnOrigin(settings, c)
    await limitRate(ctx, networkLimits(settings, 'email', 'authenticate', clientNetwork(settings, c)))
    const app = await requireApp(ctx, c)
    const { email, code, mode } = await readBody(c, authenticateRequest)
    requireAllowed(app, email)
    const dpop = await readNewDeviceProof(ctx, c)
    const url = `${settings.origin}${c.req.path}`
    const typed = { app, destination: to(email), code, details: {}, dpop, url, invalidDeviceProof }
    return c.json(await completeLogin(ctx, { app, ...(await proofByCode(ctx, typed)), mode }))
  })

  routes.post('/link', async c => {
    requireOwnOrigin(settings, c)
    await limitRate(ctx, networkLimits(settings, 'email', 'authenticate', clientNetwork(settings, c)))
    const app = await requireApp(ctx, c)
    const { email, code } = await readBody(c, linkRequest)
    requireAllowed(app, email)
    const session = await requireSession(ctx, c, app.id)
    const dpop = await readSessionProof(ctx, c, session)
    const url = `${settings.origin}${c.req.path}`
    const invalid = { invalidDeviceProof: invalidProof }
    const typed = { app, destination: to(email), code, details: {}, dpop, url, ...invalid }
    const { proven } = await proofByCode(ctx, typed)
    return c.json(await linkAccount(ctx, app, session, proven))
  })

  routes.post('/update', async c => {
    requireOwnOrigin(settings, c)
    await limitRate(ctx, networkLimits(settings, 'email', 'authenticate', clientNetwork(settings, c)))
    const app = await requireApp(ctx, c)
    const { oldAddress, newAddress, code } = await readBody(c, updateRequest)
    requireAllowed(app, newAddress)
    const session = await requireSession(ctx, c, app.id)
    const dpop = await readSessionProof(ctx, c, session)
    await requireOwnAccount(ctx, session, { type: 'email', subject: oldAddress })
    const url = `${settings.origin}${c.req.path}`
    const invalid = { invalidDeviceProof: invalidProof }
    const typed = { app, destination: to(newAddress), code, details: {}, dpop, url, ...invalid }
    const { proven } = await proofByCode(ctx, typed)
    return c.json(await updateAccount(ctx, app, session, oldAddress, proven))
  })

  routes.post('/unlink', async c => {
    requireOwnOrigin(settings, c)
    await limitRate(ctx, networkLimits(settings, 'email', 'unlink', clientNetwork(settings, c)))
    const app = await requireApp(ctx, c)
    const { address } = await readBody(c, unlinkRequest)
    const session = await requireSession(ctx, c, app.id)
    await requireProofOfPossession(ctx, c, session)
    const subject = emailAddress.safeParse(address).data ?? address
    return c.json(await unlinkAccount(ctx, app, session, { type: 'email', subject }))
  })

  return routes
}
