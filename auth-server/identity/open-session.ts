import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { holdOfDevice, LIFTED_BY_OLDER_WAY } from '../account-changes/hold.ts'
import { learnLanguage } from '../account-changes/language.ts'
import { eventsOf } from '../audit/record-event.ts'
import { redacted } from '../audit/redact.ts'
import { hashToken, newSecretToken, newSessionId, SESSION_LIFETIME_MS } from '../sessions/secret-token.ts'
import type { SignerResponse } from '../signer/operations.ts'
import type { ProofOfIdentity } from './proof-of-identity.ts'

export type ProvenLogin = Extract<SignerResponse<'verifyLogin'>, { ok: true }>

export interface OpenedSession {
  readonly sessionId: string
  readonly refreshToken: string
  /** The device is new to a user who was there before. */
  readonly isNewDevice: boolean
  /** An operator brought keys for the identity, or noted whom it is expected of: its user does not have that yet. */
  readonly keysWait: boolean
}

/** Runs a statement; `name` is one per text, for a prepared one. */
type Run = (name: string, statement: SQL) => Promise<readonly unknown[]>

/**
 * Turns a proven login into a session: uses the proof up, makes user and account when they are new, and writes device,
 * session, refresh token and what is told of them later, as one statement. All of it happens or none: no crash leaves a session without its user or
 * a used proof without a session, and of two uses of one proof at once the second finds it used.
 * @param login.now unix ms
 * @returns `null` when the proof was used meanwhile, or the account was taken from the user.
 * @throws a unique violation (SQLSTATE 23505) when another login made this account meanwhile.
 */
export async function openSession(
  run: Run,
  login: {
    readonly appId: string
    readonly proof: ProofOfIdentity
    /** The account is. */
    readonly isNew: boolean
    /** The new account is held until then, and its user was there before; unix ms. `null`: the user is new with it. */
    readonly joins: { readonly heldUntil: Date | null } | null
    readonly now: number
    /** Until when a new device is held where the operator asks for that; unix ms. */
    readonly newDeviceHeldUntil: number | null
  },
  { identity, facts, userId, accountSeal, device, presence }: ProvenLogin,
): Promise<OpenedSession | null> {
  const { consumption, refreshesDetails = false, caller } = login.proof
  const details = JSON.stringify({ ...login.proof.details, ...facts })
  const { browser, language, madeWith, from } = caller
  const isNewUser = login.isNew && login.joins === null
  const sessionId = newSessionId()
  const refreshToken = newSecretToken()
  const now = sql`${new Date(login.now).toISOString()}::timestamptz`
  const expiresAt = sql`${new Date(login.now + SESSION_LIFETIME_MS).toISOString()}::timestamptz`
  const opened = JSON.stringify({ account: redacted(identity), session_id: sessionId })
  const statement = sql`
    with consumed as (
      ${consumption.statement}
    ), new_user as (
      insert into users (id, app_id, created_at, language)
      select ${userId}, ${login.appId}, ${now}, ${language} from consumed where ${isNewUser}::boolean
    ), new_account as (
      insert into accounts
        (id, app_id, user_id, type, subject, seal, details, first_verified_at, latest_verified_at, held_until)
      select ${randomUUID()}, ${login.appId}, ${userId}, ${identity.type}, ${identity.subject}, ${accountSeal},
        ${details}::jsonb, ${now}, ${now}, ${login.joins?.heldUntil?.toISOString() ?? null}::timestamptz
      from consumed where ${login.isNew}::boolean
      returning user_id, id, held_until
    ), known_account as (
      update accounts set latest_verified_at = ${now},
        details = case when ${refreshesDetails}::boolean then ${details}::jsonb else details end
      from consumed
      where app_id = ${login.appId} and type = ${identity.type} and subject = ${identity.subject}
        and user_id = ${userId} and not ${login.isNew}::boolean
      returning accounts.user_id, accounts.id, accounts.held_until
    ), owner as (
      select user_id, id, held_until from new_account union all select user_id, id, held_until from known_account
    ), ${holdOfDevice({ now, browser, isNew: isNewUser, newDeviceHeldUntil: login.newDeviceHeldUntil })}, device as (
      insert into devices (thumbprint, user_id, public_key, seal, created_at, held_until, held_for, browser_hash)
      select ${device.thumbprint}, user_id, ${device.publicKey}, ${device.seal}, ${now}, hold.until, hold.cause, ${browser}
      from owner, hold
      on conflict (user_id, thumbprint) do update set seal = excluded.seal, ${LIFTED_BY_OLDER_WAY}
      returning xmax = 0 as is_new
    ), session as (
      insert into sessions (id, app_id, user_id, thumbprint, created_at, expires_at, account_id, made_with, network, presence)
      select ${sessionId}, ${login.appId}, user_id, ${device.thumbprint}, ${now}, ${expiresAt}, id, ${madeWith},
        ${from.network ?? null}, ${presence ? JSON.stringify(presence) : null}::jsonb
      from owner
    ), ${learnLanguage(language)}, ${eventsOf(
      login.now,
      { thumbprint: device.thumbprint, caller },
      sql`
        select ${login.appId}::text as app_id, user_id, it.type, ${opened}::jsonb as data, null::text as once
        from owner cross join
          (values (1, 'user.created'), (2, 'user.linked_account'), (3, 'user.authenticated')) as it (place, type)
        where place = 3 or place = 1 and ${isNewUser}::boolean or place = 2 and ${login.joins !== null}::boolean
        order by place`,
    )}, refresh as (
      insert into refresh_tokens (hash, session_id, expires_at)
      select ${hashToken(refreshToken)}, ${sessionId}, ${expiresAt} from owner
    )
    select is_new and not is_known as is_new,
      exists (
        select from pending_imports
        where app_id = ${login.appId} and type = ${identity.type} and subject = ${identity.subject}
      ) or exists (
        select from expected_accounts
        where app_id = ${login.appId} and type = ${identity.type} and subject = ${identity.subject}
      ) as keys_wait
    from owner, device, hold`
  const [row, ...others] = await run(`open-session-${consumption.name}`, statement)
  if (!row || others.length > 0) return null
  const { is_new: isNew, keys_wait: keysWait } = row as { is_new?: boolean; keys_wait?: boolean }
  return { sessionId, refreshToken, isNewDevice: !isNewUser && isNew === true, keysWait: keysWait === true }
}
