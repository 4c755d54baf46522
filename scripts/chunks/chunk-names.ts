/** What the bundler knows of a module. */
export interface Imports {
  readonly importedIds: readonly string[]
  readonly dynamicallyImportedIds: readonly string[]
}
export type ReadImports = (id: string) => Imports | null

export interface Plan {
  /** What runs first. What it needs at once stays with it. */
  readonly start: string
  /** What may wait for the whole of a load of which it needs a part. */
  mayWait(id: string): boolean
  /** What the first then loads in one journey each: the modules that it asks for, by the name of their chunk, in the order of need. */
  readonly loads: Readonly<Record<string, readonly string[]>>
}

/**
 * Says which chunk a module belongs to, by who needs it: no list of files, so that a new one finds its place.
 *
 * A load has one chunk for what it alone needs and one, `<name>-shared`, for what others can need without it, who must
 * not wait for all of it. What no load names is left to the bundler.
 * @returns the chunk of a module by its id; `null` leaves it to the bundler
 */
export function nameChunks(plan: Plan, read: ReadImports): (id: string) => string | null {
  const none: Imports = { importedIds: [], dynamicallyImportedIds: [] }
  const reach = (from: readonly string[], next: (id: string) => readonly string[]) => {
    const seen = new Set(from)
    for (const id of seen) for (const other of next(id)) seen.add(other)
    return seen
  }
  const atOnce = (from: readonly string[]) => reach(from, id => (read(id) ?? none).importedIds)
  /** All that can be loaded, ever, without these. */
  const without = (asked: readonly string[]) =>
    reach([plan.start], id => {
      const { importedIds, dynamicallyImportedIds } = read(id) ?? none
      return [...importedIds, ...dynamicallyImportedIds].filter(
        other => !asked.includes(other) && !plan.mayWait(other),
      )
    })

  const names = new Map<string, string | null>()
  const own = atOnce([plan.start])
  // One file: the bundler would cut it where what comes later needs a part of it, and pieces compress worse.
  for (const id of own) names.set(id, id === plan.start ? null : 'start')
  for (const [name, asked] of Object.entries(plan.loads)) {
    const others = without(asked)
    for (const id of atOnce(asked))
      if (!names.has(id)) names.set(id, others.has(id) ? `${name}-shared` : name)
  }

  return id => names.get(id) ?? null
}
