import { describe, expect, it } from 'vitest'
import { folderCycles, layerViolations, typeCycles } from './direction.ts'
import { type Module, parseModule } from './module.ts'

/** Sources by path. */
const parse = (sources: Record<string, string>): Module[] =>
  Object.entries(sources).map(([path, text]) => parseModule(path, text))

describe('folderCycles', () => {
  it('finds folders that import values from each other, though no file does', () => {
    const sources = {
      'room/http/errors.ts': 'export const refuse = 1',
      'room/http/route.ts': `import { terms } from '../users/terms.ts'`,
      'room/users/terms.ts': `import { refuse } from '../http/errors.ts'; export const terms = refuse`,
    }
    expect(folderCycles(parse(sources), 'room')).toEqual(['folder cycle: room/http → room/users → room/http'])
  })

  it('finds a circle of any length, each once, by its shortest way', () => {
    const sources = {
      'room/a/x.ts': `import '../b/x.ts'`,
      'room/b/x.ts': `import '../c/x.ts'`,
      'room/c/x.ts': `import '../a/x.ts'; import '../d/x.ts'`,
      'room/d/x.ts': `import '../c/y.ts'`,
      'room/c/y.ts': '',
      'room/e/x.ts': `import '../a/x.ts'`,
    }
    expect(folderCycles(parse(sources), 'room')).toEqual(['folder cycle: room/a → room/b → room/c → room/a'])
  })

  it('tells a folder from the folders in it, and a file of the room from the others there', () => {
    const registry = {
      'room/login/registry.ts': `import './email/routes.ts'`,
      'room/login/email/routes.ts': `import '../limits.ts'`,
      'room/login/limits.ts': '',
    }
    expect(folderCycles(parse(registry), 'room')).toEqual([
      'folder cycle: room/login → room/login/email → room/login',
    ])
    const files = {
      'room/main.ts': `import './http/route.ts'`,
      'room/http/route.ts': `import '../log.ts'`,
      'room/log.ts': '',
    }
    expect(folderCycles(parse(files), 'room')).toEqual([])
  })

  it('does not count types, what a call loads, tests, or other rooms', () => {
    const sources = {
      'room/a/x.ts': `import '../b/x.ts'`,
      'room/b/x.ts': `import type { A } from '../a/x.ts'; export const load = () => import('../a/x.ts')`,
      'room/b/x.test.ts': `import '../a/x.ts'`,
      'room/b/testing/x.ts': `import '../../a/x.ts'`,
      'other/a/x.ts': `import '../b/x.ts'`,
      'other/b/x.ts': `import '../a/x.ts'`,
    }
    expect(folderCycles(parse(sources), 'room')).toEqual([])
  })
})

describe('typeCycles', () => {
  it('finds files that a type closes to a circle', () => {
    const sources = {
      'room/context.ts': `import type { Mail } from './mail/transport.ts'`,
      'room/mail/transport.ts': `import type { Database } from '../context.ts'`,
      'room/server.ts': `import type { Context } from './context.ts'`,
    }
    expect(typeCycles(parse(sources), 'room')).toEqual([
      'file cycle: room/context.ts → room/mail/transport.ts → room/context.ts',
    ])
  })

  it('allows a chain, and what a call loads', () => {
    const sources = {
      'room/a.ts': `import type { B } from './b.ts'`,
      'room/b.ts': `export const load = () => import('./a.ts')`,
    }
    expect(typeCycles(parse(sources), 'room')).toEqual([])
  })
})

describe('layerViolations', () => {
  const layers = ['log.ts', 'database', 'login/*', 'login', 'main.ts']

  it('finds a value import that goes up, from a folder, a file and a folder of many', () => {
    const sources = {
      'room/log.ts': `import './database/connect.ts'`,
      'room/database/connect.ts': `import '../login/email/routes.ts'`,
      'room/login/email/routes.ts': `import '../registry.ts'`,
      'room/login/registry.ts': `import './email/routes.ts'; import '../log.ts'`,
      'room/main.ts': `import './login/registry.ts'`,
    }
    expect(layerViolations(parse(sources), 'room', layers)).toEqual([
      'room/log.ts: log.ts is below database, so it may not import room/database/connect.ts',
      'room/database/connect.ts: database is below login/*, so it may not import room/login/email/routes.ts',
      'room/login/email/routes.ts: login/* is below login, so it may not import room/login/registry.ts',
    ])
  })

  it('allows what goes down, types, and what a folder holds further in', () => {
    const sources = {
      'room/database/migrations/list.ts': `import '../connect.ts'; import '../../log.ts'`,
      'room/database/connect.ts': `import type { Main } from '../main.ts'`,
      'room/log.ts': '',
      'room/main.ts': '',
    }
    expect(layerViolations(parse(sources), 'room', layers)).toEqual([])
  })

  it('finds what stands in no layer', () => {
    expect(layerViolations(parse({ 'room/new/a.ts': '' }), 'room', layers)).toEqual([
      'room/new/a.ts: stands in no layer of room',
    ])
  })
})
