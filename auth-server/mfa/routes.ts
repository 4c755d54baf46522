import {
  codeVerifyRequest,
  emailEnrollRequest,
  emailInitRequest,
  type initResponse,
  methodsRequest,
  type methodsResponse,
  passkeyEnrollmentRequest,
  passkeyInitRequest,
  type passkeyInitResponse,
  passkeyVerifyRequest,
  regenerateRequest,
  type sealedRecoveryCodes,
  smsEnrollRequest,
  smsInitRequest,
  totpEnrollRequest,
  totpInitRequest,
  unenrollRequest,
} from '@vitrine/shared/api/mfa.ts'
import { MFA_TARGET } from '@vitrine/shared/api/step-up.ts'
import type { MfaMethod } from '@vitrine/shared/mfa/methods.ts'
import type { output } from 'zod/v4/core'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { apiError } from '../errors/api-error.ts'
import { type Route, route } from '../http/route.ts'
import type { ActiveSession } from '../http/session.ts'
import { signed } from '../http/signed-request.ts'
import { issueChallenge } from '../login/passkey/challenge.ts'
import { requestOptions } from '../login/passkey/options.ts'
import { requirePhoneNumber } from '../login/sms/require-phone-number.ts'
import type { Channel, Destination } from '../otp/destination.ts'
import { requireWireUser } from '../users/wire-user.ts'
import { changeFactors, enrolled, type FactorChange } from './change.ts'
import { requireOwnFactors, requireProver } from './claim/own-factors.ts'
import { listMethods } from './list-methods.ts'
import { enrollPasskeys } from './passkeys.ts'
import { proveByCode, proveByPasskey } from './prove.ts'
import { sendFactorCode, takeSentCode } from './sent-code.ts'
import { beginTotp, waitingTotp } from './totp.ts'
import { takeMfaTry } from './tries.ts'

/** A proof is asked for every five minutes. A held device signs nothing, and proves no factor. */
const CALL = {
  origin: 'own',
  limit: { scope: 'mfa-network', perLogin: 6 },
  session: true,
  proof: 'spent',
  terms: true,
  unheld: true,
  userLimit: { scope: 'mfa-user', calls: 60 },
} as const
/** Asked by each visit of the account screen. */
const READ = { ...CALL, userLimit: { scope: 'mfa-read-user', calls: 120 } } as const
/** It may go to any address. `sendCode` spends the device's proof before anything is done for it. */
const SEND = { ...CALL, proof: 'for-work', userLimit: { scope: 'mfa-send-user', calls: 12 } } as const
const CHANGE = { ...CALL, stepUp: { purpose: 'mfa', target: () => MFA_TARGET } } as const

/** What is proven or removed is its person's still, whatever the operator offers by now. */
const offers = (method: MfaMethod) => (app: App) => {
  if (app.config.mfa_methods.includes(method)) return
  throw apiError('not_supported', 'This site does not offer this as a second step.')
}

/** `/api/v1/mfa` (contract §2.7). */
export const mfaRoutes = (ctx: Context): readonly Route[] => [
  route('POST /methods', { ...READ, body: methodsRequest }, async ({ c, session }) =>
    c.json((await listMethods(ctx, session)) satisfies output<typeof methodsResponse>),
  ),

  route(
    'POST /totp/init',
    { ...CALL, body: signed(totpInitRequest), rule: offers('totp') },
    async ({ c, app, session, body }) => c.json(await beginTotp(ctx, app, session, body)),
  ),

  route(
    'POST /totp/enroll',
    { ...CHANGE, body: signed(totpEnrollRequest), rule: offers('totp') },
    async ({ c, app, session, body, stepUp }) => {
      const left = await takeMfaTry(ctx, session.userId)
      const waiting = await waitingTotp(ctx, session)
      const asked = { app, session, signed: body, stepUp, left, ...waiting }
      return c.json(await enrolled(ctx, session, await changeFactors(ctx, asked)))
    },
  ),

  ...ofCodes(ctx, 'totp', '/totp'),
  ...ofCodes(ctx, 'sms', '/passwordless_sms'),
  ...ofCodes(ctx, 'email', '/passwordless'),

  route('POST /passwordless_sms/init', { ...SEND, body: smsInitRequest }, async input => {
    const { c, app, session, body, proof } = input
    const address = body.action === 'enroll' ? requirePhoneNumber(body.phoneNumber).destination.address : null
    await send(ctx, app, session, { channel: 'sms', address }, proof)
    return c.json({ success: true } satisfies output<typeof initResponse>)
  }),

  route('POST /passwordless/init', { ...SEND, body: emailInitRequest }, async input => {
    const { c, app, session, body, proof } = input
    const address = body.action === 'enroll' ? body.email_address : null
    await send(ctx, app, session, { channel: 'email', address }, proof)
    return c.json({ success: true } satisfies output<typeof initResponse>)
  }),

  route(
    'POST /passwordless_sms/enroll',
    { ...CHANGE, body: signed(smsEnrollRequest), rule: offers('sms') },
    async ({ c, app, session, body, stepUp }) => {
      const { destination } = requirePhoneNumber(body.request.phoneNumber)
      return c.json(await enrollAddress(ctx, destination, { app, session, signed: body, stepUp }))
    },
  ),

  route(
    'POST /passwordless/enroll',
    { ...CHANGE, body: signed(emailEnrollRequest), rule: offers('email') },
    async ({ c, app, session, body, stepUp }) => {
      const destination: Destination = { channel: 'email', address: body.request.email_address }
      return c.json(await enrollAddress(ctx, destination, { app, session, signed: body, stepUp }))
    },
  ),

  route('POST /passkeys/init', { ...CALL, body: passkeyInitRequest }, async ({ c, session }) => {
    const { list } = requireOwnFactors(await requireProver(ctx, session))
    const { appId, userId } = session
    const challenge = await issueChallenge(ctx, { appId, purpose: 'mfa', userId })
    const options = await requestOptions(ctx.settings, challenge)
    const allowed = list.flatMap(each =>
      each.type === 'passkey' ? [{ id: each.id, type: 'public-key' as const }] : [],
    )
    const { signature } = challenge
    return c.json({
      options: { ...options, allow_credentials: allowed },
      signature,
    } satisfies output<typeof passkeyInitResponse>)
  }),

  route(
    'POST /passkeys/verify',
    { ...CALL, body: signed(passkeyVerifyRequest) },
    async ({ c, session, body }) => c.json(await proveByPasskey(ctx, session, body)),
  ),

  route(
    'POST /passkeys/enrollment',
    {
      ...CHANGE,
      body: signed(passkeyEnrollmentRequest),
      rule: (app, { request }) => request.credential_ids.length > 0 && offers('passkey')(app),
    },
    async ({ c, app, session, body, stepUp }) =>
      c.json(await enrollPasskeys(ctx, { app, session, signed: body, stepUp })),
  ),

  route(
    'POST /recovery_codes/verify',
    { ...CALL, body: signed(codeVerifyRequest) },
    async ({ c, session, body }) => c.json(await proveByCode(ctx, session, body, 'recovery_code')),
  ),

  route(
    'POST /recovery_codes/regenerate',
    { ...CHANGE, body: signed(regenerateRequest) },
    async ({ c, app, session, body, stepUp }) => {
      const change = { type: 'recovery-codes' } as const
      const made = await changeFactors(ctx, { app, session, signed: body, stepUp, change, left: null })
      return c.json(made.recoveryCodes satisfies output<typeof sealedRecoveryCodes> | null)
    },
  ),
]

/** What the methods that a person types codes of have in common. */
const ofCodes = (
  ctx: Context,
  method: 'totp' | Channel,
  path: '/totp' | '/passwordless_sms' | '/passwordless',
): readonly Route[] => [
  route(`POST ${path}/verify`, { ...CALL, body: signed(codeVerifyRequest) }, async ({ c, session, body }) =>
    c.json(await proveByCode(ctx, session, body, method)),
  ),

  route(
    `POST ${path}/unenroll`,
    { ...CHANGE, body: signed(unenrollRequest) },
    async ({ c, app, session, body, stepUp }) => {
      const change = { type: 'remove', method } as const
      await changeFactors(ctx, { app, session, signed: body, stepUp, change, left: null })
      return c.json(await requireWireUser(ctx.db, session.userId))
    },
  ),
]

/** @param address to enrol it; `null`: to the factor's own */
async function send(
  ctx: Context,
  app: App,
  session: ActiveSession,
  { channel, address }: { readonly channel: Channel; readonly address: string | null },
  dpop: Parameters<typeof sendFactorCode>[4],
): Promise<void> {
  if (address !== null) {
    offers(channel)(app)
    const asked = { destination: { channel, address }, purpose: 'mfa-enroll' } as const
    return sendFactorCode(ctx, app, session, asked, dpop)
  }
  const { list } = requireOwnFactors(await requireProver(ctx, session))
  const factor = list.find(({ type }) => type === channel)
  if (factor?.type !== channel)
    throw apiError('missing_mfa_enrollment', 'Your account has no second step of this kind.')
  const destination = { channel, address: factor.address }
  return sendFactorCode(ctx, app, session, { destination, purpose: 'mfa-verify' }, dpop)
}

async function enrollAddress(
  ctx: Context,
  destination: Destination,
  asked: Pick<FactorChange, 'app' | 'session' | 'signed' | 'stepUp'>,
) {
  const { session } = asked
  const left = await takeMfaTry(ctx, session.userId)
  const { issued, consumption } = await takeSentCode(ctx, session, destination, 'mfa-enroll')
  const change = { type: 'code', issued } as const
  return enrolled(ctx, session, await changeFactors(ctx, { ...asked, change, left, consumption }))
}
