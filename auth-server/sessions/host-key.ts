import { createPublicKey, verify } from 'node:crypto'
import type { hostKeyRequest } from '@vitrine/shared/api/host-key.ts'
import type { AuthenticatedUser } from '@vitrine/shared/api/session.ts'
import { type HostKeyPurpose, hostKeyMessage } from '@vitrine/shared/bridge/host-key.ts'
import { allowsOrigin } from '@vitrine/shared/config/allowed-origin.ts'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { calculateJwkThumbprint } from 'jose'
import type { output } from 'zod/v4/core'
import type { App } from '../apps/registry.ts'
import { THE_SERVER } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../database/connect.ts'
import { hostKeys } from '../database/host-key-tables.ts'
import { spendNonce } from '../database/nonce.ts'
import { sessions } from '../database/schema.ts'
import { NO_SEAL } from '../database/unsealed-device.ts'
import { isDenied } from '../entry/allowlist.ts'
import { apiError } from '../errors/api-error.ts'
import type { DpopProof } from '../http/dpop.ts'
import type { ActiveSession } from '../http/session.ts'
import { loadWireUser } from '../users/wire-user.ts'
import { authenticatedAnswer } from './answer.ts'
import { endSessions, revokeSession } from './revoke.ts'
import { hashToken, newSecretToken, newSessionId, SESSION_LIFETIME_MS } from './secret-token.ts'

type Body = output<typeof hostKeyRequest>

/** A resumed device is restricted until its session ends: no date frees it. */
const NEVER = '9999-12-31T00:00:00.000Z'
/** Longer than a nonce of the server's is good (`http/dpop-nonce.ts`). */
const LONGEST_NONCE_MS = 30 * 60_000
/** Each reload leaves a session behind that nobody ends. Beyond as many the oldest ones are deleted. */
const MOST_RESUMED = 20

/**
 * The signature proves the page's origin. The app's config must still allow that origin.
 * @throws `invalid_origin` (403)
 */
export function requireSiteOfApp({ config }: App, { origin }: Body): void {
  if (!allowsOrigin(config.allowed_domains, origin))
    throw apiError('invalid_origin', `${origin} is not among the app’s allowed domains.`)
}

/**
 * Lets a page's key resume this login for 30 days. A key has one owner: with a login of another user the login before ends, and with
 * it each session that the key resumed. Logins of one user by one key end together from then on.
 * @throws `invalid_data` (400) when the key did not sign for this call
 */
export async function registerHostKey(
  ctx: Context,
  app: App,
  session: ActiveSession,
  body: Body,
  proof: DpopProof,
): Promise<void> {
  const key = await requireHostKey(ctx, app, 'register', body, proof)
  const now = ctx.now()
  await ctx.db.transaction(async tx => {
    // Two pages of one site that log in at once: the second waits here for the first.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`host-key:${app.id}:${key}`}, 0))`)
    await releaseKey(tx, now, session, key)
    const row = {
      ...{ appId: app.id, thumbprint: key, publicKey: body.public_key, origin: body.origin },
      ...{ userId: session.userId, sessionId: session.id },
      ...{ createdAt: new Date(now), expiresAt: new Date(now + SESSION_LIFETIME_MS) },
    }
    await tx
      .insert(hostKeys)
      .values(row)
      .onConflictDoUpdate({ target: [hostKeys.appId, hostKeys.thumbprint], set: row })
  })
}

/** The former login of the key joins the present one where both are the same user's, and ends where they are not. */
async function releaseKey(tx: Transaction, now: number, session: ActiveSession, key: string): Promise<void> {
  const [former] = await tx
    .select()
    .from(hostKeys)
    .where(and(eq(hostKeys.appId, session.appId), eq(hostKeys.thumbprint, key)))
    // A resumption by the key at the same time is either seen here, or finds that the key leads elsewhere.
    .for('update')
  if (!former || former.sessionId === session.id) return
  if (former.userId !== session.userId) {
    await endSessions(tx, now, sql`id = ${former.sessionId}`, THE_SERVER, 'other-session')
    return
  }
  await tx.execute(sql`
    update sessions set resumed_from = ${session.id}
    where (id = ${former.sessionId} or resumed_from = ${former.sessionId}) and id <> ${session.id}`)
  await tx.execute(sql`update sessions set resumed_from = null where id = ${session.id}`)
}

/**
 * Brings a session back by the page's key: a new session, on a new device key of the frame's, which is restricted until its user proves
 * a login (`http/require-unheld.ts`). The refusal is the same for every reason: it tells nobody whether there is such a key.
 * @throws `missing_or_invalid_token` (401), `invalid_data` (400) when the key did not sign for this call
 */
export async function resumeSession(
  ctx: Context,
  app: App,
  body: Body,
  proof: DpopProof,
): Promise<AuthenticatedUser> {
  const thumbprint = await requireHostKey(ctx, app, 'resume', body, proof)
  const now = new Date(ctx.now())
  const [found] = await ctx.db
    .select({ key: hostKeys, first: sessions })
    .from(hostKeys)
    .innerJoin(sessions, eq(sessions.id, hostKeys.sessionId))
    .where(
      and(
        eq(hostKeys.appId, app.id),
        eq(hostKeys.thumbprint, thumbprint),
        // The message names the origin, and the app allows it. The key is of one origin besides.
        eq(hostKeys.origin, body.origin),
        gt(hostKeys.expiresAt, now),
        gt(sessions.expiresAt, now),
        isNull(sessions.revokedAt),
      ),
    )
  if (!found) throw nothingToResume()
  const { userId, id: first } = found.first
  if (await isDenied(ctx, app.id, userId)) {
    const by = { thumbprint: proof.thumbprint, caller: proof.caller }
    await revokeSession(ctx, first, { by, why: 'denied' })
    throw nothingToResume()
  }
  const sessionId = newSessionId()
  const refreshToken = newSecretToken()
  if (!(await open(ctx, proof, { first, hostKey: thumbprint, sessionId, refreshToken })))
    throw nothingToResume()
  const user = await loadWireUser(ctx.db, userId)
  if (!user) throw nothingToResume()
  const grant = { appId: app.id, userId, sessionId, thumbprint: proof.thumbprint }
  return authenticatedAnswer(ctx, grant, user, refreshToken)
}

interface Opening {
  /** The session of the login. */
  readonly first: string
  readonly hostKey: string
  readonly sessionId: string
  readonly refreshToken: string
}

/**
 * Writes device, session and refresh token in one statement. The row of the key is locked: a logout at the same time is either before,
 * and nothing is opened, or after, and ends this session too.
 * @returns `false` when the key is gone meanwhile, or the device key is not a new one
 */
async function open(
  ctx: Context,
  { thumbprint, publicKey, caller }: DpopProof,
  { first, hostKey, sessionId, refreshToken }: Opening,
): Promise<boolean> {
  const now = sql`${new Date(ctx.now()).toISOString()}::timestamptz`
  const expiresAt = sql`${new Date(ctx.now() + SESSION_LIFETIME_MS).toISOString()}::timestamptz`
  return ctx.db.transaction(async tx => {
    const { rows } = await tx.execute(sql`
      select from host_keys where thumbprint = ${hostKey} and session_id = ${first} for update`)
    if (rows.length === 0) return false
    // It has no browser id, and no login method that came in by it: the release asks for any that the user has.
    const opened = await tx.execute(sql`
      with login as (
        select app_id, user_id, created_at from sessions where id = ${first} and revoked_at is null
      ), device as (
        insert into devices (thumbprint, user_id, public_key, seal, created_at, held_until, held_for)
        select ${thumbprint}, user_id, ${publicKey()}, ${NO_SEAL}, ${now}, ${NEVER}::timestamptz, 'resumed' from login
        on conflict do nothing
        returning thumbprint
      ), session as (
        insert into sessions (id, app_id, user_id, thumbprint, created_at, expires_at, made_with, network, resumed_from)
        select ${sessionId}, app_id, user_id, ${thumbprint}, login.created_at, ${expiresAt}, ${caller.madeWith},
          ${caller.from.network ?? null}, ${first}
        from login, device
        returning id
      ), refresh as (
        insert into refresh_tokens (hash, session_id, expires_at)
        select ${hashToken(refreshToken)}, id, ${expiresAt} from session
      )
      select id from session`)
    await forgetOldest(tx, first)
    return opened.rows.length === 1
  })
}

/** Those that were freed are sessions as others are. */
async function forgetOldest(tx: Transaction, first: string): Promise<void> {
  await tx.execute(sql`
    with old as (
      select sessions.id, user_id, thumbprint from sessions join devices using (user_id, thumbprint)
      where resumed_from = ${first} and held_for = 'resumed'
      order by sessions.expires_at desc, sessions.id offset ${MOST_RESUMED}
    ), device as (
      delete from devices using old
      where devices.user_id = old.user_id and devices.thumbprint = old.thumbprint and held_for = 'resumed'
    )
    delete from sessions using old where sessions.id = old.id`)
}

/**
 * The thumbprint of a page's key that signed for this very call: its app, its origin, the server's nonce and the device of its proof.
 * The nonce is spent for the key and the device before the signature is verified: no signature is good for a second call.
 * @throws `invalid_data` (400)
 */
async function requireHostKey(
  ctx: Context,
  app: App,
  purpose: HostKeyPurpose,
  { origin, public_key: spki, signature }: Body,
  { thumbprint, serverNonce }: DpopProof,
): Promise<string> {
  const key = readKey(spki)
  if (!key) throw notSigned()
  const hostKey = await calculateJwkThumbprint(key.export({ format: 'jwk' }), 'sha256')
  const used = `host-key:${purpose}:${hostKey}:${thumbprint}:${serverNonce}`
  const expiresAt = new Date(ctx.now() + LONGEST_NONCE_MS)
  if (!(await spendNonce(ctx.db, { key: used, expiresAt }))) throw notSigned()
  const message = hostKeyMessage({ purpose, appId: app.id, origin, nonce: serverNonce, thumbprint })
  const bytes = Buffer.from(signature, 'base64')
  if (!verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, bytes)) throw notSigned()
  return hostKey
}

/** @returns `null` when it is no point of the curve */
function readKey(spki: string) {
  try {
    return createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' })
  } catch {
    return null
  }
}

const nothingToResume = () =>
  apiError('missing_or_invalid_token', 'There is no session to bring back. Log in.')

const notSigned = () =>
  apiError('invalid_data', 'The page’s key did not sign for this call. Reload the page, or log in.')
