import {
  authenticateRequest,
  initRequest,
  type initResponse,
  linkRequest,
  unlinkRequest,
  updateRequest,
} from '@vitrine/shared/login/sms-api.ts'
import { Hono } from 'hono'
import type { output } from 'zod/v4/core'
import { requireCaptcha } from '../../captcha/require-captcha.ts'
import type { Context } from '../../context.ts'
import { requireMethod } from '../../entry/require-method.ts'
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
import { proofByCode } from '../../otp/code-proof.ts'
import { messageLimits, networkLimits } from '../../otp/limits.ts'
import { sendCode } from '../../otp/send-code.ts'
import { loginCodeMessage } from '../../sms/login-code.ts'
import { readPhoneNumber } from '../../sms/phone-number.ts'
import { languageOf } from '../../words/language.ts'
import { requirePhoneNumber } from './require-phone-number.ts'

/** `/api/v1/passwordless_sms` (contract §2.2). */
export function smsRoutes(ctx: Context): Hono {
  const routes = new Hono()
  const { settings } = ctx

  routes.post('/init', async c => {
    requireOwnOrigin(settings, c)
    await limitRate(ctx, networkLimits(settings, 'sms', 'init', clientNetwork(settings, c)))
    const app = await requireApp(ctx, c)
    const { phoneNumber, channel = 'sms', token } = await readBody(c, initRequest)
    requireMethod(app, 'sms')
    if (channel === 'whatsapp') requireMethod(app, 'whatsapp')
    await requireCaptcha(ctx, app, token)
    const { e164, destination } = requirePhoneNumber(phoneNumber)
    await limitRate(ctx, messageLimits(app.id, destination))
    const language = languageOf(c.req.header('accept-language'))
    await sendCode(ctx, app, destination, code =>
      ctx.sms.send(loginCodeMessage(e164, channel, app.config.name, code, language)),
    )
    return c.json({ success: true } satisfies output<typeof initResponse>)
  })

  routes.post('/authenticate', async c => {
    requireOwnOrigin(settings, c)
    await limitRate(ctx, networkLimits(settings, 'sms', 'authenticate', clientNetwork(settings, c)))
    const app = await requireApp(ctx, c)
    const { phoneNumber, code, mode } = await readBody(c, authenticateRequest)
    requireMethod(app, 'sms')
    const { destination, details } = requirePhoneNumber(phoneNumber)
    const dpop = await readNewDeviceProof(ctx, c)
    const url = `${settings.origin}${c.req.path}`
    const typed = { app, destination, code, details, dpop, url, invalidDeviceProof }
    return c.json(await completeLogin(ctx, { app, ...(await proofByCode(ctx, typed)), mode }))
  })

  routes.post('/link', async c => {
    requireOwnOrigin(settings, c)
    await limitRate(ctx, networkLimits(settings, 'sms', 'authenticate', clientNetwork(settings, c)))
    const app = await requireApp(ctx, c)
    const { phoneNumber, code } = await readBody(c, linkRequest)
    requireMethod(app, 'sms')
    const { destination, details } = requirePhoneNumber(phoneNumber)
    const session = await requireSession(ctx, c, app.id)
    const dpop = await readSessionProof(ctx, c, session)
    const url = `${settings.origin}${c.req.path}`
    const typed = { app, destination, code, details, dpop, url, invalidDeviceProof: invalidProof }
    const { proven } = await proofByCode(ctx, typed)
    return c.json(await linkAccount(ctx, app, session, proven))
  })

  routes.post('/update', async c => {
    requireOwnOrigin(settings, c)
    await limitRate(ctx, networkLimits(settings, 'sms', 'authenticate', clientNetwork(settings, c)))
    const app = await requireApp(ctx, c)
    const body = await readBody(c, updateRequest)
    requireMethod(app, 'sms')
    const former = requirePhoneNumber(body.old_phone_number)
    const { destination, details } = requirePhoneNumber(body.new_phone_number)
    const session = await requireSession(ctx, c, app.id)
    const dpop = await readSessionProof(ctx, c, session)
    await requireOwnAccount(ctx, session, { type: 'phone', subject: former.e164 })
    const url = `${settings.origin}${c.req.path}`
    const typed = { app, destination, code: body.code, details, dpop, url, invalidDeviceProof: invalidProof }
    const { proven } = await proofByCode(ctx, typed)
    return c.json(await updateAccount(ctx, app, session, former.e164, proven))
  })

  routes.post('/unlink', async c => {
    requireOwnOrigin(settings, c)
    await limitRate(ctx, networkLimits(settings, 'sms', 'unlink', clientNetwork(settings, c)))
    const app = await requireApp(ctx, c)
    const { phoneNumber } = await readBody(c, unlinkRequest)
    const session = await requireSession(ctx, c, app.id)
    await requireProofOfPossession(ctx, c, session)
    const subject = readPhoneNumber(phoneNumber)?.e164 ?? phoneNumber
    return c.json(await unlinkAccount(ctx, app, session, { type: 'phone', subject }))
  })

  return routes
}
