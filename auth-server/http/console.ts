import { CONFIRMATION_HEADER } from '@vitrine/shared/api/console/calls.ts'
import type { ConfirmedOperation } from '@vitrine/shared/api/console/confirm.ts'
import type { OperatorRole } from '@vitrine/shared/api/console/operator.ts'
import { APP_ID_HEADER } from '@vitrine/shared/api/headers.ts'
import type { Context as RequestContext } from 'hono'
import { parse } from 'hono/utils/cookie'
import { type App, findApp } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { spendNonce } from '../database/nonce.ts'
import { apiError } from '../errors/api-error.ts'
import { takeConfirmation } from '../operators/confirmation.ts'
import { reaches, rightTo } from '../operators/operators.ts'
import { type ActiveOperator, findSession } from '../operators/session.ts'
import { CONSOLE_HEADER, consoleCookie } from './console-cookie.ts'
import { type DpopProof, type ProofOwner, requireProof } from './dpop.ts'
import type { ConnectionBindings } from './network.ts'

/** What a call of an operator's takes, of the app that it names. */
export interface OperatorGuard {
  readonly role: OperatorRole
  /** It takes the operator's passkey once more, for this very thing. `target`: the parameter of the path that names it. */
  readonly confirm?: { readonly operation: ConfirmedOperation; readonly target?: string }
}

/** Whether a call came to the console's origin, and not to the wallet's. */
export function isAtConsole(c: RequestContext): boolean {
  const { incoming, isFromFrameServer } = (c.env ?? {}) as Partial<ConnectionBindings>
  return isFromFrameServer === true && incoming?.headers[CONSOLE_HEADER] !== undefined
}

/**
 * Whose session the cookie is, if the browser that logged in makes the call: a cookie that was copied is worth nothing elsewhere.
 * @throws `missing_or_invalid_token` (401), `use_dpop_nonce` (401)
 */
export async function requireOperator(ctx: Context, c: RequestContext): Promise<ActiveOperator> {
  const { name } = consoleCookie(ctx.settings.consoleOrigin ?? '')
  const token = cookieOf(c.req.header('cookie') ?? '', name)
  const operator = token === null ? null : await findSession(ctx, token)
  if (!operator) throw apiError('missing_or_invalid_token', 'The session has ended. Log in again.')
  await spendProof(ctx, c, { thumbprint: operator.session.thumbprint })
  return operator
}

/** The key of a browser in which an operator logs in: RFC 7638 thumbprint. @throws `invalid_data` (400), `use_dpop_nonce` (400) */
export async function requireNewDevice(ctx: Context, c: RequestContext): Promise<string> {
  const { thumbprint } = await spendProof(ctx, c, 'new-device')
  return thumbprint
}

/** A proof of a call to the console, used up. */
async function spendProof(ctx: Context, c: RequestContext, owner: ProofOwner): Promise<DpopProof> {
  const proof = await requireProof(ctx, c, owner, ctx.settings.consoleOrigin ?? '')
  if (!(await spendNonce(ctx.db, proof.nonce))) throw proof.refused()
  return proof
}

/**
 * The app that the path or the header names, for an operator who has the right to it.
 * @throws `not_found` (404): one answer for an app that is not there and one that is not theirs | `policy_violation` (403)
 */
export async function requireAppOfOperator(
  ctx: Context,
  c: RequestContext,
  operator: ActiveOperator,
  needs: OperatorRole,
): Promise<App> {
  const id = c.req.param('app_id') ?? c.req.header(APP_ID_HEADER) ?? ''
  const role = id.length > 64 ? null : await rightTo(ctx.db, operator.id, id)
  const app = role === null ? null : await findApp(ctx.db, id)
  if (!app) throw apiError('not_found', 'There is no app with this id, or you have no right to it.')
  if (!reaches(role, needs))
    throw apiError(
      'policy_violation',
      'You may look at this app, and not change it. Ask for the role manager.',
    )
  return app
}

/** @param target the id of what it is done to; `''`: the app @throws `step_up_required` (403) */
export async function requireConfirmation(
  ctx: Context,
  c: RequestContext,
  operator: ActiveOperator,
  appId: string,
  { operation, target }: { readonly operation: ConfirmedOperation; readonly target: string },
): Promise<void> {
  const what = { operation, appId, target }
  const confirmation = c.req.header(CONFIRMATION_HEADER) ?? ''
  if (await takeConfirmation(ctx, operator.session.hash, confirmation, what)) return
  throw apiError('step_up_required', 'Confirm this with your passkey.')
}

/** The first of the name (RFC 6265bis §5.7), if it has the form of a session. */
function cookieOf(header: string, name: string): string | null {
  const value = parse(header, name)[name]
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : null
}
