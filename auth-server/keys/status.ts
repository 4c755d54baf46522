import { asc, sql } from 'drizzle-orm'
import type { Database } from '../database/connect.ts'
import { envelopeKeys, tokenKeys } from '../database/key-tables.ts'
import { readSealedRoots } from '../signer/sealed-roots.ts'
import { countEnvelopes, type KeyCount } from './rewrap.ts'
import { currentOf } from './rotate.ts'
import { readRoots } from './stored-roots.ts'

/** What is sealed under what. Nothing of it is secret. */
export interface KeyStatus {
  /** `null`: no server of this release has started on this database. */
  readonly roots: {
    readonly set: string
    readonly generation: number
    readonly masterKey: string
  } | null
  /** `seals`: new envelopes name it. A rotation is under way while there is more than one. */
  readonly envelopeKeys: readonly { readonly id: string; readonly since: Date; readonly seals: boolean }[]
  readonly envelopes: readonly KeyCount[]
  readonly tokenKeys: readonly {
    readonly kid: string
    readonly signsFrom: Date
    /** Until when tokens of it may live; `null`: nothing follows it yet. */
    readonly publishedUntil: Date | null
  }[]
  /** Running API processes, and whether their signer works with these roots. */
  readonly servers: readonly { readonly generation: number; readonly masterKeys: readonly string[] }[]
}

export async function readStatus(db: Database): Promise<KeyStatus> {
  const sealed = await readRoots(db)
  const roots = sealed === null ? null : readSealedRoots(sealed)
  const keys = await db.select().from(envelopeKeys).orderBy(asc(envelopeKeys.createdAt))
  const tokens = await db.select().from(tokenKeys).orderBy(asc(tokenKeys.signsFrom))
  const { rows: servers } = await db.execute<{ generation: number; masterKeys: string[] }>(sql`
    select generation, master_keys as "masterKeys" from key_readers where expires_at > clock_timestamp() order by id`)
  return {
    roots: roots && { set: roots.id, generation: roots.generation, masterKey: roots.masterKeyId },
    envelopeKeys: keys.map(({ id, createdAt }) => ({
      ...{ id, since: createdAt },
      seals: roots !== null && currentOf(roots) === id,
    })),
    envelopes: await countEnvelopes(db),
    tokenKeys: tokens.map(({ kid, signsFrom, expiresAt }) => ({ kid, signsFrom, publishedUntil: expiresAt })),
    servers,
  }
}
