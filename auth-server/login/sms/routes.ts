import {
  authenticateRequest,
  initRequest,
  type initResponse,
  linkRequest,
  transferRequest,
  unlinkRequest,
  updateRequest,
} from '@vitrine/shared/api/login/sms.ts'
import { stepUpTarget } from '@vitrine/shared/api/step-up.ts'
import type { output } from 'zod/v4/core'
import { requireCaptcha } from '../../captcha/require-captcha.ts'
import type { Context } from '../../context.ts'
import { methodIsOff } from '../../entry/require-method.ts'
import { type Route, route } from '../../http/route.ts'
import { fromPresentFrame, signedLogin } from '../../http/signed-login.ts'
import { completeLogin } from '../../identity/complete-login.ts'
import { linkAccount } from '../../identity/link-account.ts'
import { transferRoute } from '../../identity/transfer-route.ts'
import { unlinkAccount } from '../../identity/unlink-account.ts'
import { requireOwnAccount, updateAccount } from '../../identity/update-account.ts'
import { proofByCode } from '../../otp/code-proof.ts'
import { networkLimit } from '../../otp/limits.ts'
import { textBudgets } from '../../otp/send-budgets.ts'
import { sendCode } from '../../otp/send-code.ts'
import { readPhoneNumber } from '../../sms/phone-number.ts'
import { languageOf } from '../../words/language.ts'
import { requirePhoneNumber } from './require-phone-number.ts'

/** `sendCode` spends the device's proof before anything is done for it. */
const INIT = { origin: 'own', limit: networkLimit('sms', 'init'), method: 'sms', proof: 'for-work' } as const
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
      body: fromPresentFrame(initRequest),
      rule({ config }, { channel }) {
        if (channel === 'whatsapp' && !config.whatsapp_enabled) throw methodIsOff('by WhatsApp')
      },
      captcha: requireCaptcha,
    },
    async ({ c, app, body: { phoneNumber, channel, purpose = 'login' }, proof: dpop }) => {
      const { destination, country } = requirePhoneNumber(phoneNumber)
      const language = languageOf(c.req.header('accept-language'))
      const by = channel === 'whatsapp' ? channel : 'text'
      const budgets = textBudgets(ctx, app.id, country)
      await sendCode(ctx, { app, destination, purpose, by, language, dpop, budgets })
      return c.json({ success: true } satisfies output<typeof initResponse>)
    },
  ),

  route(
    'POST /authenticate',
    { ...CODE, body: signedLogin(authenticateRequest) },
    async ({ c, app, body: signed, proof: dpop }) => {
      const { phoneNumber, code, mode } = signed.request
      const { destination, details } = requirePhoneNumber(phoneNumber)
      const typed = { app, destination, purpose: 'login', code, signed, details, dpop } as const
      const login = await proofByCode(ctx, typed)
      return c.json(await completeLogin(ctx, { app, ...login, mode }))
    },
  ),

  route(
    'POST /link',
    {
      ...CODE,
      ...DOOR,
      body: signedLogin(linkRequest),
      stepUp: {
        purpose: 'link',
        target: ({ request }) => stepUpTarget('phone', subjectOf(request.phoneNumber)),
      },
    },
    async ({ c, app, body: signed, session, proof: dpop, stepUp }) => {
      const { phoneNumber, code } = signed.request
      const { destination, details } = requirePhoneNumber(phoneNumber)
      const typed = { app, destination, purpose: 'link', code, signed, details, dpop } as const
      const { proven } = await proofByCode(ctx, typed)
      return c.json(await linkAccount(ctx, app, session, proven, stepUp))
    },
  ),

  route(
    'POST /update',
    {
      ...CODE,
      ...DOOR,
      body: signedLogin(updateRequest),
      stepUp: {
        purpose: 'update',
        target: ({ request }) => stepUpTarget('phone', subjectOf(request.new_phone_number)),
      },
    },
    async ({ c, app, body: signed, session, proof: dpop, stepUp }) => {
      const { old_phone_number, new_phone_number, code } = signed.request
      const former = requirePhoneNumber(old_phone_number)
      const { destination, details } = requirePhoneNumber(new_phone_number)
      await requireOwnAccount(ctx, session, { type: 'phone', subject: former.e164 })
      const typed = { app, destination, purpose: 'update', code, signed, details, dpop } as const
      const { proven } = await proofByCode(ctx, typed)
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

  transferRoute(ctx, {
    body: transferRequest,
    limit: networkLimit('sms', 'unlink'),
    method: 'sms',
    identity: ({ phoneNumber }) => ({ type: 'phone', subject: subjectOf(phoneNumber) }),
  }),
]
