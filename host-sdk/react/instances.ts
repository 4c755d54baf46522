import { createVitrine, type Vitrine, type VitrineOptions } from '../index.ts'

/**
 * What an unmounted provider left, until what is mounted in the same commit has been: StrictMode and Fast Refresh take every
 * effect back and run it again at once, and a frame that is ended in between would load twice.
 */
const left = new Set<{ readonly key: string; readonly vitrine: Vitrine }>()

/** @param key the options by value: equal ones may have the instance that was just left */
export function takeInstance(key: string, options: VitrineOptions): Vitrine {
  for (const entry of left)
    if (entry.key === key) {
      left.delete(entry)
      return entry.vitrine
    }
  // An app with other options is refused another instance beside this one.
  left.forEach(endInstance)
  return createVitrine(options)
}

export function leaveInstance(key: string, vitrine: Vitrine) {
  const entry = { key, vitrine }
  left.add(entry)
  queueMicrotask(() => endInstance(entry))
}

function endInstance(entry: { readonly key: string; readonly vitrine: Vitrine }) {
  // Else somebody has taken it again.
  if (left.delete(entry)) entry.vitrine.destroy()
}
