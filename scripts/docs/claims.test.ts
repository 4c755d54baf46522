import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BUDGETS } from '../../auth-server/budgets.ts'
import { WEBHOOK_TYPES } from '../../shared/api/webhook-event.ts'
import { editableAppConfig } from '../../shared/config/app-config.ts'
import { hostOptions } from '../../shared/config/host-options.ts'
import { attributeOf, TAG_ATTRIBUTES } from '../../shared/config/tag-attributes.ts'
import { STATUS_BY_CODE } from '../../shared/errors/codes.ts'
import { oauth } from '../../shared/login/oauth.ts'
import { LOGIN_METHODS } from '../../shared/login/registry.ts'
import { LAYERS } from '../architecture/layers.ts'
import { root } from '../root.mjs'
import { documents } from './snippets/blocks.ts'

const read = (path: string) => readFileSync(root + path, 'utf8')
const filesOf = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')

/** The cells of the table whose head is this, row by row. */
function tableOf(path: string, head: string): string[][] {
  const [, after] = read(path).split(`${head}\n`)
  if (after === undefined) throw new Error(`${path} has no table ${head}`)
  const [table = ''] = after.split('\n\n')
  return table
    .split('\n')
    .slice(1)
    .map(row => row.slice(2, -2).split(' | '))
}
/** Finds the texts in backticks. */
const named = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(([, it = '']) => it)
/** The guides without their blocks of code, which have tests of their own. */
const prose = documents().map(file => ({
  file,
  text: read(file).replaceAll(/^ *```[\s\S]*?^ *```$/gm, ''),
}))
const operating = read('docs/operating.md')
const embedding = read('docs/embedding.md')

test('each file and folder that a guide names exists', () => {
  const files = filesOf()
  const suffixes = new Set(files.flatMap(it => it.split('/').map((_, at, all) => all.slice(at).join('/'))))
  const folders = new Set(
    files.flatMap(it => {
      const parts = it.split('/').slice(0, -1)
      return parts.flatMap((_, from) =>
        parts.slice(from).map((__, to) => parts.slice(from, from + to + 1).join('/')),
      )
    }),
  )
  const isThere = (path: string) =>
    path.startsWith('dist/') ||
    suffixes.has(path) ||
    folders.has(path.replace(/\/$/, '')) ||
    existsSync(root + path)
  const ofSources = /^[\w.-]+(\/[\w.-]+)*\/[\w.-]+\.(ts|tsx|mjs|sh|md|yaml)$|^[\w-]+(\/[\w.-]+)*\/$/
  // Files of a reader's own project, by the guides that make them.
  const own = /^docs\/(quick-start\/|backends\.md|react\.md|migrate-from-privy\.md)/
  const missing = prose
    .filter(({ file }) => !own.test(file))
    .flatMap(({ file, text }) =>
      named(text)
        .filter(it => ofSources.test(it) && !isThere(it))
        .map(it => `${file}: ${it}`),
    )
  expect(missing).toEqual([])
})

test('each setting that a guide names is one that the product reads', () => {
  const code = filesOf('*.ts', '*.mjs', '*.sh', '*.yaml', 'Dockerfile', 'deploy')
    .filter(file => !/\.test\.ts$/.test(file))
    .map(read)
    .join('\n')
  // `…_FD` and `…_FILE` are made of the name of the key.
  const isRead = (name: string) =>
    code.includes(name) || code.includes(`'${name.replace(/_(FD|FILE)$/, '')}'`)
  const unknown = prose.flatMap(({ file, text }) =>
    [...text.matchAll(/\b(?:VITRINE|DOCS)_[A-Z0-9_]*[A-Z0-9]\b/g)]
      .filter(([name]) => !isRead(name))
      .map(([name]) => `${file}: ${name}`),
  )
  expect(unknown).toEqual([])
})

test('the operating guide names each setting of a server', () => {
  const names = ['auth-server/settings.ts', 'auth-server/settings-nodes.ts']
    .flatMap(file => [
      ...read(file).matchAll(/'((?:VITRINE_|DATABASE_|SMTP_|SMS_)[A-Z0-9_]+)'|env\.([A-Z0-9_]+)/g),
    ])
    .map(([, quoted, dotted]) => quoted ?? dotted ?? '')
  // `npm start` and the supervisor pass these on.
  const internal = /^VITRINE_(DEMO_\w+|SHOP_PORT|DEV|SERVER_DIR)$/
  expect(names.length).toBeGreaterThan(20)
  expect([...new Set(names)].filter(name => !internal.test(name) && !operating.includes(name))).toEqual([])
})

test('the table of budgets has each budget with its default', () => {
  const rows = tableOf('docs/operating.md', '| variable | default | counts |')
  const told = rows.flatMap(([names = '', defaults = '']) => {
    const values = defaults.split(', ')
    return named(names).map((name, at) => [name, Number(values[at])] as const)
  })
  const budgets = Object.values(BUDGETS).map(([name, value]) => [name, value] as const)
  expect(new Map(told)).toEqual(new Map([['VITRINE_NETWORK_LIMIT', 300] as const, ...budgets]))
})

test('the operating guide lists each webhook', () => {
  const [, list = ''] = /The events are ([\s\S]*?); without/.exec(operating) ?? []
  expect(named(list)).toEqual([...WEBHOOK_TYPES])
})

test('the guides name each field of an app’s config', () => {
  const fields = Object.keys(editableAppConfig.shape)
  const guides = prose.map(({ text }) => text).join('\n') + operating + embedding
  expect(fields.length).toBeGreaterThan(50)
  expect(fields.filter(name => !new RegExp(`\\b${name}\\b`).test(guides))).toEqual([])
})

test('the operating guide has a row for each company that people log in at', () => {
  const rows = tableOf(
    'docs/operating.md',
    "| provider | switch in the app's configuration | where your app is made known | besides |",
  )
  const known = oauth.resultNames.filter(name => !name.endsWith(':'))
  expect(rows.map(([provider = '']) => named(provider)[0])).toEqual([...known, 'custom:<id>'])
})

test('the table of options has each option of a page', () => {
  const [, options = ''] = embedding.split('\n## Options\n')
  const [section = ''] = options.split('\n## ')
  const names = Object.entries(hostOptions.shape).flatMap(([name, schema]) => {
    const inner = schema as unknown as { def: { innerType?: { shape?: object } } }
    const shape = inner.def.innerType?.shape
    return [name, ...(shape ? Object.keys(shape) : [])]
  })
  // Told where funding and chains are told.
  const elsewhere = [
    'fundingMethodConfig',
    'moonpay',
    'id',
    'nativeCurrency',
    'rpcUrls',
    'blockExplorers',
    'testnet',
    'name',
  ]
  expect(names.length).toBeGreaterThan(40)
  expect(
    names.filter(name => !elsewhere.includes(name) && !new RegExp(`\\b${name}\\b`).test(section)),
  ).toEqual([])
})

test('the embedding guide names each attribute of the script tag', () => {
  const attributes = TAG_ATTRIBUTES.map(attributeOf).filter(it => it !== 'data-app-id')
  expect(attributes.filter(name => !embedding.includes(`\`${name}`))).toEqual([])
})

test('each code in the tables of errors is one that the product has', () => {
  const codes = new Set<string>(Object.keys(STATUS_BY_CODE))
  for (const [path, head] of [
    ['docs/embedding.md', '| code | means |'],
    ['docs/embedding.md', '| `code` | |'],
    ['docs/backends.md', '| code | when |'],
    ['docs/users-api.md', '| status | code | when |'],
    ['docs/operating.md', '| answer | means |'],
  ] as const) {
    const told = tableOf(path, head).flatMap(cells =>
      named(cells[path.endsWith('users-api.md') ? 1 : 0] ?? ''),
    )
    expect(told.length).toBeGreaterThan(2)
    expect(told.filter(code => !codes.has(code))).toEqual([])
  }
})

test('the table of flows has each login method that tells its status, with those statuses alone', () => {
  const rows = tableOf('docs/embedding.md', '| `flow` | `status` |')
  // A login as a guest is one call, and has none.
  expect(rows.flatMap(([flows = '']) => named(flows)).toSorted()).toEqual(
    LOGIN_METHODS.filter(method => method !== 'guest').toSorted(),
  )
  const [, block = ''] = /type SiteFlowStatus =([\s\S]*?)\n\n/.exec(read('shared/bridge/schemas.ts')) ?? []
  const statuses = [...block.matchAll(/'([a-z-]+)'/g)].map(([, status = '']) => status)
  const told = rows.flatMap(([, text = '']) => named(text)).filter(it => /^[a-z]+(-[a-z]+)*$/.test(it))
  const others = ['siwe', 'siws', 'oauth']
  expect(new Set(told.filter(it => !others.includes(it)))).toEqual(new Set(statuses))
})

test('the table of Ethereum methods has each method that the provider serves', () => {
  const [, after = ''] = embedding.split('\n## Ethereum\n')
  const [section = ''] = after.split('\n## ')
  const source = read('frame-app/provider/ethereum/methods.ts')
  const served = [...source.matchAll(/'((?:eth|wallet|personal)_\w+)'|^ {2}(eth_\w+):/gm)].map(
    ([, quoted, key]) => quoted ?? key,
  )
  expect(served.length).toBeGreaterThan(20)
  expect(served.filter(method => !section.includes(`\`${method}\``))).toEqual([])
})

test('the table of checks has each check of `doctor`', () => {
  const source = read('host-sdk/doctor.ts')
  const told = tableOf('docs/embedding.md', '| check | is about |').flatMap(([names = '']) => named(names))
  const checked = new Set([...source.matchAll(/(?:good|bad)\(\s*'([a-z-]+)'/g)].map(([, name = '']) => name))
  expect(new Set(told)).toEqual(checked)
})

test('the table of metrics has each metric with its labels', () => {
  const rows = tableOf('docs/observability.md', '| metric | labels | |')
  const source = filesOf('auth-server/observability', 'auth-server/health', 'auth-server/frame')
    .filter(file => !/\.test\.ts$/.test(file))
    .map(read)
    .join('\n')
  const metrics = new Set([...source.matchAll(/'(vitrine_[a-z_]+)'/g)].map(([, name = '']) => name))
  const told = rows.flatMap(([names = '']) => named(names)).filter(name => name.startsWith('vitrine_'))
  expect(new Set(told)).toEqual(metrics)
})

test('the table of the frame’s folders has each layer in its order', () => {
  const rows = tableOf(
    'docs/architecture.md',
    'loaded when it is needed (`import()`) may lie below.\n\n| folder | holds |',
  )
  const told = rows.flatMap(([folders = '']) => named(folders))
  const layers = LAYERS['frame-app'].filter(layer => !layer.endsWith('.ts'))
  expect(told.map(folder => folder.replace(/<\w+>/, '*').replace(/\/$/, ''))).toEqual(layers)
})
