import { dirname } from 'node:path/posix'
import type { Module } from './module.ts'

/** Tests and what serves them may import whatever they test. */
const isTest = (path: string) => /\.test\.tsx?$|\/testing\//.test(path)
const within = (room: string, modules: readonly Module[]) =>
  modules.filter(({ path }) => path.startsWith(`${room}/`) && !isTest(path))

/** What is imported, by who imports it; only what is in the graph itself. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Folders of a room that import values from each other, directly or around a circle: none of them can be read, tested or
 * moved alone. A file that lies in the room itself counts as a folder of its own. What is loaded when a call runs, and
 * types, do not count.
 */
export function folderCycles(modules: readonly Module[], room: string): string[] {
  const folder = (path: string) => (dirname(path) === room ? path : dirname(path))
  return circles(graph(within(room, modules), folder, ({ isType, isDynamic }) => !isType && !isDynamic)).map(
    circle => `folder cycle: ${circle.join(' → ')}`,
  )
}

/** Files of a room that need each other to be understood: imports of values and of types, but not what a call loads. */
export function typeCycles(modules: readonly Module[], room: string): string[] {
  return circles(
    graph(
      within(room, modules),
      path => path,
      ({ isDynamic }) => !isDynamic,
    ),
  ).map(circle => `file cycle: ${circle.join(' → ')}`)
}

/**
 * Value imports that go up.
 * @param layers folders and files of the room, lowest first; `login/*` is each folder in `login`, `login` the files
 * beside them. A layer imports values from itself and from those before it. What no layer names is reported too.
 */
export function layerViolations(
  modules: readonly Module[],
  room: string,
  layers: readonly string[],
): string[] {
  const height = (path: string): number => {
    const inRoom = path.slice(room.length + 1)
    const names = [inRoom, ...parents(inRoom).flatMap(folder => [folder, `${dirname(folder)}/*`])]
    return names.map(name => layers.indexOf(name)).find(index => index >= 0) ?? -1
  }
  return within(room, modules).flatMap(({ path, imports }) => {
    const own = height(path)
    if (own < 0) return [`${path}: stands in no layer of ${room}`]
    return imports
      .filter(({ target, isType, isDynamic }) => !isType && !isDynamic && target.startsWith(`${room}/`))
      .filter(({ target }) => height(target) > own)
      .map(
        ({ target }) =>
          `${path}: ${layers[own]} is below ${layers[height(target)]}, so it may not import ${target}`,
      )
  })
}

const parents = (path: string): string[] =>
  dirname(path) === '.' ? [] : [dirname(path), ...parents(dirname(path))]

function graph(
  modules: readonly Module[],
  nodeOf: (path: string) => string,
  counts: (edge: Module['imports'][number]) => boolean,
): Graph {
  const paths = new Set(modules.map(({ path }) => path))
  const edges = new Map<string, Set<string>>()
  for (const { path, imports } of modules) {
    const from = nodeOf(path)
    const targets = edges.get(from) ?? new Set()
    edges.set(from, targets)
    for (const edge of imports) {
      if (!paths.has(edge.target) || !counts(edge)) continue
      const to = nodeOf(edge.target)
      if (to !== from) targets.add(to)
    }
  }
  return edges
}

/** One shortest circle for each group of nodes that reach each other, its first node repeated at its end. */
function circles(edges: Graph): string[][] {
  const reported = new Set<string>()
  return [...edges.keys()].sort().flatMap(node => {
    if (reported.has(node)) return []
    const circle = shortestWayBack(edges, node)
    if (circle === null) return []
    const fromHere = reach(edges, node)
    for (const other of fromHere) if (reach(edges, other).has(node)) reported.add(other)
    return [circle]
  })
}

function shortestWayBack(edges: Graph, start: string): string[] | null {
  const seen = new Set<string>()
  let ways: string[][] = [[start]]
  while (ways.length > 0) {
    const longer: string[][] = []
    for (const way of ways) {
      for (const next of edges.get(way.at(-1) ?? '') ?? []) {
        if (next === start) return [...way, start]
        if (seen.has(next)) continue
        seen.add(next)
        longer.push([...way, next])
      }
    }
    ways = longer
  }
  return null
}

function reach(edges: Graph, start: string): Set<string> {
  const found = new Set<string>()
  const open = [start]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const next of edges.get(node) ?? []) {
      if (found.has(next)) continue
      found.add(next)
      open.push(next)
    }
  }
  return found
}
