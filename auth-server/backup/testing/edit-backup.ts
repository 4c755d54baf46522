import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'

/** The lines of a backup. */
export const linesIn = (file: string): string[] => gunzipSync(readFileSync(file)).toString('utf8').split('\n')

/** Writes a backup with other lines, whose counts and checksum are right again. */
export function writeEdited(from: string, to: string, edit: (lines: string[]) => string[]): void {
  const lines = edit(linesIn(from).slice(0, -2))
  const { tables } = JSON.parse(lines[1] ?? '') as { tables: { name: string }[] }
  const rows: Record<string, number> = {}
  let at = 2
  for (const { name } of tables) {
    const end = lines.indexOf('\\.', at)
    rows[name] = end - at
    at = end + 1
  }
  const text = `${lines.join('\n')}\n`
  const sha256 = createHash('sha256').update(text).digest('hex')
  writeFileSync(to, gzipSync(`${text}${JSON.stringify({ rows, sha256 })}\n`))
}

/** Changes the header alone. */
export const writeHeader = (from: string, to: string, change: object): void =>
  writeEdited(from, to, ([first = '', header = '', ...rest]) => [
    first,
    JSON.stringify({ ...JSON.parse(header), ...change }),
    ...rest,
  ])
