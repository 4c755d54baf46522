import { sql } from 'drizzle-orm'
import type { Context as RequestContext } from 'hono'
import type { Context } from '../context.ts'
import { executePrepared } from '../database/prepared.ts'
import { apiError } from '../errors/api-error.ts'
import { record } from '../observability/recorder.ts'
import { clientNetwork, siteOf } from './network.ts'

interface Counted {
  /** What is limited, e.g. `email-init-network`. */
  readonly scope: string
  /** Who is limited: a network, an address, an app. */
  readonly subject: string
}

/** At most `limit` calls of `subject` in each window of `windowMs`. */
export interface WindowLimit extends Counted {
  readonly limit: number
  readonly windowMs: number
}

/**
 * `atOnce` calls of `subject`, and one more each time that `everyMs` have passed: whoever used it up, the next call is never
 * further away than that. The generic cell rate algorithm (ITU-T I.371), whose whole state is the moment at which the bucket
 * is full again: `expires_at` of its row.
 */
export interface BucketLimit extends Counted {
  readonly atOnce: number
  readonly everyMs: number
}

export type RateLimit = WindowLimit | BucketLimit

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
  const now = ctx.now()
  const instant = sql`${new Date(now).toISOString()}::timestamptz`
  // Rows are locked in key order: two calls that share limits cannot wait for each other.
  const ordered = limits
    .map(limit => ({ ...allowance(limit, now), key: keyOf(limit) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  // Rows and not an array, of which Postgres does not know the length and so makes a plan for each call.
  const wanted = ordered.map(
    ({ key, points, expires, latest }) =>
      sql`(${key}::text, ${points}::int, ${toInstant(expires)}::timestamptz, ${toInstant(latest)}::timestamptz)`,
  )
  // A bucket's row has no points: only its time is moved on.
  const statement = sql`
    with wanted as materialized (
      select * from (values ${sql.join(wanted, sql`, `)}) as wanted (key, points, expires_at, latest)
    ), refusing as materialized (
      select key, known.points + 1 as points, known.expires_at from wanted cross join lateral (
        -- The limit keeps it a look-up by key, whatever Postgres believes of the table: it grows from nothing.
        select points, expires_at from rate_limits where key = wanted.key limit 1
      ) as known
      where known.expires_at > ${instant}
        and case when wanted.points < 0 then known.expires_at > wanted.latest else known.points >= wanted.points end
    ), counted as (
      insert into rate_limits (key, points, expires_at)
      select key, case when points < 0 then 0 else 1 end, expires_at from wanted, set_config('synchronous_commit', 'off', true)
      where not exists (select from refusing)
      on conflict (key) do update set
        points = case when rate_limits.expires_at <= ${instant} then excluded.points
          else rate_limits.points + excluded.points end,
        expires_at = case when rate_limits.expires_at <= ${instant} then excluded.expires_at
          when excluded.points = 0 then rate_limits.expires_at + (excluded.expires_at - ${instant})
          else rate_limits.expires_at end
      returning key, points, expires_at
    )
    select key, points, (extract(epoch from expires_at) * 1000)::float8 as expires
    from (select * from refusing union all select * from counted) as answer`
  const rows = await executePrepared<{ key: string; points: number; expires: number }>(
    ctx.db,
    `limit-rate-${limits.length}`,
    statement,
  )
  const allowanceOf = new Map(ordered.map(allowed => [allowed.key, allowed]))
  const waits = rows.flatMap(({ key, ...row }) => allowanceOf.get(key)?.waitMs(row) ?? [])
  if (waits.length === 0) return
  for (const { key } of rows) record().limited(key.split(':', 1)[0] ?? '')
  const retryAfter = Math.max(1, Math.ceil(Math.max(...waits) / 1000))
  throw apiError('too_many_requests', `Too many attempts. Try again in ${inWords(retryAfter)}.`, {
    data: { retryAfter },
  })
}

/** The row in which a limit is counted. */
export const keyOf = ({ scope, subject }: RateLimit): string => `${scope}:${subject}`

/** Whether so much of a bucket is used up, `share` of it, is told by a row that expires after this. Unix ms. */
export const usedUpBeyond = ({ atOnce, everyMs }: BucketLimit, share: number, now: number): number =>
  now + Math.min(share * atOnce * everyMs, MAX_AHEAD_MS)

/** What a limit lets pass now, as the statement asks it. */
interface Allowance {
  /** Below 0: a bucket. */
  readonly points: number
  /** Of a row that this call makes. Unix ms. */
  readonly expires: number
  /** A bucket whose row expires later is used up. Unix ms. */
  readonly latest: number
  /** How long the caller has to wait, when the row says so of this limit. */
  waitMs(row: { readonly points: number; readonly expires: number }): number | null
}

function allowance(limit: RateLimit, now: number): Allowance {
  if ('windowMs' in limit) {
    const points = Math.min(limit.limit, MAX_POINTS)
    const waitMs: Allowance['waitMs'] = row => (row.points > limit.limit ? row.expires - now : null)
    return { points, expires: now + limit.windowMs, latest: now, waitMs }
  }
  const spent = usedUpBeyond(limit, 1, now)
  const latest = spent - limit.everyMs
  return {
    points: -1,
    expires: now + limit.everyMs,
    latest,
    // A row that refuses, which the statement gives a point, is without this call.
    waitMs(row) {
      const wait = row.expires - (row.points > 0 ? latest : spent)
      return wait > 0 ? wait : null
    },
  }
}

/** What a timestamp of Postgres and a date of JavaScript's hold, as operators may set a budget to a thousand million. */
const MAX_AHEAD_MS = 1e14

const toInstant = (unixMs: number) => new Date(unixMs).toISOString()

function inWords(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}
