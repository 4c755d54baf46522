import * as z from 'zod/mini'

/**
 * A backup is one gzip file of UTF-8 lines, so that `zcat` shows it and Postgres' own tools can bring it back:
 * 1. `VITRINE BACKUP <format>`.
 * 2. The header, JSON.
 * 3. For each table of the header, in its order: its rows in the text format of Postgres' `COPY`, then `\.`.
 * 4. The end, JSON: how many rows each table has, and the SHA-256 of all bytes before this line.
 * A table stands behind those that its rows refer to. The checksum tells of damage; it does not tell who wrote the file.
 */
const FORMAT = 1
export const FIRST_LINE = `VITRINE BACKUP ${FORMAT}`
export const END_OF_TABLE = '\\.'

/** What Postgres calls a table, a column or a sequence of ours. It is quoted all the same. */
const identifier = z.string().check(z.regex(/^[a-z_][a-z0-9_]{0,62}$/))

export const backupHeader = z.object({
  note: z.string(),
  /** Of the program that wrote it. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** Which master key opens what is sealed in it (`signer/master-key.ts`); `null`: nothing is. */
  masterKeyId: z.nullable(z.string()),
  /** Names of the migrations that made its tables, in their order. */
  migrations: z.array(z.string().check(z.regex(/^\d{4}_[a-z_]+\.sql$/))).check(z.minLength(1)),
  tables: z.array(z.object({ name: identifier, columns: z.array(identifier).check(z.minLength(1)) })),
  /** What the identity column of a table counted up to. */
  counters: z.array(
    z.object({ table: identifier, column: identifier, last: z.string().check(z.regex(/^\d{1,19}$/)) }),
  ),
})
export type BackupHeader = z.infer<typeof backupHeader>
export type BackupTable = BackupHeader['tables'][number]

export const backupEnd = z.object({
  rows: z.record(identifier, z.int()),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})
export type BackupEnd = z.infer<typeof backupEnd>

export const NOTE =
  'The master key is not in this file, and nothing sealed in it opens without: keep the key apart. It holds addresses of people.'

/** A backup cannot be written or put back. The message is for the operator, and says what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
  /** Nothing is wrong with what was asked: the state of things forbids it. */
  readonly isRefusal: boolean
  constructor(message: string, { isRefusal = false } = {}) {
    super(message)
    this.isRefusal = isRefusal
  }
}

/** How far it is: a line for who watches. */
export type Tell = (line: string) => void
