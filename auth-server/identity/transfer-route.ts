import type { LoginMethod } from '@vitrine/shared/login/registry.ts'
import type { $ZodType } from 'zod/v4/core'
import type { Context } from '../context.ts'
import type { NetworkLimit } from '../http/rate-limit.ts'
import { type Route, route } from '../http/route.ts'
import { signedLogin } from '../http/signed-login.ts'
import type { Identity } from './identity.ts'
import { transferAccount } from './transfer-account.ts'

/** What a method says of its `/transfer`. */
export interface TransferCall<Body> {
  readonly method: LoginMethod
  readonly body: $ZodType<Body>
  readonly limit: NetworkLimit
  /** What the body names, normalised as accounts have it: what the link had proven. */
  identity(body: Body): Identity
}

/** `POST /transfer` of a login method (contract §2): agrees to what its link answered with `account_transfer_required`. */
export const transferRoute = <Body extends { readonly nonce: string }>(
  ctx: Context,
  { method, body, limit, identity }: TransferCall<Body>,
): Route =>
  route(
    'POST /transfer',
    { origin: 'own', limit, method, session: true, unheld: true, proof: 'spent', body: signedLogin(body) },
    async ({ c, app, session, body: signed }) => {
      const { nonce } = signed.request
      const agreed = { nonce, identity: identity(signed.request), signed }
      return c.json(await transferAccount(ctx, app, session, agreed))
    },
  )
