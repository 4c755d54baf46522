import {
  authenticateRequest,
  initRequest,
  type initResponse,
  linkRequest,
  transferRequest,
  unlinkRequest,
  updateRequest,
} from '@vitrine/shared/api/login/email.ts'
import { stepUpTarget } from '@vitrine/shared/api/step-up.ts'
import { emailAddress } from '@vitrine/shared/otp/email-address.ts'
import type { output } from 'zod/v4/core'
import { requireCaptcha } from '../../captcha/require-captcha.ts'
import type { Context } from '../../context.ts'
import { requireNoPlus } from '../../entry/plus-emails.ts'
import { type Route, route } from '../../http/route.ts'
import { fromPresentFrame, signedLogin } from '../../http/signed-login.ts'
import { completeLogin } from '../../identity/complete-login.ts'
import { linkAccount } from '../../identity/link-account.ts'
import { transferRoute } from '../../identity/transfer-route.ts'
import { unlinkAccount } from '../../identity/unlink-account.ts'
import { requireOwnAccount, updateAccount } from '../../identity/update-account.ts'
import { proofByCode } from '../../otp/code-proof.ts'
import type { Destination } from '../../otp/destination.ts'
import { networkLimit } from '../../otp/limits.ts'
import { mailBudgets } from '../../otp/send-budgets.ts'
import { sendCode } from '../../otp/send-code.ts'
import { languageOf } from '../../words/language.ts'

/** `sendCode` spends the device's proof before anything is done for it. */
const INIT = {
  origin: 'own',
  limit: networkLimit('email', 'init'),
  method: 'email',
  proof: 'for-work',
} as const
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
      body: fromPresentFrame(initRequest),
      captcha: requireCaptcha,
    },
    async ({ c, app, body: { email, purpose = 'login' }, proof: dpop }) => {
      const language = languageOf(c.req.header('accept-language'))
      const budgets = mailBudgets(ctx, app.id)
      await sendCode(ctx, { app, destination: to(email), purpose, by: 'mail', language, dpop, budgets })
      return c.json({ success: true } satisfies output<typeof initResponse>)
    },
  ),

  route(
    'POST /authenticate',
    { ...CODE, body: signedLogin(authenticateRequest) },
    async ({ c, app, body: signed, proof: dpop }) => {
      const { email, code, mode } = signed.request
      const login = await proofByCode(ctx, {
        app,
        destination: to(email),
        purpose: 'login',
        code,
        signed,
        details: {},
        dpop,
      })
      const requireNewAllowed = () => requireNoPlus(app, email)
      return c.json(await completeLogin(ctx, { app, ...login, mode, requireNewAllowed }))
    },
  ),

  route(
    'POST /link',
    {
      ...CODE,
      ...DOOR,
      body: signedLogin(linkRequest),
      rule: (app, { request }) => requireNoPlus(app, request.email),
      stepUp: { purpose: 'link', target: ({ request }) => stepUpTarget('email', request.email) },
    },
    async ({ c, app, body: signed, session, proof: dpop, stepUp }) => {
      const { email, code } = signed.request
      const typed = { app, destination: to(email), purpose: 'link', code, signed, details: {}, dpop } as const
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
      rule: (app, { request }) => requireNoPlus(app, request.newAddress),
      stepUp: { purpose: 'update', target: ({ request }) => stepUpTarget('email', request.newAddress) },
    },
    async ({ c, app, body: signed, session, proof: dpop, stepUp }) => {
      const { oldAddress, newAddress, code } = signed.request
      await requireOwnAccount(ctx, session, { type: 'email', subject: oldAddress })
      const destination = to(newAddress)
      const typed = { app, destination, purpose: 'update', code, signed, details: {}, dpop } as const
      const { proven } = await proofByCode(ctx, typed)
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

  transferRoute(ctx, {
    body: transferRequest,
    limit: networkLimit('email', 'unlink'),
    method: 'email',
    identity: ({ email }) => ({ type: 'email', subject: email }),
  }),
]
