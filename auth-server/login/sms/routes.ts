import {
  authenticateRequest,
  initRequest,
  type initResponse,
  linkRequest,
  unlinkRequest,
  updateRequest,
} from '@vitrine/shared/api/login/sms.ts'
import type { output } from 'zod/v4/core'
import { requireCaptcha } from '../../captcha/require-captcha.ts'
import type { Context } from '../../context.ts'
import { methodIsOff } from '../../entry/require-method.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { type Route, route } from '../../http/route.ts'
import { completeLogin } from '../../identity/complete-login.ts'
import { linkAccount } from '../../identity/link-account.ts'
import { unlinkAccount } from '../../identity/unlink-account.ts'
import { requireOwnAccount, updateAccount } from '../../identity/update-account.ts'
import { proofByCode } from '../../otp/code-proof.ts'
import { messageLimits, networkLimit } from '../../otp/limits.ts'
import { textBudgets } from '../../otp/send-budgets.ts'
import { sendCode } from '../../otp/send-code.ts'
import { loginCodeMessage } from '../../sms/login-code.ts'
import { readPhoneNumber } from '../../sms/phone-number.ts'
import { languageOf } from '../../words/language.ts'
import { requirePhoneNumber } from './require-phone-number.ts'

const INIT = { origin: 'own', limit: networkLimit('sms', 'init'), method: 'sms' } as const
/** `proofByCode` takes a try from the code and spends the device's proof, before it verifies either. */
const CODE = {
  origin: 'own',
  limit: networkLimit('sms', 'authenticate'),
  method: 'sms',
  proof: 'for-work',
} as const
const UNLINK = { origin: 'own', limit: networkLimit('sms', 'unlink') } as const

/** `/api/v1/passwordless_sms` (contract §2.2). */
export const smsRoutes = (ctx: Context): readonly Route[] => [
  route(
    'POST /init',
    {
      ...INIT,
      body: initRequest,
      rule({ config }, { channel }) {
        if (channel === 'whatsapp' && !config.whatsapp_enabled) throw methodIsOff('by WhatsApp')
      },
      captcha: requireCaptcha,
    },
    async ({ c, app, body: { phoneNumber, channel = 'sms' } }) => {
      const { e164, destination, country } = requirePhoneNumber(phoneNumber)
      await limitRate(ctx, [...messageLimits(app.id, destination), ...textBudgets(ctx, app.id, country)])
      const language = languageOf(c.req.header('accept-language'))
      await sendCode(ctx, app, destination, code =>
        ctx.sms.send(loginCodeMessage(e164, channel, app.config.name, code, language)),
      )
      return c.json({ success: true } satisfies output<typeof initResponse>)
    },
  ),

  route(
    'POST /authenticate',
    { ...CODE, body: authenticateRequest },
    async ({ c, app, body: { phoneNumber, code, mode }, proof: dpop }) => {
      const { destination, details } = requirePhoneNumber(phoneNumber)
      const login = await proofByCode(ctx, { app, destination, code, details, dpop })
      return c.json(await completeLogin(ctx, { app, ...login, mode }))
    },
  ),

  route(
    'POST /link',
    { ...CODE, body: linkRequest, session: true },
    async ({ c, app, body: { phoneNumber, code }, session, proof: dpop }) => {
      const { destination, details } = requirePhoneNumber(phoneNumber)
      const { proven } = await proofByCode(ctx, { app, destination, code, details, dpop })
      return c.json(await linkAccount(ctx, app, session, proven))
    },
  ),

  route(
    'POST /update',
    { ...CODE, body: updateRequest, session: true },
    async ({ c, app, body, session, proof: dpop }) => {
      const former = requirePhoneNumber(body.old_phone_number)
      const { destination, details } = requirePhoneNumber(body.new_phone_number)
      await requireOwnAccount(ctx, session, { type: 'phone', subject: former.e164 })
      const { proven } = await proofByCode(ctx, { app, destination, code: body.code, details, dpop })
      return c.json(await updateAccount(ctx, app, session, former.e164, proven))
    },
  ),

  route(
    'POST /unlink',
    { ...UNLINK, body: unlinkRequest, session: true, proof: 'spent' },
    async ({ c, app, body: { phoneNumber }, session }) => {
      const subject = readPhoneNumber(phoneNumber)?.e164 ?? phoneNumber
      return c.json(await unlinkAccount(ctx, app, session, { type: 'phone', subject }))
    },
  ),
]
