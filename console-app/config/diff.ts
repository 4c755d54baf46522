import { type Config, isObject } from './paths.ts'

export interface Change {
  readonly path: string
  /** As JSON; `null`: it was not there, or will not be. */
  readonly before: string | null
  readonly after: string | null
}

/** What a save changes, each thing by its path. A list is one thing: its order counts. */
export function changesBetween(before: Config, after: Config, within = ''): Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap(name => {
    const path = within === '' ? name : `${within}.${name}`
    const old = Object.hasOwn(before, name) ? before[name] : undefined
    const next = Object.hasOwn(after, name) ? after[name] : undefined
    if (isObject(old) && isObject(next)) return changesBetween(old, next, path)
    const [was, will] = [told(old), told(next)]
    return was === will ? [] : [{ path, before: was, after: will }]
  })
}

const told = (value: unknown): string | null =>
  value === undefined ? null : JSON.stringify(ordered(value), null, isPlain(value) ? 0 : 2)

const isPlain = (value: unknown) =>
  !Array.isArray(value) || value.every(item => typeof item !== 'object' || item === null)

/** Objects with their keys in order, so that two that hold the same are the same text. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map(key => [key, ordered(value[key])]),
  )
}
