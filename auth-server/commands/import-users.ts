import { type FileHandle, open } from 'node:fs/promises'
import { IMPORT_SIZE, type ImportResult, importUsersResponse } from '@vitrine/shared/api/import-users.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { readLogin } from '../expected-users/read-request.ts'
import { type BackendAccess, callBackend } from './call-backend.ts'
import { CommandError } from './command.ts'
import { type FileRow, openImportFile } from './import-file.ts'
import type { RowRequest } from './import-row.ts'

/** Calls at a time; each has `IMPORT_SIZE` rows. */
const AT_ONCE = 2

export interface ImportOptions {
  readonly access: BackendAccess
  readonly path: string
  /** Lines up to this one are not sent again. */
  readonly after: number
  /** The file of results, which must not be there yet; `null`: none. `.csv`, or JSON lines. */
  readonly out: string | null
  /** Of each row that failed. */
  failed(line: number, error: string): void
  /** How far it is; absent: nobody looks. */
  progress?(at: Progress): void
}

export interface Progress {
  readonly rows: number
  /** Of the file, up to the last row that was answered. */
  readonly bytes: number
  readonly of: number
}

export interface ImportCounts {
  /** Made by this run. */
  readonly expected: number
  /** Expected before, by an earlier run. */
  readonly known: number
  /** Who has a login here already: nothing was made. */
  readonly exists: number
  readonly failed: number
}

interface Sent {
  readonly line: number
  readonly byte: number
  readonly request: RowRequest
}

/**
 * Sends people of a file to the running server, which makes each of them by itself: a run that was cut off is run again, and finds
 * what it did.
 * @throws CommandError; one of a server that went away names the line after which to go on
 */
export async function importUsersFile(options: ImportOptions): Promise<ImportCounts> {
  const { access, path, after, out } = options
  const file = await openImportFile(path)
  const results = out === null ? null : await openResults(out)
  const counts = { expected: 0, known: 0, exists: 0, failed: 0 }
  /** All up to this line was answered. */
  let done = after
  const tell = async ({ line, byte }: FileRow | Sent, result: ImportResult) => {
    counts[kindOf(result)]++
    if (!result.ok) options.failed(line, result.error)
    await results?.write(line, result)
    const rows = Object.values(counts).reduce((sum, count) => sum + count)
    options.progress?.({ rows, bytes: byte, of: file.bytes })
  }
  const waiting: { readonly rows: readonly Sent[]; readonly told: Promise<readonly ImportResult[]> }[] = []
  const send = (rows: readonly Sent[]) => {
    const told = sendRows(access, rows)
    // Whoever waits for it hears of it.
    told.catch(() => undefined)
    waiting.push({ rows, told })
  }
  // In order, so that what is told as done is whole up to its line.
  const settle = async () => {
    const [first] = waiting.splice(0, 1)
    if (!first) return
    const told = await first.told
    for (const [at, row] of first.rows.entries()) await tell(row, told[at] ?? NOT_TOLD)
    done = first.rows.at(-1)?.line ?? done
  }
  try {
    const known = new Map<string, number>()
    let batch: Sent[] = []
    for await (const row of file.rows()) {
      const read = 'request' in row ? check(row, known) : row
      if (row.line <= after) continue
      if ('error' in read) await tell(row, { ok: false, code: 'invalid_data', error: read.error })
      else batch.push(read)
      if (batch.length < IMPORT_SIZE) continue
      send(batch)
      batch = []
      if (waiting.length === AT_ONCE) await settle()
    }
    if (batch.length > 0) send(batch)
    while (waiting.length > 0) await settle()
    return counts
  } catch (error) {
    if (!(error instanceof CommandError) || waiting.length + done === after) throw error
    throw new CommandError(`${error.message} Lines up to ${done} are done: go on with \`--after ${done}\`.`)
  } finally {
    await results?.close()
  }
}

const kindOf = (result: ImportResult): keyof ImportCounts =>
  !result.ok ? 'failed' : result.status === 'exists' ? 'exists' : result.is_new ? 'expected' : 'known'

const NOT_TOLD: ImportResult = {
  ok: false,
  code: 'internal_error',
  error: 'The server did not say. Send the line again.',
}

/** Reads the logins as the server does: one that stood in the file before is refused here, where its line is known. */
function check(row: Sent, known: Map<string, number>): Sent | { readonly error: string } {
  try {
    const names = row.request.linked_accounts.map(it => Object.values(readLogin(it)).join(' '))
    const before = names.map(it => known.get(it)).find(it => it !== undefined)
    for (const name of names) if (!known.has(name)) known.set(name, row.line)
    return before === undefined ? row : { error: `A login of this line stands in line ${before} already.` }
  } catch (error) {
    if (!(error instanceof VitrineError)) throw error
    return { error: error.message }
  }
}

async function sendRows(access: BackendAccess, rows: readonly Sent[]): Promise<readonly ImportResult[]> {
  const answer = await callBackend(access, '/users/import', { users: rows.map(it => it.request) })
  const read = importUsersResponse.safeParse(answer)
  if (!read.success || read.data.results.length !== rows.length)
    throw new CommandError('The server’s answer could not be read.')
  return read.data.results
}

interface Results {
  write(line: number, result: ImportResult): Promise<void>
  close(): Promise<void>
}

/** For the operator’s eyes alone. Written as it goes: what was cut off says what was done. */
async function openResults(path: string): Promise<Results> {
  const file: FileHandle = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      error.code === 'EEXIST'
        ? `The file ${path} is there already. Name another one with --out.`
        : `The file ${path} cannot be written.`,
    )
  })
  const isCsv = /\.csv$/i.test(path)
  if (isCsv) await file.write('line,status,user_id,ethereum,solana,error\n')
  return {
    async write(line, result) {
      await file.write(`${isCsv ? toCells(line, result) : JSON.stringify(toObject(line, result))}\n`)
    },
    close: () => file.close(),
  }
}

function toObject(line: number, result: ImportResult) {
  if (!result.ok) return { line, status: 'failed', user_id: null, wallets: [], error: result.error }
  const { status, user_id } = result
  if (status === 'exists') return { line, status, user_id, wallets: [] }
  return { line, status, user_id, id: result.id, wallets: result.wallets }
}

function toCells(line: number, result: ImportResult): string {
  const wallets = result.ok && result.status === 'expected' ? result.wallets : []
  const addressOf = (chain: string) => wallets.find(it => it.chain_type === chain)?.address ?? ''
  const error = result.ok ? '' : `"${result.error.replaceAll('"', '""')}"`
  const [status, userId] = result.ok ? [result.status, result.user_id ?? ''] : ['failed', '']
  return [line, status, userId, addressOf('ethereum'), addressOf('solana'), error].join(',')
}
