import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { connectDatabase } from './connect.ts'
import { DataDirectoryInUse, type EmbeddedPostgres, startEmbedded, useEmbedded } from './embedded.ts'

const folders: string[] = []
const running: EmbeddedPostgres[] = []
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  folders.push(folder)
  return folder
}
const start = async (dataDir: string) => {
  const postgres = await startEmbedded(dataDir)
  running.push(postgres)
  return postgres
}
const clusterOf = (dataDir: string) =>
  existsSync(join(dataDir, 'cluster'))
    ? readFileSync(join(dataDir, 'cluster'), 'utf8').trim()
    : join(dataDir, 'postgres')
const pidOf = (dataDir: string) =>
  Number(readFileSync(join(clusterOf(dataDir), 'postmaster.pid'), 'utf8').split('\n')[0])

async function run(url: string, statement: string) {
  const { db, close } = connectDatabase(url, 1)
  try {
    return (await db.execute(statement)).rows
  } finally {
    await close()
  }
}

afterEach(async () => {
  for (const postgres of running.splice(0)) await postgres.stop()
  for (const folder of folders.splice(0)) {
    if (existsSync(join(folder, 'cluster'))) rmSync(clusterOf(folder), { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  }
})

test('rows survive a stop', async () => {
  const dataDir = newFolder()
  const first = await startEmbedded(dataDir)
  await run(first.url, 'create table kept as select 1 as n')
  await first.stop()
  expect(existsSync(join(clusterOf(dataDir), 'postmaster.pid'))).toBe(false)
  expect(await run((await start(dataDir)).url, 'select n from kept')).toEqual([{ n: 1 }])
})

test('acknowledged rows survive a kill -9 of Postgres', async () => {
  const dataDir = newFolder()
  const first = await startEmbedded(dataDir)
  await run(first.url, 'create table kept as select 1 as n')
  const lost = first.lost
  process.kill(pidOf(dataDir), 'SIGKILL')
  await lost
  expect(await run((await start(dataDir)).url, 'select n from kept')).toEqual([{ n: 1 }])
})

test('syncs to disk before it acknowledges', async () => {
  const { url } = await start(newFolder())
  expect(await run(url, 'show fsync')).toEqual([{ fsync: 'on' }])
  expect(await run(url, 'show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }])
  expect(await run(url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
})

test('a second server on one data directory is told so, and the first goes on', async () => {
  const dataDir = newFolder()
  const { url } = await start(dataDir)
  await expect(startEmbedded(dataDir)).rejects.toThrow(DataDirectoryInUse)
  expect(await run(url, 'select 1 as n')).toEqual([{ n: 1 }])
})

test('of two servers that start at once, one gets the data directory', async () => {
  const dataDir = newFolder()
  const starts = await Promise.allSettled([start(dataDir), start(dataDir)])
  expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const refused = starts.find(result => result.status === 'rejected')
  expect(refused?.reason).toBeInstanceOf(DataDirectoryInUse)
})

test('an operator’s command uses the Postgres of the running server and leaves it running', async () => {
  const dataDir = newFolder()
  const { url } = await start(dataDir)
  const command = await useEmbedded(dataDir)
  expect(command.url).toBe(url)
  await command.stop()
  expect(await run(url, 'select 1 as n')).toEqual([{ n: 1 }])
})

test('works where Postgres’ user cannot go, and remembers where it went', async () => {
  const closed = newFolder()
  chmodSync(closed, 0o700)
  const dataDir = join(closed, 'data')
  const first = await startEmbedded(dataDir)
  folders.push(dataDir)
  await run(first.url, 'create table kept as select 1 as n')
  await first.stop()
  expect(await run((await start(dataDir)).url, 'select n from kept')).toEqual([{ n: 1 }])
})

test('a cluster that was moved away is not replaced by an empty one', async () => {
  const dataDir = newFolder()
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(join(dataDir, 'cluster'), '/nowhere/cluster\n')
  await expect(startEmbedded(dataDir)).rejects.toThrow('/nowhere/cluster')
})
