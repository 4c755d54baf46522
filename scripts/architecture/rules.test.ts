import { describe, expect, it } from 'vitest'
import { crossLoginEdges, cycles, forbiddenEdges, hostValues, testClients } from './edges.ts'
import { barrels, defaultExports, missingSides, tooLong, vagueNames } from './files.ts'
import { type Module, parseModule } from './module.ts'

/** Sources by path. */
const parse = (sources: Record<string, string>): Module[] =>
  Object.entries(sources).map(([path, text]) => parseModule(path, text))

describe('parseModule', () => {
  it('tells values from types, and static from dynamic', () => {
    const { imports } = parseModule(
      'frame-app/a.tsx',
      `import type { A } from './type.ts'
       import { type B } from './inline-type.ts'
       import { type C, d } from '@vitrine/shared/mixed.ts'
       import './side-effect.css'
       import url from '../vault/worker.ts?worker&url'
       export * from './all.ts'
       export type { E } from './exported-type.ts'
       const text = "import x from './in-a-string.ts'" // import './in-a-comment.ts'
       export const later = () => import('./later.ts')
       export const View = () => <p>{text}</p>`,
    )
    const value = { isType: false, isDynamic: false }
    const type = { isType: true, isDynamic: false }
    expect(imports).toEqual([
      { target: 'frame-app/type.ts', ...type },
      { target: 'frame-app/inline-type.ts', ...type },
      { target: 'shared/mixed.ts', ...value },
      { target: 'frame-app/side-effect.css', ...value },
      { target: 'vault/worker.ts', ...value },
      { target: 'frame-app/all.ts', ...value },
      { target: 'frame-app/exported-type.ts', ...type },
      { target: 'frame-app/later.ts', isType: false, isDynamic: true },
    ])
  })

  it('refuses a file that it cannot read, rather than finding nothing in it', () => {
    expect(() => parseModule('shared/a.ts', 'import {')).toThrow('shared/a.ts')
  })
})

describe('forbiddenEdges', () => {
  it.each([
    ['shared/a.ts', '../host-sdk/b.ts', 'host-sdk/b.ts'],
    ['host-sdk/a.ts', '../frame-app/b.ts', 'frame-app/b.ts'],
    ['frame-app/ui/a.ts', '../../auth-server/b.ts', 'auth-server/b.ts'],
    ['auth-server/a.ts', '@vitrine/host-sdk/b.ts', 'host-sdk/b.ts'],
    ['examples/shop/a.ts', '../../auth-server/b.ts', 'auth-server/b.ts'],
    ['auth-server/a.ts', '../e2e/b.ts', 'e2e/b.ts'],
  ])('%s may not import %s, not even a type', (path, specifier, target) => {
    for (const statement of [`import { b } from '${specifier}'`, `import type { B } from '${specifier}'`])
      expect(forbiddenEdges(parse({ [path]: statement }))).toEqual([
        `${path}: ${path.split('/')[0]} may not import ${target}`,
      ])
  })

  it('lets tests of the server alone use the library that backends have', () => {
    const text = `import { createVitrineServer } from '@vitrine/host-sdk/node'`
    expect(
      forbiddenEdges(parse({ 'auth-server/a/b.test.ts': text, 'auth-server/a/testing/c.ts': text })),
    ).toEqual([])
    for (const path of ['auth-server/a/b.ts', 'frame-app/a/b.test.ts'])
      expect(forbiddenEdges(parse({ [path]: text }))).toHaveLength(1)
  })

  it('allows shared, the own room and packages', () => {
    const text = `import '@vitrine/shared/a.ts'; import './b.ts'; import 'hono'`
    expect(forbiddenEdges(parse({ 'auth-server/a.ts': text }))).toEqual([])
  })
})

it('product code may not import a client of tests, not even a type; tests may', () => {
  const text = `import type { Keypair } from '@solana/web3.js'; import { pipe } from '@solana/kit'`
  for (const path of ['shared/a.ts', 'frame-app/b/c.tsx', 'auth-server/a.ts', 'recovery-page/a.ts'])
    expect(testClients(parse({ [path]: text }))).toEqual([
      `${path}: @solana/web3.js is a client of tests; build with @solana/kit`,
    ])
  const later = `export const load = () => import('@solana/web3.js')`
  expect(testClients(parse({ 'frame-app/a.ts': later }))).toHaveLength(1)
  for (const path of ['frame-app/a.test.ts', 'frame-app/testing/a.ts', 'e2e/clients/a.ts'])
    expect(testClients(parse({ [path]: text }))).toEqual([])
})

it('one login method may not import another', () => {
  const sources = {
    'frame-app/login/sms/flow.ts': `import '../email/flow.ts'; import '../../flow/otp-flow.ts'; import './screen.ts'`,
    'frame-app/login/registry.ts': `import './email/flow.ts'`,
  }
  expect(crossLoginEdges(parse(sources))).toEqual([
    'frame-app/login/sms/flow.ts: one login method imports another, frame-app/login/email/flow.ts',
  ])
})

describe('hostValues', () => {
  it('finds a schema library behind an allowed file', () => {
    const sources = {
      'host-sdk/index.ts': `import { connect } from '@vitrine/shared/bridge/host.ts'`,
      'shared/bridge/host.ts': `import { schema } from './schemas.ts'; import { connect } from 'penpal'`,
      'shared/bridge/schemas.ts': `import * as z from 'zod/mini'`,
    }
    expect(hostValues(parse(sources))).toEqual([
      'shared/bridge/host.ts: a host page would load shared/bridge/schemas.ts; use `import type`',
    ])
  })

  it('finds a package, and allows types and tests', () => {
    const sources = {
      'host-sdk/shell.ts': `import { html } from 'lit'`,
      'host-sdk/state.ts': `import type { User } from '@vitrine/shared/api/client-user.ts'`,
      'host-sdk/state.test.ts': `import { it } from 'vitest'`,
      'shared/api/client-user.ts': `import * as z from 'zod/mini'`,
    }
    expect(hostValues(parse(sources))).toEqual([
      'host-sdk/shell.ts: a host page would load lit; use `import type`',
    ])
  })

  it('finds in a page what an entry for backends may load', () => {
    const sources = {
      'host-sdk/options.ts': `import { nearest } from '@vitrine/shared/nearest-name.ts'`,
      'host-sdk/node/options.ts': `import { nearest } from '@vitrine/shared/nearest-name.ts'`,
      'shared/nearest-name.ts': `import { distance } from 'fastest-levenshtein'`,
    }
    expect(hostValues(parse(sources))).toEqual([
      'host-sdk/options.ts: a host page would load shared/nearest-name.ts; use `import type`',
    ])
  })
})

describe('cycles', () => {
  it('finds a circle of values, of any length', () => {
    const sources = {
      'shared/a.ts': `import './b.ts'`,
      'shared/b.ts': `export * from './c.ts'`,
      'shared/c.ts': `import './a.ts'`,
    }
    expect(cycles(parse(sources))).toEqual(['cycle: shared/a.ts → shared/b.ts → shared/c.ts → shared/a.ts'])
  })

  it('allows a circle that a type or a dynamic import closes', () => {
    const sources = {
      'shared/a.ts': `import './b.ts'`,
      'shared/b.ts': `import type { A } from './a.ts'; export const later = () => import('./a.ts')`,
    }
    expect(cycles(parse(sources))).toEqual([])
  })
})

describe('files', () => {
  it('finds a file that is too long, unless it is words', () => {
    const text = '\n'.repeat(501)
    expect(tooLong(parse({ 'shared/a.ts': text, 'frame-app/words/en.ts': text }))).toEqual([
      'shared/a.ts: 502 lines, at most 500',
    ])
  })

  it.each(['shared/utils/a.ts', 'shared/helpers.ts', 'host-sdk/common/a.ts', 'auth-server/http/types.ts'])(
    'finds the vague name in %s',
    path => {
      expect(vagueNames([path, 'shared/chains/caip2.ts'])).toHaveLength(1)
    },
  )

  it.each([
    'export default 3',
    'export { a as default } from "./a.ts"',
    'const a = 1; export { a as default }',
  ])('finds %s', text => {
    const found = defaultExports(parse({ 'shared/a.ts': text, 'vite.config.ts': text }))
    expect(found).toEqual(['shared/a.ts: default export'])
  })

  it('finds a barrel, and allows the entry of the package', () => {
    const text = `export { a } from './a.ts'; export * from './b.ts'`
    const sources = { 'shared/all.ts': text, 'host-sdk/index.ts': text, 'shared/b.ts': 'export const b = 1' }
    expect(barrels(parse(sources))).toEqual(['shared/all.ts: only re-exports; import from the file itself'])
  })

  it.each([
    'shared/login/sms.ts',
    'frame-app/login/sms/screen.tsx',
    'auth-server/login/sms/routes.ts',
    'e2e/login/sms.spec.ts',
  ])('misses %s', missing => {
    const all = [
      'shared/login/sms.ts',
      'frame-app/login/sms/screen.tsx',
      'auth-server/login/sms/routes.ts',
      'e2e/login/sms.spec.ts',
    ]
    expect(missingSides(all, 'login', ['sms'])).toEqual([])
    const others = all.filter(path => path !== missing)
    expect(missingSides(others, 'login', ['sms'])).toHaveLength(1)
  })
})
