import { type SQL, sql } from 'drizzle-orm'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import type { accountChanges } from '../database/change-tables.ts'

const ONE_HOUR_MS = 60 * 60_000
/** Mail is read once a day: for as long "This wasn't me" works at least, and holds signing. */
const LEAST_UNDO_HOURS = 24

/** Until when a way in that is added or changed now is held; `null` where the operator lets it sign at once. */
export function addedHold(ctx: Context, { config }: App): Date | null {
  const hours = config.added_login_hold_hours
  return hours === 0 ? null : new Date(ctx.now() + hours * ONE_HOUR_MS)
}

/** Until when a device that comes in now is held, unix ms; `null` unless the operator asks for it. */
export const newDeviceHold = (ctx: Context, app: App): number | null =>
  app.config.hold_new_devices ? (addedHold(ctx, app)?.getTime() ?? null) : null

/** A browser that the user has been in with for as long is their own: whoever else was in it has been told of. */
const OWN_AFTER = sql`interval '24 hours'`

/** For how long a change can be undone. */
export const undoWindowMs = ({ config }: App): number =>
  Math.max(config.added_login_hold_hours, LEAST_UNDO_HOURS) * ONE_HOUR_MS

/** For how long an alarm about a change holds signing; what waits for days is stopped by it, and holds for one. */
export const alarmHoldMs = ({
  kind,
  createdAt,
  expiresAt,
}: Pick<typeof accountChanges.$inferSelect, 'kind' | 'createdAt' | 'expiresAt'>): number =>
  kind === 'mfa-reset' ? LEAST_UNDO_HOURS * ONE_HOUR_MS : expiresAt.getTime() - createdAt.getTime()

/**
 * Of the statement that opens a session: `hold (until, cause)` of a device that the user's `owner (user_id, held_until)`
 * row brings in, whether the user's browser `is_known`, and whether it `is_own`: free, and there since a day. One that is free
 * stays so; else what weighs most counts: an alarm of the user, a way in that was just added, a device that is new.
 */
export const holdOfDevice = ({
  now,
  browser,
  isNew,
  newDeviceHeldUntil,
}: {
  readonly now: SQL
  /** SHA-256 of what the browser is known by; another device key of the same browser is no other device. */
  readonly browser: string | null
  readonly isNew: boolean
  readonly newDeviceHeldUntil: number | null
}): SQL => {
  const ofNewDevice = newDeviceHeldUntil === null || isNew ? null : new Date(newDeviceHeldUntil).toISOString()
  return sql`
    browser as (
      select count(*) > 0 as is_known,
        coalesce(bool_or(devices.held_until is null or devices.held_until <= ${now}), false) as is_free,
        coalesce(min(devices.created_at) < ${now} - ${OWN_AFTER}, false) as is_old,
        max(devices.held_until) filter (where devices.held_for <> 'added-login') as still
      from devices join owner using (user_id) where devices.browser_hash = ${browser}
    ), cause as (
      select users.held_until as alarm, owner.held_until as added, browser.*,
        case when not is_known then ${ofNewDevice}::timestamptz end as new_device
      from owner cross join browser left join users on users.id = owner.user_id
    ), hold as (
      select is_known, is_free and is_old as is_own, case when is_free then null when alarm > ${now} then alarm when added > ${now} then added
          when still > ${now} then still else new_device end as until,
        case when is_free then null when alarm > ${now} then 'alarm' when added > ${now} then 'added-login'
          when still > ${now} then 'new-device' when new_device is not null then 'new-device' end as cause
      from cause
    )`
}

/**
 * A device that the user knows keeps what it has. One that came in by an added way alone is freed by an older one, and a device whose
 * session was resumed is a new device at its first login.
 */
export const LIFTED_BY_OLDER_WAY: SQL = sql`
  held_until = case when devices.held_for in ('added-login', 'resumed') then excluded.held_until else devices.held_until end,
  held_for = case when devices.held_for in ('added-login', 'resumed') then excluded.held_for else devices.held_for end`
