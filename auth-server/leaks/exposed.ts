import { type SQL, sql } from 'drizzle-orm'
import { type Reach, type ReachedRow, reachOf } from '../account-changes/reach.ts'
import type { Database } from '../database/connect.ts'
import type { LeakedKey } from './leaked-key.ts'

const BATCH = 500

/**
 * What of a wallet is known to who has a leaked master key and a copy of the database that was sealed under it:
 * - `key`: its key.
 * - `passcode`: its key, once the passcode of its recovery is guessed.
 * - `share`: one of the three shares that its key is split into. A copy from before its person chose that recovery may have had two.
 */
export type Exposure = 'key' | 'passcode' | 'share'

/** A wallet that a leak touches, or a key that waits for its person. */
export interface ExposedWallet {
  readonly appId: string
  /** Whose account it is in now; `null`: nobody has logged in for it yet. */
  readonly userId: string | null
  readonly chainType: string
  readonly address: string
  /** `waiting`: for who has not logged in yet; an operator brought it, or it was made for them. */
  readonly custody: 'server' | 'device' | 'waiting'
  readonly exposure: Exposure
  readonly createdAt: Date
  readonly reach: Reach
  /** Whether the person was written to of this leak. */
  readonly isTold: boolean
  /** Names its place in the order in which they come. */
  readonly cursor: string
}

/**
 * Every wallet that a leak touches, in batches, ordered by user. Wallets that the server made are all among them, those of today
 * too: their keys come from roots that are never rotated. Of what was brought, and of what is on devices, it is what was there while
 * the key was in use.
 * @param after cursor of the last one that is known; `null`: from the first on
 */
export async function* exposedWallets(
  db: Database,
  key: LeakedKey,
  after: string | null,
  size = BATCH,
): AsyncGenerator<readonly ExposedWallet[]> {
  for (let from = after ?? ''; ; ) {
    const batch = await readBatch(db, key, from, size)
    const last = batch.at(-1)
    if (!last) return
    yield batch
    from = last.cursor
  }
}

/** Whether a text is a cursor: a user, a place among the sources, and a row there. */
export const isCursor = (text: string): boolean => /^[^/]*\/\d\/[^/]+$/.test(text)

interface Row extends Record<string, unknown> {
  readonly appId: string
  readonly userId: string | null
  readonly chainType: string
  readonly address: string
  readonly custody: ExposedWallet['custody']
  readonly exposure: Exposure
  readonly createdAt: string
  readonly accounts: readonly ReachedRow[]
  readonly isTold: boolean
  readonly cursor: string
}

async function readBatch(
  db: Database,
  key: LeakedKey,
  after: string,
  size: number,
): Promise<readonly ExposedWallet[]> {
  const until = key.usedUntil === null ? sql`'infinity'::timestamptz` : instantOf(key.usedUntil)
  const { rows } = await db.execute<Row>(sql`
    with found as (${sql.join(sourcesSince(after, until, size), sql` union all `)}
      order by owner, source, place limit ${size})
    select found.app_id as "appId", person.id as "userId", chain_type as "chainType", address, custody, exposure,
      found.created_at as "createdAt", owner || '/' || source || '/' || place as cursor,
      exists (select from leak_notices where user_id = person.id and master_key_id = ${key.id}) as "isTold",
      coalesce(reached.accounts, waiting) as accounts
    from found
    left join users as owning on owning.id = found.owner
    left join users as person on person.id = coalesce(owning.merged_into, owning.id)
    left join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('type', type, 'subject', subject, 'details', details)
        order by first_verified_at, id), '[]') as accounts
      from accounts where user_id = person.id
    ) as reached on person.id is not null
    order by owner, source, place`)
  return rows.map(({ accounts, createdAt, ...row }) => ({
    ...row,
    createdAt: new Date(createdAt),
    reach: reachOf(accounts),
  }))
}

const instantOf = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`

/** Rows of each table after a place, at most a batch: each is read by its index, and not the whole of it for each batch. */
function sourcesSince(after: string, until: SQL, size: number): SQL[] {
  const [user = '', source = '0', place = ''] = after.split('/')
  const since = (at: number, owner: SQL, id: SQL) =>
    sql`${owner} >= ${user} and (${owner}, ${at}::int, ${id}) > (${user}, ${Number(source)}::int, ${place})
      order by 1, 3 limit ${size}`
  const of = (table: string, column = 'user_id') => sql`${sql.identifier(table)}.${sql.identifier(column)}`
  const part = (at: number, table: string, wallet: SQL, from: SQL, owner = of(table), id = of(table, 'id')) =>
    sql`(select ${owner} as owner, ${at}::int as source, ${id} as place, ${wallet} from ${from} ${since(at, owner, id)})`
  // Of a set that is gone nothing is held any more.
  const ofSet = sql`case recovery_method when 'privy' then 'key' when 'user-passcode' then 'passcode' else 'share' end`
  const nobody = sql`null::jsonb as waiting`
  const indexed = sql`embedded_wallets.chain_type || ' ' || lpad(embedded_wallets.wallet_index::text, 10, '0')`
  return [
    part(
      1,
      'pending_imports',
      sql`app_id, chain_type, address, 'waiting' as custody, 'key' as exposure, created_at,
        jsonb_build_array(jsonb_build_object('type', type, 'subject', subject, 'details', '{}'::jsonb)) as waiting`,
      sql`pending_imports where created_at < ${until} and`,
      sql`''::text`,
    ),
    part(
      6,
      'expected_wallets',
      sql`app_id, chain_type, address, 'waiting', 'key', created_at, (
        select jsonb_agg(identity || '{"details": {}}') from jsonb_array_elements(identities) as identity) as waiting`,
      sql`expected_wallets where created_at < ${until} and`,
      sql`''::text`,
    ),
    part(
      2,
      'wallets',
      sql`app_id, chain_type, address, 'server', 'key', created_at, ${nobody}`,
      sql`wallets where`,
    ),
    part(
      3,
      'imported_wallets',
      sql`app_id, chain_type, address, 'server', 'key', created_at, ${nobody}`,
      sql`imported_wallets where set_id is null and created_at < ${until} and`,
    ),
    part(
      4,
      'embedded_wallets',
      sql`app_id, chain_type, address, 'device', ${ofSet}, embedded_wallets.created_at, ${nobody}`,
      sql`embedded_wallets join embedded_sets on embedded_sets.id = set_id where embedded_sets.created_at < ${until} and`,
      of('embedded_wallets'),
      indexed,
    ),
    part(
      5,
      'imported_wallets',
      sql`imported_wallets.app_id, chain_type, address, 'device', ${ofSet}, imported_wallets.created_at, ${nobody}`,
      sql`imported_wallets join embedded_sets on embedded_sets.id = set_id where imported_wallets.created_at < ${until} and`,
    ),
  ]
}
