import { expect, it } from 'vitest'
import { nameChunks, type Plan } from './chunk-names.ts'

/** A small frame: `→` at once, `⇢` later. */
const GRAPH: Record<string, { now?: string[]; later?: string[] }> = {
  kernel: { now: ['store'], later: ['mount', 'provider'] },
  mount: { now: ['react', 'button', 'words', 'store'], later: ['code-screen'] },
  button: { now: ['style'] },
  'code-screen': { now: ['react', 'digits'] },
  provider: { now: ['words', 'hex'] },
}
const read = (id: string) => ({
  importedIds: GRAPH[id]?.now ?? [],
  dynamicallyImportedIds: GRAPH[id]?.later ?? [],
})
const chunks = (loads: Plan['loads'], mayWait: Plan['mayWait'] = () => false) => {
  const name = nameChunks({ start: 'kernel', mayWait, loads }, read)
  return (id: string) => name(id)
}

it('puts all that a load alone brings into its chunk, however deep', () => {
  const name = chunks({ screens: ['mount'] })
  expect(['mount', 'react', 'button', 'style'].map(name)).toEqual(Array(4).fill('screens'))
})

it('keeps apart what others can need without it, who must not wait for all of it', () => {
  expect(chunks({ screens: ['mount'] })('words')).toBe('screens-shared')
  GRAPH.provider?.now?.push('button')
  expect(chunks({ screens: ['mount'] })('style')).toBe('screens-shared')
  GRAPH.provider?.now?.pop()
})

it('does not count who may wait for all of it', () => {
  GRAPH.kernel?.later?.push('account-screen')
  GRAPH['account-screen'] = { now: ['button'] }
  expect(chunks({ screens: ['mount'] })('button')).toBe('screens-shared')
  expect(chunks({ screens: ['mount'] }, id => id.endsWith('-screen'))('button')).toBe('screens')
  GRAPH.kernel?.later?.pop()
})

it('keeps what the kernel needs at once in one file beside it, whoever needs a part of that later', () => {
  expect(['kernel', 'store'].map(chunks({ screens: ['mount'] }))).toEqual([null, 'start'])
})

it('leaves what comes later still, and what nobody named, to the bundler', () => {
  const name = chunks({ screens: ['mount'] })
  for (const id of ['code-screen', 'digits', 'provider', 'hex', 'unknown']) expect(name(id)).toBeNull()
})

it('gives what two loads need at once to the first of them', () => {
  const name = chunks({ calls: ['provider'], screens: ['mount'] })
  expect(['provider', 'hex', 'words', 'react'].map(name)).toEqual([
    'calls',
    'calls',
    'calls-shared',
    'screens',
  ])
})
