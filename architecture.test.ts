import { readdirSync, readFileSync } from 'node:fs'
import { LOGIN_ENTRIES, LOGIN_METHODS } from '@vitrine/shared/login/registry.ts'
import { WALLET_OPERATIONS } from '@vitrine/shared/wallet/registry.ts'
import { expect, it } from 'vitest'
import { folderCycles, layerViolations, typeCycles } from './scripts/architecture/direction.ts'
import {
  crossLoginEdges,
  cycles,
  forbiddenEdges,
  hostValues,
  testClients,
} from './scripts/architecture/edges.ts'
import { barrels, defaultExports, missingSides, tooLong, vagueNames } from './scripts/architecture/files.ts'
import { datesOfToday, isFixture } from './scripts/architecture/fixture-dates.ts'
import { LAYERS } from './scripts/architecture/layers.ts'
import { OTHER_MEANINGS, strayMethodNames } from './scripts/architecture/login-names.ts'
import { parseModule } from './scripts/architecture/module.ts'

/** The layout of docs/architecture.md, kept by a machine. The rules themselves are tested in `scripts/architecture`. */

const ROOMS = [
  'shared',
  'host-sdk',
  'frame-app',
  'recovery-page',
  'console-app',
  'auth-server',
  'examples',
  'e2e',
  'bench',
  'scripts',
]
const root = `${import.meta.dirname}/`

const paths = [
  ...readdirSync(root),
  ...ROOMS.flatMap(room =>
    readdirSync(root + room, { recursive: true, encoding: 'utf8' }).map(path => `${room}/${path}`),
  ),
].filter(path => !/(?:^|\/)(?:node_modules|dist|\.next|\.svelte-kit|examples\/sveltekit\/build)\//.test(path))
const sources = paths
  .filter(path => /\.(ts|tsx|mjs)$/.test(path))
  .map(path => ({ path, text: readFileSync(root + path, 'utf8') }))
const modules = sources.map(({ path, text }) => parseModule(path, text))

it('reads every room', () => {
  for (const room of ROOMS) expect(modules.some(({ path }) => path.startsWith(`${room}/`))).toBe(true)
})

it.each([
  ['imports go one way', forbiddenEdges],
  ['no login method imports another', crossLoginEdges],
  ['a host page loads no schema and no package but the bridge', hostValues],
  ['the product loads no client of tests', testClients],
  ['no modules load each other in a circle', cycles],
  ['no file is longer than 500 lines', tooLong],
  ['nothing has a default export but configurations', defaultExports],
  ['no file only re-exports', barrels],
])('%s', (_, rule) => {
  expect(rule(modules)).toEqual([])
})

it.each(Object.entries(LAYERS))('%s: folders stand on each other one way', (room, layers) => {
  expect(layerViolations(modules, room, layers)).toEqual([])
  expect(folderCycles(modules, room)).toEqual([])
  expect(typeCycles(modules, room)).toEqual([])
})

it('no room is called utils, helpers, common or types', () => {
  expect(vagueNames(paths)).toEqual([])
})

it('no fixture has an absolute date that the clock passes', () => {
  const dates = paths.filter(isFixture).flatMap(path => datesOfToday(path, readFileSync(root + path, 'utf8')))
  expect(dates).toEqual([])
})

it('what took too long is told in one place, and so in one way', () => {
  const makers = sources.filter(
    ({ path, text }) =>
      !/\.(test|spec)\.tsx?$/.test(path) && /(?<![!=]== )'client_request_timeout'/.test(text),
  )
  expect(makers.map(({ path }) => path)).toEqual(['shared/errors/vitrine-error.ts'])
})

it('every login method stands on all four sides', () => {
  expect(missingSides(paths, 'login', LOGIN_METHODS)).toEqual([])
})

it('a login method is named in its own files and the registries alone', () => {
  // `wallet` is no method's own: those that are made here have it too.
  const accounts = LOGIN_ENTRIES.map(it => [
    it.method,
    it.accounts.flatMap(account => ('chainType' in account ? [] : account.type)),
  ])
  expect(strayMethodNames(sources, modules, Object.fromEntries(accounts))).toEqual([])
  for (const path of Object.keys(OTHER_MEANINGS)) expect(paths).toContain(path)
})

it('every wallet operation stands on all four sides', () => {
  expect(missingSides(paths, 'wallet', WALLET_OPERATIONS)).toEqual([])
})
