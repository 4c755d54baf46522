import { MAILBOX_TYPE } from '@vitrine/shared/account/login-facts.ts'
import { LOGIN_ENTRIES } from '@vitrine/shared/login/registry.ts'
import { sql } from 'drizzle-orm'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import type { Database } from '../database/connect.ts'
import { executePrepared } from '../database/prepared.ts'
import { apiError } from '../errors/api-error.ts'
import type { Identity } from '../identity/identity.ts'

/**
 * Refuses who is on the app's denylist, and, when its allowlist is on, who is not on it. A user counts with all accounts,
 * so that one who was invited by email may log in with a passkey. Asked after the proof: nobody else learns from the
 * answer who is on a list.
 * @param userId of the account that the identity has, if any.
 * @param vouchedEmail that a provider has seen its person read, in lower case
 * @throws `allowlist_rejected` (403)
 */
export async function requireEntry(
  ctx: Context,
  app: App,
  identity: Identity,
  userId: string | null,
  vouchedEmail?: string,
): Promise<void> {
  const { allowed, denied } = await findRules(ctx, app.id, identity, userId, vouchedEmail)
  if (denied || (app.config.allowlist_enabled && !allowed)) throw rejected(app)
}

/**
 * For an identity that is added to a user, who is in already: one that is denied would lock the user out at the next login.
 * @throws `allowlist_rejected` (403)
 */
export async function requireNotDenied(
  ctx: Context,
  app: App,
  identity: Identity,
  vouchedEmail?: string,
): Promise<void> {
  const { denied } = await findRules(ctx, app.id, identity, null, vouchedEmail)
  if (denied) throw rejected(app)
}

/** Whether an account of a user who is in came onto the app's denylist since the login. */
export async function isDenied(ctx: Context, appId: string, userId: string): Promise<boolean> {
  return (await findRules(ctx, appId, null, userId)).denied
}

/** What changes among a user's accounts. */
export interface AccountChange {
  readonly removed: Identity
  readonly added: Identity | null
}

/**
 * Refuses a change that would keep the user out at the next login, and away from the wallets with it.
 * @param db the transaction, where the change is one
 * @throws `allowlist_rejected` (403)
 */
export async function requireEntryAfter(
  db: Pick<Database, 'execute'>,
  app: App,
  userId: string,
  { removed, added }: AccountChange,
): Promise<void> {
  const { rows } = await db.execute<Rules>(rulesOf(app.id, added, userId, removed))
  const { allowed, denied } = theOne(rows)
  if (denied || (app.config.allowlist_enabled && !allowed))
    throw apiError(
      'allowlist_rejected',
      'Without this login you would not have access to this site any more.',
    )
}

type Rules = { allowed: boolean; denied: boolean }

async function findRules(
  ctx: Context,
  appId: string,
  identity: Identity | null,
  userId: string | null,
  vouchedEmail?: string,
) {
  const rules = rulesOf(appId, identity, userId, null, vouchedEmail)
  return theOne(await executePrepared<Rules>(ctx.db, 'find-entry-rules', rules))
}

const DOMAIN_RULES = LOGIN_ENTRIES.flatMap(it => it.accounts).flatMap(({ type, domainRule }) =>
  domainRule === undefined ? [] : [sql`(${type}::text, ${domainRule}::text)`],
)

/** What a rule can name: an account by its type and subject, an email address also by its domain, a wallet by its address, an account at a provider also by the address that that vouches for. */
const rulesOf = (
  appId: string,
  added: Identity | null,
  userId: string | null,
  removed: Identity | null,
  vouchedEmail?: string,
) => sql`
  with kept as (
    select type, subject, details->>'vouchedEmail' as mailbox from accounts where user_id = ${userId}::text
      and (type, subject) is distinct from (${removed?.type ?? null}::text, ${removed?.subject ?? null}::text)
  ), subject as (
    select ${added?.type ?? null}::text as type, ${added?.subject ?? null}::text as value
    union all select ${MAILBOX_TYPE}, ${vouchedEmail ?? null}::text
    union all select type, subject from kept
    union all select ${MAILBOX_TYPE}, mailbox from kept
  ), name as (
    select type, value from subject
    union all select domain.rule, split_part(value, '@', 2) from subject
      join (values ${sql.join(DOMAIN_RULES, sql`, `)}) as domain (type, rule) using (type)
    union all select type, split_part(value, ':', 2) from subject where type = 'wallet'
  ), rule as (
    select list from entry_rules join name using (type, value) where app_id = ${appId}
  )
  select exists (select from rule where list = 'allow') as allowed,
    exists (select from rule where list = 'deny') as denied`

function theOne([row]: readonly Rules[]): Rules {
  if (!row) throw new Error('A check of the lists always returns one row')
  return row
}

/** With the site's own words, as far as it has some. */
function rejected({ config: { allowlist_config: own } }: App) {
  const data = {
    ...(own.error_title !== null && { errorTitle: own.error_title }),
    ...(own.error_detail !== null && { errorDetail: own.error_detail }),
    ...(own.cta_text !== null && { errorCtaText: own.cta_text }),
    ...(own.cta_link !== null && { errorCtaLink: own.cta_link }),
  }
  return apiError('allowlist_rejected', 'You don’t have access to this site with this login.', { data })
}
