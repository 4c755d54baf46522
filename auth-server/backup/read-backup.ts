import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type * as z from 'zod/mini'
import {
  BackupError,
  type BackupHeader,
  type BackupTable,
  backupEnd,
  backupHeader,
  END_OF_TABLE,
  FIRST_LINE,
} from './format.ts'
import { createLines } from './lines.ts'
import { countLines } from './progress.ts'

/** Who takes in what a backup has, in its order. */
export interface Taker {
  /** May refuse. Nothing has been checked yet but the header's form. */
  begin(header: BackupHeader): Promise<void>
  /** @param rows pieces of whole lines, in the text format of `COPY`; all of them must be read */
  take(table: BackupTable, rows: AsyncIterable<Buffer>): Promise<void>
}

/**
 * Reads a backup from its beginning to its end. What was taken counts once this resolves: that the file is whole and undamaged
 * is known then.
 * @throws BackupError, or what the taker throws
 */
export async function readBackup(file: string, { begin, take }: Taker): Promise<BackupHeader> {
  const hash = createHash('sha256')
  const lines = createLines(uncompressed(file), damaged(file))
  const first = await lines.line()
  if (first.toString('utf8') !== `${FIRST_LINE}\n`) throw notOurs(file, first)
  const second = await lines.line()
  hash.update(first).update(second)
  const header = parse(backupHeader, second, file)
  await begin(header)
  const rows: Record<string, number> = {}
  for (const table of header.tables) {
    rows[table.name] = 0
    const counted = async function* () {
      for await (const piece of lines.until(`${END_OF_TABLE}\n`)) {
        hash.update(piece)
        rows[table.name] = (rows[table.name] ?? 0) + countLines(piece)
        yield piece
      }
      hash.update(`${END_OF_TABLE}\n`)
    }
    await take(table, counted())
  }
  const end = parse(backupEnd, await lines.line(), file)
  const isSame =
    end.sha256 === hash.digest('hex') && header.tables.every(({ name }) => end.rows[name] === rows[name])
  if (!isSame || !(await lines.isOver())) throw damaged(file)()
  return header
}

/** Reads all of a backup and takes nothing. @throws BackupError */
export const checkBackup = (file: string): Promise<BackupHeader> =>
  readBackup(file, {
    async begin() {},
    async take(_table, rows) {
      for await (const _ of rows);
    },
  })

/** Ends with the error of the file or of its compression. */
function uncompressed(file: string): AsyncIterable<Buffer> {
  const gunzip = createGunzip()
  pipeline(createReadStream(file), gunzip, () => undefined)
  return gunzip
}

function parse<Schema extends z.ZodMiniType>(schema: Schema, line: Buffer, file: string): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(line.toString('utf8')))
  } catch {
    throw damaged(file)()
  }
}

const damaged =
  (file: string) =>
  (error?: unknown): BackupError => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ENOENT') return new BackupError(`There is no file ${file}.`)
    if (code !== '' && !code.startsWith('Z_')) return new BackupError(`${file} cannot be read (${code}).`)
    return new BackupError(`${file} is damaged, cut off, or no backup of Vitrine. Take another one.`)
  }

function notOurs(file: string, first: Buffer): BackupError {
  const [, format] = /^VITRINE BACKUP (\d+)\n$/.exec(first.toString('utf8')) ?? []
  return format === undefined
    ? damaged(file)()
    : new BackupError(
        `${file} has format ${format}, which this release does not know: restore it with a newer one.`,
      )
}
