import { expect, test } from 'vitest'
import { findCaddy, findEngines, findPostgres, type ProgramMachine } from './find-programs.mjs'

function machine(has: readonly string[], brings: readonly string[], changes: Partial<ProgramMachine> = {}) {
  const there = new Set(has)
  const brought: string[] = []
  const bring = async (...names: readonly string[]) => {
    brought.push(...names)
    for (const path of brings) there.add(path)
  }
  const on: ProgramMachine = {
    ...{ env: { PATH: '/usr/bin:/opt/bin' }, isRoot: true, isDebian: true },
    isThere: path => there.has(String(path)),
    list: folder => [
      ...new Set(
        [...there].filter(path => path.startsWith(`${folder}/`)).map(path => path.split('/')[4] ?? ''),
      ),
    ],
    installByDebian: bring,
    unpackFromDebian: bring,
    ...changes,
  }
  return { on, brought }
}

const postgres = (version: string) => `/usr/lib/postgresql/${version}/bin`
const initdb = (version: string) => `${postgres(version)}/initdb`

test('a Postgres that is named or there is taken, the newest first, and nothing is installed', async () => {
  const { on, brought } = machine([initdb('9'), initdb('15'), '/mine/initdb'], [])
  expect(await findPostgres(on)).toBe(postgres('15'))
  expect(await findPostgres({ ...on, env: { POSTGRES_BIN: '/mine' } })).toBe('/mine')
  await expect(findPostgres({ ...on, env: { POSTGRES_BIN: '/none' } })).rejects.toThrow('no initdb is')
  expect(brought).toEqual([])
})

test('root on Debian gets Postgres by its package, and nobody else does', async () => {
  const { on, brought } = machine([], [initdb('15')])
  expect(await findPostgres(on)).toBe(postgres('15'))
  expect(brought).toEqual(['postgresql'])
  for (const changes of [{ isRoot: false }, { isDebian: false }]) {
    const other = machine([], [initdb('15')], changes)
    await expect(findPostgres(other.on)).rejects.toThrow('install it (postgresql)')
    expect(other.brought).toEqual([])
  }
})

test('a Caddy that is named or on the PATH is taken, and nothing is brought', async () => {
  const { on, brought } = machine(['/opt/bin/caddy', '/mine/caddy'], [])
  expect(await findCaddy(on)).toBe('/opt/bin/caddy')
  expect(await findCaddy({ ...on, env: { CADDY_PATH: '/mine/caddy' } })).toBe('/mine/caddy')
  await expect(findCaddy({ ...on, env: { CADDY_PATH: '/none' } })).rejects.toThrow('is not there')
  expect(brought).toEqual([])
})

test('on Debian anybody gets Caddy out of its package', async () => {
  const unpacked = new URL('../../.cache/debian/usr/bin/caddy', import.meta.url).pathname
  const { on, brought } = machine([], [unpacked], { isRoot: false })
  expect(await findCaddy(on)).toBe(unpacked)
  expect(brought).toEqual(['caddy'])
  const other = machine([], [unpacked], { isDebian: false })
  await expect(findCaddy(other.on)).rejects.toThrow('name its executable in CADDY_PATH')
  expect(other.brought).toEqual([])
})

const ENGINES = ['chromium', 'firefox-esr', 'WebKitWebDriver', 'xvfb-run', 'xauth', 'dbus-launch'].map(
  program => `/usr/bin/${program}`,
)

test('installs only the missing packages of the browser engines', async () => {
  const { on, brought } = machine(ENGINES.slice(0, 2), ENGINES)
  await findEngines(on)
  expect(brought).toEqual(['webkit2gtk-driver', 'xvfb', 'xauth', 'dbus-x11'])
  await findEngines(on)
  expect(brought).toHaveLength(4)
})

test('names the packages of the browser engines to a user who cannot install them', async () => {
  const { on, brought } = machine(ENGINES.slice(1), [], { isRoot: false })
  await expect(findEngines(on)).rejects.toThrow('apt-get install --no-install-recommends chromium')
  expect(brought).toEqual([])
})
