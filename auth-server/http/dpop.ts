import { createHash } from 'node:crypto'
import { DPOP_HEADER } from '@vitrine/shared/api/headers.ts'
import type { Context as RequestContext } from 'hono'
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose'
import type { Context } from '../context.ts'
import { spendNonce } from '../database/nonce.ts'
import { apiError } from '../errors/api-error.ts'
import type { ActiveSession } from './session.ts'

/** How far a proof's `iat` may be from the server's clock. */
const MAX_CLOCK_DIFFERENCE_MS = 5 * 60_000

/** A proof of possession whose signature and claims hold for this very request (RFC 9449 §4.3). */
export interface DpopProof {
  readonly jwt: string
  /** RFC 7638 thumbprint of the key that signed. */
  readonly thumbprint: string
  /** `used_nonces` key of this proof, and when it may be forgotten: the proof is too old then. */
  readonly nonce: { readonly key: string; readonly expiresAt: Date }
}

/**
 * Checks the `DPoP` header: type, ES256, public key, `htm`, `htu`, `iat`, and `ath` when `accessToken` is given.
 * Does not spend the `jti`: a caller does that after it knows that the key is the right one.
 * @returns `null` when there is no proof or it does not hold.
 */
export async function readDpopProof(
  ctx: Context,
  c: RequestContext,
  accessToken?: string,
): Promise<DpopProof | null> {
  const jwt = c.req.header(DPOP_HEADER)
  if (jwt === undefined || jwt.length > 4096) return null
  try {
    const { payload, protectedHeader } = await jwtVerify(jwt, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: ['ES256'],
      currentDate: new Date(ctx.now()),
      requiredClaims: ['jti', 'htm', 'htu', 'iat'],
    })
    const { jti, iat, htm, htu, ath } = payload
    if (protectedHeader.jwk === undefined || jti === undefined || iat === undefined) return null
    // jose does not say that it is text: the length of a number is no length.
    if (typeof jti !== 'string' || jti.length < 16 || jti.length > 128) return null
    if (htm !== c.req.method || htu !== `${ctx.settings.origin}${c.req.path}`) return null
    if (Math.abs(iat * 1000 - ctx.now()) > MAX_CLOCK_DIFFERENCE_MS) return null
    // Binds proof and token: a proof made for one session is worth nothing beside another's token.
    if (accessToken !== undefined && ath !== sha256(accessToken)) return null
    const thumbprint = await calculateJwkThumbprint(protectedHeader.jwk, 'sha256')
    const expiresAt = new Date(iat * 1000 + 2 * MAX_CLOCK_DIFFERENCE_MS)
    return { jwt, thumbprint, nonce: { key: `dpop:${thumbprint}:${jti}`, expiresAt } }
  } catch {
    return null
  }
}

/**
 * Demands that the caller holds the device key of the session; a stolen access token alone stops here.
 * @returns the proof, not yet spent: for a call that spends it along with what else it writes.
 * @throws `missing_or_invalid_token` (401)
 */
export async function readSessionProof(
  ctx: Context,
  c: RequestContext,
  session: ActiveSession,
): Promise<DpopProof> {
  const proof = await readDpopProof(ctx, c, session.accessToken)
  if (proof?.thumbprint !== session.thumbprint) throw invalidProof()
  return proof
}

/**
 * Demands that the caller holds the device key of the session, and spends the proof: it cannot be sent a second time.
 * @throws `missing_or_invalid_token` (401)
 */
export async function requireProofOfPossession(
  ctx: Context,
  c: RequestContext,
  session: ActiveSession,
): Promise<void> {
  const proof = await readSessionProof(ctx, c, session)
  if (!(await spendNonce(ctx.db, proof.nonce))) throw invalidProof()
}

/**
 * The proof of a call that begins a session: of a device key that the server need not know yet.
 * @throws `invalid_data` (400)
 */
export async function readNewDeviceProof(ctx: Context, c: RequestContext): Promise<DpopProof> {
  const proof = await readDpopProof(ctx, c)
  if (!proof) throw invalidDeviceProof()
  return proof
}

/** 400 and not 401: there is no session yet that a refresh could mend. */
export const invalidDeviceProof = () =>
  apiError(
    'invalid_data',
    'The DPoP header must carry a fresh proof of the device’s key. Check the device’s clock and try again.',
  )

/** The refusal of a proof in calls that belong to a session. */
export function invalidProof() {
  return apiError(
    'missing_or_invalid_token',
    'This device could not prove that the session is its own. Check the device’s clock, or log in again.',
  )
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')
