import { createVitrine, type Vitrine, type VitrineOptions } from '../index.ts'

interface Left {
  /** The options by value: equal ones may have the instance that was just left. */
  readonly key: string
  /** Who alone may have it again, where the instance asks a certain provider for what its site says. */
  readonly owner: object | undefined
  readonly vitrine: Vitrine
}

/**
 * What unmounted providers left, until what is mounted in the same commit has been: StrictMode and Fast Refresh take every
 * effect back and run it again at once, and a frame that is ended in between would load twice.
 */
const left = new Set<Left>()

export function takeInstance(key: string, owner: object | undefined, options: VitrineOptions): Vitrine {
  for (const entry of left)
    if (entry.key === key && entry.owner === owner) {
      left.delete(entry)
      return entry.vitrine
    }
  // An app with other options is refused another instance beside this one.
  left.forEach(endInstance)
  return createVitrine(options)
}

export function leaveInstance(entry: Left) {
  left.add(entry)
  queueMicrotask(() => endInstance(entry))
}

function endInstance(entry: Left) {
  // Else somebody has taken it again.
  if (left.delete(entry)) entry.vitrine.destroy()
}
