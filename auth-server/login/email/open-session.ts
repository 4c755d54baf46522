import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { executePrepared } from '../../database/prepared.ts'
import { hashToken, newSecretToken, newSessionId, SESSION_LIFETIME_MS } from '../../sessions/secret-token.ts'
import type { SignerResponse } from '../../signer/operations.ts'

type ProvenLogin = Extract<SignerResponse<'verifyLogin'>, { ok: true }>

export interface OpenedSession {
  readonly sessionId: string
  readonly refreshToken: string
}

/**
 * Turns a proven code into a session: consumes the code, makes user and account when they are new, and writes device,
 * session and refresh token, as one statement. All of it happens or none: no crash leaves a session without its user or
 * a consumed code without a session, and of two uses of one code at once the second finds it consumed.
 * @returns `null` when the code was consumed or replaced meanwhile.
 * @throws a unique violation (SQLSTATE 23505) when another login made the account of this address meanwhile.
 */
export async function openSession(
  ctx: Context,
  login: {
    readonly appId: string
    readonly address: string
    readonly codeId: string
    readonly isNew: boolean
  },
  proven: ProvenLogin,
): Promise<OpenedSession | null> {
  const sessionId = newSessionId()
  const refreshToken = newSecretToken()
  const now = sql`${new Date(ctx.now()).toISOString()}::timestamptz`
  const expiresAt = sql`${new Date(ctx.now() + SESSION_LIFETIME_MS).toISOString()}::timestamptz`
  const statement = sql`
    with consumed as (
      update login_codes set consumed_at = ${now} where id = ${login.codeId} and consumed_at is null returning id
    ), new_user as (
      insert into users (id, app_id, created_at)
      select ${proven.userId}, ${login.appId}, ${now} from consumed where ${login.isNew}::boolean
    ), new_account as (
      insert into accounts (id, app_id, user_id, type, subject, seal, first_verified_at, latest_verified_at)
      select ${randomUUID()}, ${login.appId}, ${proven.userId}, 'email', ${login.address}, ${proven.accountSeal},
        ${now}, ${now}
      from consumed where ${login.isNew}::boolean
    ), known_account as (
      update accounts set latest_verified_at = ${now}
      from consumed
      where app_id = ${login.appId} and type = 'email' and subject = ${login.address} and not ${login.isNew}::boolean
    ), device as (
      insert into devices (thumbprint, user_id, public_key, seal, created_at)
      select ${proven.device.thumbprint}, ${proven.userId}, ${proven.device.publicKey}, ${proven.device.seal}, ${now}
      from consumed
      on conflict (user_id, thumbprint) do update set seal = excluded.seal
    ), session as (
      insert into sessions (id, app_id, user_id, thumbprint, created_at, expires_at)
      select ${sessionId}, ${login.appId}, ${proven.userId}, ${proven.device.thumbprint}, ${now}, ${expiresAt}
      from consumed
    ), refresh as (
      insert into refresh_tokens (hash, session_id, expires_at)
      select ${hashToken(refreshToken)}, ${sessionId}, ${expiresAt} from consumed
    )
    select id from consumed`
  const rows = await executePrepared(ctx.db, 'email-open-session', statement)
  return rows.length === 1 ? { sessionId, refreshToken } : null
}

/** Consumes a proven code that opens no session. */
export async function consumeCode(ctx: Context, codeId: string): Promise<void> {
  await ctx.db.execute(sql`
    update login_codes set consumed_at = ${new Date(ctx.now()).toISOString()}::timestamptz
    where id = ${codeId} and consumed_at is null`)
}
