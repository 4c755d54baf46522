import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import manifest from '../../package.json' with { type: 'json' }
import type { Database, Transaction } from '../database/connect.ts'
import * as schema from '../database/schema.ts'
import { readApplied, readMasterKeyId, readTables, rowsOf } from './contents.ts'
import { readCounters } from './counters.ts'
import {
  BackupError,
  type BackupHeader,
  type BackupTable,
  END_OF_TABLE,
  FIRST_LINE,
  NOTE,
  type Tell,
} from './format.ts'
import { countLines, createProgress } from './progress.ts'

export interface Written {
  readonly header: BackupHeader
  readonly rows: number
  /** Of the file. */
  readonly bytes: number
}

/**
 * Writes a backup while servers go on: all of it is of one moment, and nothing waits for it. The file can be read by its owner
 * alone, and has its name once it is whole and on the disk. Of the rows no more is in memory than is under way.
 * @param db with no time limit for a statement; as who may read every table
 * @param now unix ms
 * @throws BackupError and then there is no file
 */
export async function writeBackup(
  db: Database,
  file: string,
  { now, tell }: { readonly now: number; readonly tell?: Tell | undefined },
): Promise<Written> {
  if (existsSync(file)) throw new BackupError(`${file} is there already: name a new file.`)
  const client = await db.$client.connect()
  let isBroken = true
  try {
    const progress = createProgress(tell, 'copied')
    const { header, bytes } = await atOneMoment(client, async tx => {
      const header = await describe(tx, now)
      return { header, bytes: await writeWhole(file, linesOf(client, header, progress.count)) }
    })
    isBroken = false
    return { header, bytes, rows: progress.rows() }
  } finally {
    // One on which a copy was broken off is of no use.
    client.release(isBroken)
  }
}

function atOneMoment<T>(client: PoolClient, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return drizzle(client, { schema }).transaction(
    async tx => {
      // As any Postgres reads them again.
      await tx.execute(sql`set local datestyle = 'ISO'`)
      await tx.execute(sql`set local extra_float_digits = 3`)
      // A rule that hides rows from this role is an error then, and makes no backup that lacks them.
      await tx.execute(sql`set local row_security = off`)
      return work(tx)
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** @throws BackupError */
async function describe(tx: Transaction, now: number): Promise<BackupHeader> {
  const { migrations, unknown } = await readApplied(tx)
  if (migrations.length === 0)
    throw new BackupError('There is nothing to back up: no server has started on this database yet.')
  if (unknown.length > 0)
    throw new BackupError(
      `A newer release has changed this database (${unknown.join(', ')}): back it up by that release.`,
    )
  const tables = await readTables(tx, migrations)
  return {
    note: NOTE,
    version: manifest.version,
    createdAt: new Date(now).toISOString(),
    masterKeyId: await readMasterKeyId(tx),
    migrations: [...migrations],
    tables,
    counters: await readCounters(tx, tables),
  }
}

async function* linesOf(
  client: PoolClient,
  header: BackupHeader,
  count: (table: string, rows: number) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const rows: Record<string, number> = {}
  const hashed = (bytes: Buffer) => {
    hash.update(bytes)
    return bytes
  }
  yield hashed(Buffer.from(`${FIRST_LINE}\n${JSON.stringify(header)}\n`))
  for (const table of header.tables) {
    let copied = 0
    for await (const chunk of copyOf(client, table)) {
      const lines = countLines(chunk)
      copied += lines
      count(table.name, lines)
      yield hashed(chunk)
    }
    rows[table.name] = copied
    yield hashed(Buffer.from(`${END_OF_TABLE}\n`))
  }
  yield Buffer.from(`${JSON.stringify({ rows, sha256: hash.digest('hex') })}\n`)
}

const copyOf = (client: PoolClient, table: BackupTable): AsyncIterable<Buffer> =>
  client.query(copyTo(`copy ${rowsOf(table)} to stdout`))

/** @returns the file's size @throws BackupError when it cannot be written */
async function writeWhole(file: string, lines: AsyncIterable<Buffer>): Promise<number> {
  const part = `${file}.part`
  try {
    await writeFile(part, '', { flag: 'wx', mode: 0o600 })
  } catch (error) {
    throw unwritable(part, error)
  }
  try {
    await pipeline(Readable.from(lines), createGzip(), createWriteStream(part))
    const size = await flush(part)
    await rename(part, file)
    return size
  } catch (error) {
    await rm(part, { force: true })
    throw isOfSystem(error) ? unwritable(file, error) : error
  }
}

/** A machine that loses its power does not lose it. @returns its size */
async function flush(file: string): Promise<number> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
    return (await handle.stat()).size
  } finally {
    await handle.close()
  }
}

const isOfSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error

function unwritable(file: string, error: unknown): BackupError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
  const hint = code === 'EEXIST' ? ': another backup writes it, or one was broken off. Delete it then.' : '.'
  return new BackupError(`${file} cannot be written (${code})${hint}`)
}
