import {
  AUTHORIZATION_SIGNATURE_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  REQUEST_EXPIRY_HEADER,
} from '@vitrine/shared/api/headers.ts'
import type { AuthorizationPayload } from '@vitrine/shared/wallet/authorization.ts'
import type { Context as RequestContext } from 'hono'
import * as z from 'zod'
import { type $ZodType, safeParse } from 'zod/v4/core'
import { apiError } from '../errors/api-error.ts'
import { type BodyReader, describeIssue, readBody } from './body.ts'

/** The longest call data of a transaction, in hex, and the rest of the body; a message of escapes alone fits as well. */
const BODY_LIMIT_BYTES = 640 * 1024

/** A request and what the device signed of it (contract §6.2). */
export interface SignedRequest<Body> {
  readonly request: Body
  readonly payload: AuthorizationPayload
  readonly signature: string
}

/**
 * Reads the body and the three headers, and writes down the payload that the device must have signed: the request that
 * arrived, not what the client says about it. Whether the signature holds is for the signer to say.
 *
 * It throws `invalid_data` (400), naming the header or field.
 */
export const signed = <Body>(schema: $ZodType<Body>): BodyReader<SignedRequest<Body>> => ({
  schema,
  signature: 'always',
  async read({ settings }, c, app) {
    const signature = header(c, AUTHORIZATION_SIGNATURE_HEADER, /^[A-Za-z0-9+/]{1,252}={0,2}$/)
    const idempotencyKey = header(c, IDEMPOTENCY_KEY_HEADER, /^[\x21-\x7e]{16,128}$/)
    const requestExpiry = header(c, REQUEST_EXPIRY_HEADER, /^\d{13}$/)

    // As it came: the schema drops fields that it does not know, the signature covers them.
    const body = await readBody(c, z.unknown(), BODY_LIMIT_BYTES)
    const parsed = safeParse(schema, body)
    if (!parsed.success) throw apiError('invalid_data', describeIssue(parsed.error.issues[0]))

    return {
      request: parsed.data,
      signature,
      payload: {
        version: 1,
        method: c.req.method === 'PATCH' ? 'PATCH' : 'POST',
        url: `${settings.origin}${c.req.path}`,
        body,
        headers: {
          'vitrine-app-id': app.id,
          'vitrine-idempotency-key': idempotencyKey,
          'vitrine-request-expiry': requestExpiry,
        },
      },
    }
  },
})

/** Of a call that takes the device's signature for a part of what it can do. */
export interface MaybeSigned<Body> {
  readonly request: Body
  /** `null`: it came without one. */
  readonly signed: SignedRequest<Body> | null
}

export const maybeSigned = <Body>(schema: $ZodType<Body>): BodyReader<MaybeSigned<Body>> => ({
  schema,
  signature: 'optional',
  async read(ctx, c, app) {
    if (c.req.header(AUTHORIZATION_SIGNATURE_HEADER) === undefined)
      return { request: await readBody(c, schema), signed: null }
    const request = await signed(schema).read(ctx, c, app)
    return { request: request.request, signed: request }
  },
})

const DESCRIPTIONS = {
  [AUTHORIZATION_SIGNATURE_HEADER]: 'one base64 signature by the device key',
  [IDEMPOTENCY_KEY_HEADER]: '16 to 128 printable characters',
  [REQUEST_EXPIRY_HEADER]: 'a time in unix milliseconds',
} as const

function header(c: RequestContext, name: keyof typeof DESCRIPTIONS, pattern: RegExp): string {
  const value = c.req.header(name)
  if (value !== undefined && pattern.test(value)) return value
  throw apiError('invalid_data', `Send the header ${name}: ${DESCRIPTIONS[name]}.`)
}
