import { sql } from 'drizzle-orm'
import type { Database } from '../database/connect.ts'
import type { RotatedContext } from '../signer/envelope.ts'
import type { SignerClient } from '../signer/operations.ts'
import { SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts'

const BATCH = 100

/** How many envelopes of a column name a key. */
export interface KeyCount {
  readonly table: string
  readonly keyId: string
  readonly envelopes: number
}

/** By table and key; of a table without envelopes nothing. */
export async function countEnvelopes(db: Database): Promise<readonly KeyCount[]> {
  const counts: KeyCount[] = []
  for (const { table } of SEALED_COLUMNS) {
    const { rows } = await db.execute<{ keyId: string; envelopes: number }>(
      sql`select key_id as "keyId", count(*)::int as envelopes from ${sql.identifier(table)}
        where key_id is not null group by key_id order by key_id`,
    )
    counts.push(...rows.map(row => ({ table, ...row })))
  }
  return counts
}

export interface Pass {
  readonly done: number
  /** What does not open, as `wallets wallet_1`: its key must stay. */
  readonly unreadable: readonly string[]
}

/**
 * Seals anew, once through, what names one of these keys. Each row is written by itself and only as it was read,
 * so that this may end at any moment and be begun again, twice at once too; a row that somebody holds is left to the next pass,
 * and so nobody ever waits for this.
 */
export async function rewrapAll(
  db: Database,
  signer: Pick<SignerClient, 'rewrap'>,
  old: readonly string[],
  tell: (table: string, done: number) => void,
): Promise<Pass> {
  let done = 0
  const unreadable: string[] = []
  for (const column of SEALED_COLUMNS) {
    let ofTable = 0
    let after = ''
    for (;;) {
      const rows = await readBatch(db, column, old, after)
      const last = rows.at(-1)
      if (!last) break
      after = last.row
      const { sealed } = await signer.rewrap({
        envelopes: rows.map(({ context, before }) => ({ context, sealed: before })),
      })
      const fresh = rows.flatMap(({ row, before }, index) => {
        const next = sealed[index]
        if (next == null) unreadable.push(`${column.table} ${row}`)
        return next == null ? [] : [{ row, before, sealed: next }]
      })
      ofTable += await writeBatch(db, column, fresh)
      tell(column.table, ofTable)
    }
    done += ofTable
  }
  return { done, unreadable }
}

interface SealedRow extends Record<string, unknown> {
  readonly row: string
  readonly context: RotatedContext
  readonly before: string
}

async function readBatch(
  db: Database,
  { table, column, row, context }: SealedColumn,
  old: readonly string[],
  after: string,
): Promise<readonly SealedRow[]> {
  const { rows } = await db.execute<SealedRow>(sql`
    select ${row} as row, ${context} as context, ${sql.identifier(column)} as before from ${sql.identifier(table)}
    where key_id = any (${sql.param(old)}::text[]) and ${row} > ${after} order by 1 limit ${BATCH}`)
  return rows
}

async function writeBatch(
  db: Database,
  { table, column, row }: SealedColumn,
  fresh: readonly { readonly row: string; readonly before: string; readonly sealed: string }[],
): Promise<number> {
  const [name, sealed] = [sql.identifier(table), sql.identifier(column)]
  const { rowCount } = await db.execute(sql`
    with next as (select * from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) as n (row text, before text, sealed text)),
      free as materialized (
        select ctid as place, ${row} as row, ${sealed} as before from ${name}
        where ${row} in (select row from next) for no key update skip locked
      )
    update ${name} set ${sealed} = next.sealed from next join free using (row, before)
    where ${name}.ctid = free.place and ${name}.${sealed} = next.before`)
  return rowCount ?? 0
}
