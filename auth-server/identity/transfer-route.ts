import { accountTypeOf } from '@vitrine/shared/account/login-facts.ts'
import type { Way } from '@vitrine/shared/login/registry.ts'
import type { $ZodType } from 'zod/v4/core'
import type { Context } from '../context.ts'
import type { NetworkLimit } from '../http/rate-limit.ts'
import { type Route, route } from '../http/route.ts'
import { signedLogin } from '../http/signed-login.ts'
import type { Identity } from './identity.ts'
import { transferAccount } from './transfer-account.ts'

/** What a method says of its `/transfer`. */
export interface TransferCall<Body> {
  readonly body: $ZodType<Body>
  readonly limit: NetworkLimit
  /** The way whose account the body names. */
  way(body: Body): Way
  /** Normalised, as accounts have it. */
  subject(body: Body): string
}

/**
 * `POST /transfer` of a login method (contract §2): what its link answered with `account_transfer_required`, agreed to. Also
 * where the method is turned off by now: the proof was taken.
 */
export const transferRoute = <Body extends { readonly nonce: string }>(
  ctx: Context,
  { body, limit, way, subject }: TransferCall<Body>,
): Route =>
  route(
    'POST /transfer',
    { origin: 'own', limit, session: true, unheld: true, proof: 'spent', body: signedLogin(body) },
    async ({ c, app, session, body: signed }) => {
      const { request } = signed
      const identity: Identity = { type: accountTypeOf(way(request)), subject: subject(request) }
      return c.json(await transferAccount(ctx, app, session, { nonce: request.nonce, identity, signed }))
    },
  )
