import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { CsvError, parse } from 'csv-parse/sync'
import { CommandError } from './command.ts'
import { readCells, readHeader, readObject } from './import-row.ts'

/** A row of the file: what is to be asked of the server, or what is wrong with it, as a sentence. */
export type FileRow = {
  /** Of the file, from 1. */
  readonly line: number
  /** Where the row ends in the file. */
  readonly byte: number
} & ({ readonly request: ReturnType<typeof readObject> } | { readonly error: string })

/** Of one row; the server takes less. */
export const MAX_ROW = 256 * 1024

const NOT_UTF8 = 'The line is not UTF-8. Save the file as UTF-8.'
const TOO_LONG = `The line is longer than ${MAX_ROW / 1024} KiB.`
/** What stands for bytes that are none of UTF-8 once they are decoded. */
const UNDECODED = '\uFFFD'

export interface ImportFile {
  readonly bytes: number
  rows(): AsyncGenerator<FileRow>
}

/**
 * Opens a file of people: CSV (RFC 4180) with a header, or JSON lines, UTF-8 with or without a byte order mark. It is read as it is sent
 * and never held whole; what is wrong with one row stops no other.
 * @throws CommandError for what is no such file at all
 */
export async function openImportFile(path: string): Promise<ImportFile> {
  const isCsv = /\.csv$/i.test(path)
  if (!isCsv && !/\.(jsonl|ndjson)$/i.test(path))
    throw new CommandError('The file’s name ends with .csv, or with .jsonl for JSON lines.')
  const file = await open(path).catch(() => {
    throw new CommandError(`The file ${path} cannot be read.`)
  })
  try {
    const { size } = await file.stat()
    const start = await file.read(Buffer.alloc(MAX_ROW), 0, MAX_ROW, 0)
    const mark = start.buffer.readUInt16BE()
    if (mark === 0xfeff || mark === 0xfffe)
      throw new CommandError('The file is UTF-16. Save it as UTF-8, and run the command again.')
    const text = start.buffer.toString('latin1', 0, start.bytesRead)
    // One line would be taken for the whole file, and nobody imported.
    if (/\r[^\n]/.test(text) && !text.includes('\n'))
      throw new CommandError(
        'The lines of the file end with CR alone, as on a Mac of old. Save it with LF or CRLF, and run the command again.',
      )
    return { bytes: size, rows: () => (isCsv ? csvRows(path) : jsonRows(path)) }
  } finally {
    await file.close()
  }
}

async function* jsonRows(path: string): AsyncGenerator<FileRow> {
  for await (const { line, byte, text } of linesOf(path)) {
    if (text === null) yield { line, byte, error: TOO_LONG }
    else if (text.includes(UNDECODED)) yield { line, byte, error: NOT_UTF8 }
    else if (text.trim() !== '') yield { line, byte, ...read(() => readObject(parseJson(text))) }
  }
}

/** `null`: the line is longer than any row. It is read over, and not kept. */
async function* linesOf(path: string) {
  let [line, byte, kept] = [1, 0, [] as Buffer[]]
  let length = 0
  const end = () => {
    const text = length > MAX_ROW ? null : Buffer.concat(kept).toString('utf8')
    const whole = { line, byte, text: line === 1 ? (text?.replace(/^\uFEFF/, '') ?? null) : text }
    line++
    kept = []
    length = 0
    return whole
  }
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    for (let from = 0; from < chunk.length; ) {
      const at = chunk.indexOf(10, from)
      const part = chunk.subarray(from, at < 0 ? chunk.length : at)
      length += part.length
      byte += part.length + (at < 0 ? 0 : 1)
      from += part.length + 1
      if (length <= MAX_ROW) kept.push(part)
      else kept = []
      if (at >= 0) yield end()
    }
  }
  if (length > 0) yield end()
}

/** The words of `JSON.parse` would quote the line. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandError('The line is not valid JSON. It may be cut off.')
  }
}

/** A row may have several lines, where a cell does. One whose quotation mark is never closed is told of, and the lines after it are rows. */
async function* csvRows(path: string): AsyncGenerator<FileRow> {
  let columns: ReturnType<typeof readHeader> | null = null
  for await (const { line, byte, text, cells } of recordsOf(path)) {
    if (typeof cells === 'string') {
      if (columns === null) throw new CommandError(`The first line names the columns. ${cells}`)
      yield { line, byte, error: cells }
    } else if (columns === null) columns = readHeader(cells)
    else if (text.includes(UNDECODED)) yield { line, byte, error: NOT_UTF8 }
    else {
      const known = columns
      yield { line, byte, ...read(() => readCells(known, cells)) }
    }
  }
  if (columns === null) throw new CommandError('The file is empty. Its first line names the columns.')
}

interface Line {
  readonly line: number
  readonly byte: number
  readonly text: string | null
}
/** Its cells, or why there are none. */
interface CsvRecord {
  readonly line: number
  readonly byte: number
  readonly text: string
  readonly cells: readonly string[] | string
}

async function* recordsOf(path: string): AsyncGenerator<CsvRecord> {
  /** Lines of a row that is not closed yet. */
  let held: Line[] = []
  for await (const next of linesOf(path)) {
    held.push(next)
    const { records, rest } = takeRecords(held, false)
    yield* records
    held = rest
  }
  yield* takeRecords(held, true).records
}

/** @param isEnd no line comes any more */
function takeRecords(lines: readonly Line[], isEnd: boolean) {
  const records: CsvRecord[] = []
  let rest = [...lines]
  while (rest.length > 0) {
    const [first, last] = [rest[0] as Line, rest.at(-1) as Line]
    const { line, byte } = first
    const text = rest.map(it => it.text ?? '').join('\n')
    if (first.text === null) {
      records.push({ line, byte, text: '', cells: TOO_LONG })
      rest = rest.slice(1)
      continue
    }
    // Only what has a quotation mark closes one.
    const mayClose = rest.length === 1 || isEnd || last.text === null || last.text.includes('"')
    const cells = mayClose ? cellsOf(text) : NOT_CLOSED
    const isOpen = cells === NOT_CLOSED
    if (isOpen && !isEnd && last.text !== null && text.length <= MAX_ROW) break
    if (typeof cells !== 'string') {
      if (text.trim() !== '') records.push({ line, byte: last.byte, text, cells })
      return { records, rest: [] }
    }
    records.push({ line, byte, text: '', cells })
    rest = rest.slice(1)
  }
  return { records, rest }
}

/** RFC 4180. */
function cellsOf(text: string): readonly string[] | string {
  try {
    const [cells = ['']]: string[][] = parse(text.replace(/\r$/, ''), { relax_column_count: true })
    return cells
  } catch (error) {
    return (error instanceof CsvError && CSV_ERRORS[error.code]) || 'The line is not CSV.'
  }
}

const STRAY_MARK = 'A quotation mark stands within a cell. Write it twice, and the cell between two others.'
const NOT_CLOSED = 'A quotation mark is not closed. The line may be cut off.'
const CSV_ERRORS: Readonly<{ [code: string]: string }> = {
  CSV_QUOTE_NOT_CLOSED: NOT_CLOSED,
  CSV_INVALID_CLOSING_QUOTE: STRAY_MARK,
  INVALID_OPENING_QUOTE: STRAY_MARK,
}

/** Sentences of ours are told; other errors may quote what they were about. */
function read(work: () => ReturnType<typeof readObject>) {
  try {
    return { request: work() }
  } catch (error) {
    return { error: error instanceof CommandError ? error.message : 'The line cannot be read.' }
  }
}
