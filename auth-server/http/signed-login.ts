import { AUTHORIZATION_SIGNATURE_HEADER, DPOP_HEADER } from '@vitrine/shared/api/headers.ts'
import type { Context as RequestContext } from 'hono'
import type { $ZodType } from 'zod/v4/core'
import { apiError } from '../errors/api-error.ts'
import { type BodyReader, readBody } from './body.ts'
import { type SignedRequest, signed } from './signed-request.ts'

/**
 * The body of a login, a link or an update, and what the device signed of it, as with a wallet call (contract §6.2). The
 * frame of an earlier release signs none: it throws `expired_or_invalid_authorization` (403), "Reload the page".
 */
export const signedLogin = <Body>(schema: $ZodType<Body>): BodyReader<SignedRequest<Body>> => ({
  schema,
  signature: 'always',
  read(ctx, c, app) {
    requireHeader(c, AUTHORIZATION_SIGNATURE_HEADER)
    return signed(schema).read(ctx, c, app)
  },
})

/** The body of a call for a code, which a device proves; the frame of an earlier release proved none, and is told likewise. */
export const fromPresentFrame = <Body>(schema: $ZodType<Body>): BodyReader<Body> => ({
  schema,
  async read(_ctx, c) {
    requireHeader(c, DPOP_HEADER)
    return readBody(c, schema)
  },
})

function requireHeader(c: RequestContext, name: string): void {
  if (c.req.header(name) !== undefined) return
  throw apiError(
    'expired_or_invalid_authorization',
    'This page’s wallet is out of date. Reload the page and try again.',
  )
}
