import {
  enrolmentInitRequest,
  type enrolmentInitResponse,
  enrolmentRequest,
  type loginInitResponse,
  loginRequest,
  type Me,
} from '@vitrine/shared/api/console/operator.ts'
import type { Context as RequestContext } from 'hono'
import * as z from 'zod/mini'
import { recordOperation } from '../audit/record-operation.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../database/connect.ts'
import type { Caller } from '../http/caller.ts'
import { consoleCookie } from '../http/console-cookie.ts'
import type { NetworkLimit } from '../http/rate-limit.ts'
import { consoleRoute, type Route } from '../http/route.ts'
import { type Enrolment, findEnrolment } from '../operators/enrolment.ts'
import { appsOf } from '../operators/operators.ts'
import { type ActiveOperator, endSession, findSession, openSession } from '../operators/session.ts'
import { CONSOLE_LIMIT } from './limit.ts'
import { linkIsOver, newPasskeyOptions, passkeyOptions, registerPasskey, verifyPasskey } from './passkey.ts'

const LOGIN_LIMIT: NetworkLimit = { scope: 'console-login-network', calls: 60 }
const ENROLMENT_LIMIT: NetworkLimit = { scope: 'console-enrolment-network', calls: 30 }

const nothing = z.object({})
const LOGIN = { purpose: 'login', subject: '' } as const

/** How an operator comes in, and out: by a passkey, which a link that a command printed has registered. */
export function loginRoutes(ctx: Context): readonly Route[] {
  const cookie = consoleCookie(ctx.settings.consoleOrigin ?? '')

  /** Opens the session together with what led to it, and answers with who it is. */
  const logIn = async (
    c: RequestContext,
    caller: Caller,
    thumbprint: string,
    operatorId: string,
    passkey: (tx: Transaction) => Promise<string>,
  ) => {
    const token = await ctx.db.transaction(async tx => {
      const passkeyId = await passkey(tx)
      const actor = `operator:${operatorId}` as const
      await recordOperation(tx, ctx.now(), { type: 'operator.authenticated', actor, appId: null, caller })
      return openSession(ctx, tx, { operatorId, passkeyId, thumbprint })
    })
    const operator = await findSession(ctx, token)
    // Removed by a command in this very moment.
    if (!operator) throw linkIsOver()
    c.header('Set-Cookie', cookie.open(token))
    return c.json<Me>(await describe(ctx, operator))
  }

  const requireEnrolment = async (token: string): Promise<Enrolment> => {
    const enrolment = await findEnrolment(ctx.db, ctx.now(), token)
    if (!enrolment) throw linkIsOver()
    return enrolment
  }

  return [
    consoleRoute('POST /login/init', { limit: LOGIN_LIMIT, body: nothing }, async ({ c }) =>
      c.json<z.infer<typeof loginInitResponse>>({ options: await passkeyOptions(ctx, LOGIN, null) }),
    ),
    consoleRoute(
      'POST /login',
      { limit: LOGIN_LIMIT, body: loginRequest, device: true },
      async ({ c, body, caller, device }) => {
        const { operatorId, passkeyId } = await verifyPasskey(ctx, LOGIN, body.authenticator_response)
        return logIn(c, caller, device, operatorId, async () => passkeyId)
      },
    ),
    consoleRoute(
      'POST /enrolment/init',
      { limit: ENROLMENT_LIMIT, body: enrolmentInitRequest },
      async ({ c, body }) => {
        const enrolment = await requireEnrolment(body.token)
        return c.json<z.infer<typeof enrolmentInitResponse>>({
          operator: { name: enrolment.operator.name },
          options: await newPasskeyOptions(ctx, enrolment),
        })
      },
    ),
    consoleRoute(
      'POST /enrolment',
      { limit: ENROLMENT_LIMIT, body: enrolmentRequest, device: true },
      async ({ c, body, caller, device }) => {
        const enrolment = await requireEnrolment(body.token)
        const register = await registerPasskey(ctx, enrolment, body.authenticator_response)
        return logIn(c, caller, device, enrolment.operator.id, register)
      },
    ),
    consoleRoute(
      'POST /logout',
      { limit: CONSOLE_LIMIT, body: nothing, session: true },
      async ({ c, operator, caller }) => {
        await ctx.db.transaction(async tx => {
          await endSession(tx, operator.session.hash)
          const { actor } = operator
          await recordOperation(tx, ctx.now(), { type: 'operator.logged_out', actor, appId: null, caller })
        })
        c.header('Set-Cookie', cookie.close)
        return c.json({})
      },
    ),
    consoleRoute('GET /me', { limit: CONSOLE_LIMIT, session: true }, async ({ c, operator }) =>
      c.json<Me>(await describe(ctx, operator)),
    ),
  ]
}

async function describe({ db }: Context, { id, name, allAppsRole, session }: ActiveOperator): Promise<Me> {
  return {
    operator: { id, name },
    apps: [...(await appsOf(db, id))],
    all_apps: allAppsRole,
    session: {
      created_at: session.createdAt.getTime(),
      idle_at: session.idleAt.getTime(),
      expires_at: session.expiresAt.getTime(),
    },
  }
}
