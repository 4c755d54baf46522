import type { challengeResponse } from '@vitrine/shared/api/passkey-step-up.ts'
import {
  challengeRequest,
  codeRequest,
  verifyRequest,
  type verifyResponse,
  waysRequest,
  type waysResponse,
} from '@vitrine/shared/api/step-up.ts'
import type { output } from 'zod/v4/core'
import type { Context } from '../context.ts'
import { requirePossible } from '../http/doors.ts'
import { requireNotResumed } from '../http/require-unheld.ts'
import { type Route, route } from '../http/route.ts'
import type { ActiveSession } from '../http/session.ts'
import { signedLogin } from '../http/signed-login.ts'
import { isStepUpRequired } from '../http/step-up.ts'
import { confirmByCode, sendStepUpCode } from './code.ts'
import { confirmByPasskey, stepUpOptions } from './passkey-answer.ts'
import { type Purpose, waysFor } from './ways.ts'

/** Each change of a way in takes a few of these. A code is one of an address's messages besides. */
const CALL = {
  origin: 'own',
  limit: { scope: 'step-up-network', perLogin: 4 },
  session: true,
  // That frees it: for `release` alone, see `requireRelease`.
  resumed: true,
  userLimit: { scope: 'step-up-user', calls: 60 },
} as const

/** A resumed session proves a login to become free, and for nothing else before. @throws `policy_violation` (403) */
function requireRelease(session: ActiveSession, { purpose }: { readonly purpose: Purpose }): void {
  if (purpose !== 'release') requireNotResumed(session)
}

/**
 * `/api/v1/step_up`: proves a way into the account that the person has already, before another one is added, changed or
 * removed (`http/step-up.ts`), or to free a device that is held. What is proven is the user's own: no call names an address.
 */
export const stepUpRoutes = (ctx: Context): readonly Route[] => [
  route('POST /ways', { ...CALL, body: waysRequest, proof: 'spent' }, async ({ c, session, body }) => {
    requireRelease(session, body)
    if (body.purpose !== 'release') await requirePossible(ctx, session, body.purpose)
    const ways = await waysFor(ctx, session, body.purpose)
    const { heldUntil } = session
    const isHeld = heldUntil !== null && heldUntil.getTime() > ctx.now()
    const required =
      body.purpose === 'release'
        ? isHeld
        : await isStepUpRequired(ctx, session, body.purpose, body.from_account === true)
    return c.json({
      is_required: required,
      ways: ways.map(({ method }) => method),
      held_until: isHeld ? heldUntil.getTime() : null,
    } satisfies output<typeof waysResponse>)
  }),

  // `sendCode` spends the device's proof before anything is done for it.
  route('POST /code', { ...CALL, body: codeRequest, proof: 'for-work' }, async input => {
    const { c, app, session, body, proof } = input
    requireRelease(session, body)
    await sendStepUpCode(ctx, app, session, body, proof)
    return c.json({})
  }),

  route(
    'POST /challenge',
    { ...CALL, body: challengeRequest, proof: 'spent' },
    async ({ c, session, body }) => {
      requireRelease(session, body)
      return c.json(
        (await stepUpOptions(ctx, session, body.purpose)) satisfies output<typeof challengeResponse>,
      )
    },
  ),

  // A try of the code, or the challenge, is taken before either is verified.
  route('POST /verify', { ...CALL, body: signedLogin(verifyRequest), proof: 'for-work' }, async input => {
    const { c, app, session, body: signed, proof } = input
    const { request } = signed
    requireRelease(session, request)
    const token =
      'code' in request
        ? await confirmByCode(ctx, app, session, { ...signed, request }, proof)
        : await confirmByPasskey(ctx, app, session, { ...signed, request }, proof)
    return c.json({ step_up: token } satisfies output<typeof verifyResponse>)
  }),
]
