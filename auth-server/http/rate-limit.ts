import { sql } from 'drizzle-orm'
import type { Context as RequestContext } from 'hono'
import type { Context } from '../context.ts'
import { executePrepared } from '../database/prepared.ts'
import { apiError } from '../errors/api-error.ts'
import { clientNetwork, siteOf } from './network.ts'

/** At most `limit` calls of `subject` in each window of `windowMs`. */
export interface RateLimit {
  /** What is limited, e.g. `email-init-network`. */
  readonly scope: string
  /** Who is limited: a network, an address, an app. */
  readonly subject: string
  readonly limit: number
  readonly windowMs: number
}

/**
 * Calls that one network may make in ten minutes: so many, or so many for each login that `VITRINE_NETWORK_LIMIT` lets it
 * make, since many people share a network and each login is followed by calls of other kinds.
 */
export type NetworkLimit = { readonly scope: string } & (
  | { readonly calls: number }
  | { readonly perLogin: number }
)

/** Calls that one user may make in ten minutes. */
export interface UserLimit {
  readonly scope: string
  readonly calls: number
}

export const TEN_MINUTES_MS = 10 * 60_000
export const ONE_HOUR_MS = 60 * 60_000
export const ONE_DAY_MS = 24 * 60 * 60_000
/** Of the column. */
export const MAX_POINTS = 2_147_483_647

/** @throws `too_many_requests` (429) */
export function limitNetwork(ctx: Context, c: RequestContext, limit: NetworkLimit): Promise<void> {
  const calls = 'calls' in limit ? limit.calls : limit.perLogin * ctx.settings.networkLimit
  const subject = clientNetwork(ctx.settings, c)
  const ofNetwork = { scope: limit.scope, subject, limit: calls, windowMs: TEN_MINUTES_MS }
  const site = siteOf(subject)
  if (site === null) return limitRate(ctx, [ofNetwork])
  // Who is given a /48 has 65,536 networks.
  const ofSite = { ...ofNetwork, subject: site, limit: calls * ctx.settings.budgets.ipv6SiteFactor }
  return limitRate(ctx, [ofNetwork, ofSite])
}

/** @throws `too_many_requests` (429) */
export const limitUser = (ctx: Context, userId: string, { scope, calls }: UserLimit): Promise<void> =>
  limitRate(ctx, [{ scope, subject: userId, limit: calls, windowMs: TEN_MINUTES_MS }])

/**
 * Counts this call against every limit, in one atomic statement, so that any number of server processes share one count
 * and no call slips between a read and a write. A call that one of its limits refuses already counts for none: who is held
 * up at an address of their own uses nothing up of what an app has for all. The count does not wait for the disk: a crash of
 * Postgres may lose the last half second of counts, and nothing else.
 * @throws `too_many_requests` (429) with the seconds until the fullest window ends.
 */
export async function limitRate(ctx: Context, limits: readonly RateLimit[]): Promise<void> {
  // Rows are locked in key order: two calls that share limits cannot wait for each other.
  const ordered = limits
    .map(limit => ({ ...limit, key: `${limit.scope}:${limit.subject}` }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const now = ctx.now()
  const instant = new Date(now).toISOString()
  // Rows and not an array, of which Postgres does not know the length and so makes a plan for each call.
  const wanted = ordered.map(
    ({ key, limit, windowMs }) =>
      sql`(${key}::text, ${Math.min(limit, MAX_POINTS)}::int, ${new Date(now + windowMs).toISOString()}::timestamptz)`,
  )
  const statement = sql`
    with wanted as materialized (
      select * from (values ${sql.join(wanted, sql`, `)}) as wanted (key, points, expires_at)
    ), refusing as materialized (
      select key, known.points + 1 as points, known.expires_at from wanted cross join lateral (
        -- The limit keeps it a look-up by key, whatever Postgres believes of the table: it grows from nothing.
        select points, expires_at from rate_limits where key = wanted.key limit 1
      ) as known
      where known.points >= wanted.points and known.expires_at > ${instant}::timestamptz
    ), counted as (
      insert into rate_limits (key, points, expires_at)
      select key, 1, expires_at from wanted, set_config('synchronous_commit', 'off', true)
      where not exists (select from refusing)
      on conflict (key) do update set
        points = case when rate_limits.expires_at <= ${instant}::timestamptz then 1 else rate_limits.points + 1 end,
        expires_at = case when rate_limits.expires_at <= ${instant}::timestamptz
          then excluded.expires_at else rate_limits.expires_at end
      returning key, points, expires_at
    )
    select key, points, (extract(epoch from expires_at) * 1000)::float8 as expires
    from (select * from refusing union all select * from counted) as answer`
  const rows = await executePrepared<{ key: string; points: number; expires: number }>(
    ctx.db,
    `limit-rate-${limits.length}`,
    statement,
  )
  const limitOf = new Map(ordered.map(({ key, limit }) => [key, limit]))
  const exceeded = rows.filter(({ key, points }) => points > (limitOf.get(key) ?? 0))
  if (exceeded.length === 0) return
  const retryAfter = Math.max(
    1,
    Math.ceil((Math.max(...exceeded.map(({ expires }) => expires)) - now) / 1000),
  )
  throw apiError('too_many_requests', `Too many attempts. Try again in ${inWords(retryAfter)}.`, {
    data: { retryAfter },
  })
}

function inWords(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}
