import {
  authenticateRequest,
  initRequest,
  type initResponse,
  linkRequest,
  unlinkRequest,
  updateRequest,
} from '@vitrine/shared/api/login/sms.ts'
import { stepUpTarget } from '@vitrine/shared/api/step-up.ts'
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
/** A held device changes no way in. */
const DOOR = { session: true, unheld: true } as const
const UNLINK = { origin: 'own', limit: networkLimit('sms', 'unlink') } as const

const subjectOf = (written: string): string => readPhoneNumber(written)?.e164 ?? written

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
      const { e164, destination } = requirePhoneNumber(phoneNumber)
      await limitRate(ctx, messageLimits(app.id, destination))
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
    {
      ...CODE,
      ...DOOR,
      body: linkRequest,
      stepUp: { purpose: 'link', target: ({ phoneNumber }) => stepUpTarget('phone', subjectOf(phoneNumber)) },
    },
    async ({ c, app, body: { phoneNumber, code }, session, proof: dpop, stepUp }) => {
      const { destination, details } = requirePhoneNumber(phoneNumber)
      const { proven } = await proofByCode(ctx, { app, destination, code, details, dpop })
      return c.json(await linkAccount(ctx, app, session, proven, stepUp))
    },
  ),

  route(
    'POST /update',
    {
      ...CODE,
      ...DOOR,
      body: updateRequest,
      stepUp: {
        purpose: 'update',
        target: body => stepUpTarget('phone', subjectOf(body.new_phone_number)),
      },
    },
    async ({ c, app, body, session, proof: dpop, stepUp }) => {
      const former = requirePhoneNumber(body.old_phone_number)
      const { destination, details } = requirePhoneNumber(body.new_phone_number)
      await requireOwnAccount(ctx, session, { type: 'phone', subject: former.e164 })
      const { proven } = await proofByCode(ctx, { app, destination, code: body.code, details, dpop })
      return c.json(await updateAccount(ctx, app, session, former.e164, proven, stepUp))
    },
  ),

  route(
    'POST /unlink',
    {
      ...UNLINK,
      ...DOOR,
      body: unlinkRequest,
      proof: 'spent',
      stepUp: {
        purpose: 'unlink',
        target: ({ phoneNumber }) => stepUpTarget('phone', subjectOf(phoneNumber)),
      },
    },
    async ({ c, app, body: { phoneNumber }, session, stepUp }) => {
      const identity = { type: 'phone', subject: subjectOf(phoneNumber) } as const
      return c.json(await unlinkAccount(ctx, app, session, identity, stepUp))
    },
  ),
]
