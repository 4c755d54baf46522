import { type HostOptions, hostOptions } from '@vitrine/shared/config/host-options.ts'
import type { ConfigWarning } from './warning.ts'

export interface CheckedHostOptions {
  readonly options: HostOptions
  /** One sentence for each option that was dropped. */
  readonly warnings: readonly ConfigWarning[]
}

const invalid = (message: string): ConfigWarning => ({ rule: 'option-valid', message })

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Checks a site's options one by one: a wrong or unknown one is dropped with a warning, the others stand. A site must not
 * lose its login to a misspelt colour.
 */
export function checkHostOptions(input: unknown): CheckedHostOptions {
  if (input === undefined || input === null) return { options: {}, warnings: [] }
  if (!isRecord(input)) return { options: {}, warnings: [invalid('config: pass an object with options.')] }
  const rest = structuredClone(input)
  const warnings: ConfigWarning[] = []
  for (;;) {
    const parsed = hostOptions.safeParse(rest)
    if (parsed.success) {
      return { options: parsed.data, warnings: [...warnings, ...unknownOptions(rest, parsed.data, 'config')] }
    }
    const path = parsed.error.issues[0]?.path ?? []
    const dropped = dropOption(rest, path)
    if (dropped === null)
      return { options: {}, warnings: [...warnings, invalid('config: not valid, so defaults are used.')] }
    warnings.push(invalid(`config.${dropped}: not valid, so the default is used.`))
  }
}

/** Deletes the innermost object key of `path` that exists; an element of a list takes the list with it. */
function dropOption(root: Record<string, unknown>, path: readonly PropertyKey[]): string | null {
  let holder = root
  for (const [depth, key] of path.entries()) {
    if (typeof key !== 'string' || !Object.hasOwn(holder, key)) return null
    const value = holder[key]
    if (depth < path.length - 1 && isRecord(value)) {
      holder = value
      continue
    }
    delete holder[key]
    return path.slice(0, depth + 1).join('.')
  }
  return null
}

function unknownOptions(given: Record<string, unknown>, known: object, at: string): ConfigWarning[] {
  return Object.keys(given).flatMap(key => {
    const path = `${at}.${key}`
    if (!Object.hasOwn(known, key))
      return [{ rule: 'option-known', message: `${path}: there is no such option.` }]
    const value = given[key]
    const kept: unknown = Reflect.get(known, key)
    return isRecord(value) && isRecord(kept) ? unknownOptions(value, kept, path) : []
  })
}
