import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { announceServer, findMismatch, findServers } from './running-servers.ts'

let folder: string
let temporary: string | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  temporary = process.env.TMPDIR
  process.env.TMPDIR = folder
})
afterEach(() => {
  if (temporary === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = temporary
  rmSync(folder, { recursive: true })
})

const EXTERNAL = 'postgresql://ann:hush@db.example/shop'
const place = (name: string, databaseUrl: string | null = null, origin = 'http://localhost:4401') => {
  const dataDir = join(folder, name)
  mkdirSync(dataDir, { recursive: true })
  return { dataDir, databaseUrl, origin }
}
const notes = () => join(folder, `vitrine-servers-${process.getuid?.() ?? 0}`)

test('a server is found while it runs, by the machine and by its data directory, and names no password', async () => {
  const server = place('a', EXTERNAL)
  const stop = announceServer(server)
  const [file = ''] = readdirSync(notes())
  for (const path of [join(notes(), file), join(server.dataDir, 'running-server.json')])
    expect(readFileSync(path, 'utf8')).not.toMatch(/ann|hush/)
  expect(findServers(join(folder, 'elsewhere'))).toMatchObject([{ database: 'shop at db.example:5432' }])
  // A service with a temporary folder of its own.
  rmSync(notes(), { recursive: true })
  expect(findServers(server.dataDir)).toHaveLength(1)
  await stop()
  expect(existsSync(join(server.dataDir, 'running-server.json'))).toBe(false)
  expect(findServers(server.dataDir)).toEqual([])
})

test('a note of who has ended counts for nothing, also where another process has the id', () => {
  announceServer(place('a'))
  const file = join(notes(), `${process.pid}.json`)
  const note = JSON.parse(readFileSync(file, 'utf8'))
  rmSync(join(folder, 'a'), { recursive: true })
  for (const change of [{ started: '1' }, { started: '' }, { pid: 2 ** 22 + 1 }]) {
    writeFileSync(file, JSON.stringify({ ...note, ...change }))
    expect(findServers(join(folder, 'b'))).toEqual([])
  }
  writeFileSync(file, '{')
  expect(findServers(join(folder, 'b'))).toEqual([])
})

test('a folder that others may write to says nothing', () => {
  announceServer(place('a'))
  rmSync(join(folder, 'a'), { recursive: true })
  chmodSync(notes(), 0o777)
  expect(findServers(join(folder, 'b'))).toEqual([])
})

test.each([
  ['the same database', {}, null, 'a', 0],
  ['a data directory that nobody named', {}, null, 'b', 1],
  ['one that was named', { VITRINE_DATA_DIR: 'b' }, null, 'b', 0],
  [
    'the origin of the server, and another database',
    { VITRINE_DATA_DIR: 'b', VITRINE_ORIGIN: 'x' },
    null,
    'b',
    1,
  ],
  ['a database that was named', {}, EXTERNAL, 'b', 0],
])('beside a server with its own database: %s', (_, env, url, name, count) => {
  announceServer(place('a'))
  expect(findMismatch(place(name, url), env)).toHaveLength(count)
})

test('DATABASE_URL was forgotten, in the data directory of a server that has it', () => {
  announceServer(place('a', EXTERNAL))
  expect(findMismatch(place('a'), { VITRINE_DATA_DIR: 'a' })).toHaveLength(1)
})
