import { createHash, createPublicKey } from 'node:crypto'
import { DPOP_HEADER, DPOP_NONCE_HEADER } from '@vitrine/shared/api/headers.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { MiddlewareHandler, Context as RequestContext } from 'hono'
import { calculateJwkThumbprint, EmbeddedJWK, type JWK, jwtVerify } from 'jose'
import type { Context } from '../context.ts'
import type { Nonce } from '../database/nonce.ts'
import { apiError } from '../errors/api-error.ts'
import { type Caller, callerOf } from './caller.ts'
import { clientNetwork } from './network.ts'
import type { ActiveSession } from './session.ts'

/** How far a proof's `iat` may be from the server's clock. */
const MAX_CLOCK_DIFFERENCE_MS = 5 * 60_000

/** A proof of possession whose signature and claims hold for this very request (RFC 9449 §4.3). */
export interface DpopProof {
  readonly jwt: string
  /** Full URL of the call that it was made for. */
  readonly url: string
  /** RFC 7638 thumbprint of the key that signed. */
  readonly thumbprint: string
  /** That key, base64 SPKI. */
  publicKey(): string
  /** Spent when the proof is used: see `database/nonce.ts`. */
  readonly nonce: Nonce
  /** The server's nonce in it. Good for minutes, for everybody: `nonce` is what makes the proof good once. */
  readonly serverNonce: string
  /** Who makes the call. */
  readonly caller: Caller
  /** As rate limits count it, see `clientNetwork`. */
  readonly network: string
  /** What the call answers when the proof was used before, or the signer finds it wrong. */
  refused(): VitrineError
}

/**
 * Whose key must have signed: the session's; that of the session which the work finds by its refresh token; or that of a
 * device which logs in, and which the server need not know yet. An operator's session has a cookie in the place of the access
 * token: no script reads it, so that no proof can name it.
 */
export type ProofOwner =
  | (Pick<ActiveSession, 'thumbprint'> & Partial<Pick<ActiveSession, 'accessToken'>>)
  | 'session-of-refresh-token'
  | 'new-device'

/**
 * Checks the `DPoP` header: type, ES256, public key, `htm`, `htu`, `iat`, and that the session's key signed, for its
 * access token (`ath`): a stolen access token alone stops here; and that it has a nonce of the server's of these minutes:
 * one that was made in advance stops here. Does not spend the `jti`.
 * @param origin where the call is made: the wallet's, or the console's
 * @throws `missing_or_invalid_token` (401); for a new device `invalid_data` (400), as there is no session that a refresh
 * could mend; `use_dpop_nonce` (401, 400 where there is no access token) for a proof that holds but for its nonce
 */
export async function requireProof(
  ctx: Context,
  c: RequestContext,
  owner: ProofOwner,
  origin = ctx.settings.origin,
): Promise<DpopProof> {
  const session = typeof owner === 'string' ? null : owner
  const refused = owner === 'new-device' ? invalidDeviceProof : invalidSessionProof
  const proof = await readProof(ctx, c, origin, session?.accessToken)
  if (!proof || (session && proof.thumbprint !== session.thumbprint)) throw refused()
  const { serverNonce } = proof
  if (typeof serverNonce !== 'string' || !ctx.dpopNonces.isGood(serverNonce, ctx.now()))
    throw useNonce(c, session !== null)
  return {
    ...proof,
    serverNonce,
    caller: callerOf(ctx.settings, c),
    network: clientNetwork(ctx.settings, c),
    refused,
  }
}

/** Each answer of the API has the nonce for the next proof, so that nobody who called a moment ago is refused for it. */
export const offerDpopNonce =
  ({ dpopNonces, now }: Context): MiddlewareHandler =>
  async (c, next) => {
    await next()
    if (c.req.path.startsWith('/api/v1/')) c.res.headers.set(DPOP_NONCE_HEADER, dpopNonces.current(now()))
  }

/**
 * RFC 9449 §9 where there is an access token, §8 where one is asked for: 400 also keeps a page of an earlier release logged in,
 * which takes 401 for the end of its session.
 */
function useNonce(c: RequestContext, hasToken: boolean): VitrineError {
  if (hasToken)
    c.header(
      'WWW-Authenticate',
      'DPoP error="use_dpop_nonce", error_description="Prove it with the nonce given"',
    )
  return new VitrineError({
    type: 'api_error',
    code: 'use_dpop_nonce',
    message: 'This page is of an earlier release. Reload it.',
    status: hasToken ? 401 : 400,
  })
}

async function readProof(
  ctx: Context,
  c: RequestContext,
  origin: string,
  accessToken: string | undefined,
): Promise<
  | (Omit<DpopProof, 'refused' | 'caller' | 'network' | 'serverNonce'> & { readonly serverNonce: unknown })
  | null
> {
  const jwt = c.req.header(DPOP_HEADER)
  if (jwt === undefined || jwt.length > 4096) return null
  try {
    const { payload, protectedHeader } = await jwtVerify(jwt, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: ['ES256'],
      currentDate: new Date(ctx.now()),
      requiredClaims: ['jti', 'htm', 'htu', 'iat'],
    })
    const { jti, iat, htm, htu, ath, nonce: serverNonce } = payload
    const { jwk } = protectedHeader
    if (jwk === undefined || jti === undefined || iat === undefined) return null
    // jose does not say that it is text: the length of a number is no length.
    if (typeof jti !== 'string' || jti.length < 16 || jti.length > 128) return null
    const url = `${origin}${c.req.path}`
    if (htm !== c.req.method || htu !== url) return null
    if (Math.abs(iat * 1000 - ctx.now()) > MAX_CLOCK_DIFFERENCE_MS) return null
    // Binds proof and token: a proof made for one session is worth nothing beside another's token.
    if (accessToken !== undefined && ath !== sha256(accessToken)) return null
    const thumbprint = await calculateJwkThumbprint(jwk, 'sha256')
    // The proof is too old then.
    const expiresAt = new Date(iat * 1000 + 2 * MAX_CLOCK_DIFFERENCE_MS)
    const publicKey = () => spki(jwk)
    const nonce = { key: `dpop:${thumbprint}:${jti}`, expiresAt }
    return { jwt, url, thumbprint, publicKey, serverNonce, nonce }
  } catch {
    return null
  }
}

const spki = ({ x, y }: JWK): string =>
  createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
    .export({ type: 'spki', format: 'der' })
    .toString('base64')

const invalidDeviceProof = () =>
  apiError(
    'invalid_data',
    'The DPoP header must carry a fresh proof of the device’s key. Check the device’s clock and try again.',
  )

const invalidSessionProof = () =>
  apiError(
    'missing_or_invalid_token',
    'This device could not prove that the session is its own. Check the device’s clock, or log in again.',
  )

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')
