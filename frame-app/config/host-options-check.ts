import { type HostOptions, hostOptions } from '@vitrine/shared/config/host-options.ts'
import { unknownOption } from './explain-unknown.ts'
import { isRecord, unknownOptions } from './unknown-options.ts'
import type { ConfigWarning } from './warning.ts'

export interface CheckedHostOptions {
  readonly options: HostOptions
  /** One sentence for each option that was dropped. */
  readonly warnings: readonly ConfigWarning[]
}

const invalid = (message: string): ConfigWarning => ({ rule: 'option-valid', message })

/**
 * Checks a site's options one by one: a wrong or unknown one is dropped with a warning, the others stand. A site must not
 * lose its login to a misspelt colour. An object without a key that it must have falls as a whole.
 */
export function checkHostOptions(input: unknown): CheckedHostOptions {
  if (input === undefined || input === null) return { options: {}, warnings: [] }
  if (!isRecord(input)) return { options: {}, warnings: [invalid('config: pass an object with options.')] }
  const rest = structuredClone(input)
  const options: Record<string, unknown> = {}
  /** By what was dropped: of what falls within what falls later, nobody needs to read. */
  const dropped = new Map<string, string>()
  for (const [name, schema] of Object.entries(hostOptions.shape)) {
    let parsed = schema.safeParse(rest[name])
    while (!parsed.success) {
      const { path, missing } = dropOption(rest, name, parsed.error.issues[0]?.path ?? [])
      for (const within of dropped.keys()) if (within.startsWith(`${path}.`)) dropped.delete(within)
      const why = missing === null ? 'not valid' : `\`${missing}\` is missing or not valid`
      dropped.set(path, `config.${path}: ${why}, so the default is used.`)
      parsed = schema.safeParse(rest[name])
    }
    if (Object.hasOwn(rest, name)) options[name] = parsed.data
  }
  const warnings = [...dropped.values()].map(invalid)
  const unknown = unknownOptions(hostOptions, rest, ['config']).map(unknownOption)
  return { options, warnings: [...warnings, ...unknown] }
}

/**
 * Deletes the deepest key of `path` that exists; an element of a list takes the list with it.
 * @param path below `name`
 * @returns `missing`: the key for want of which an object fell
 */
function dropOption(root: Record<string, unknown>, name: string, path: readonly PropertyKey[]) {
  let holder = root
  const keys = [name]
  for (const next of path) {
    const value = holder[keys.at(-1) ?? name]
    if (typeof next !== 'string' || !isRecord(value) || !Object.hasOwn(value, next)) break
    holder = value
    keys.push(next)
  }
  const last = keys.at(-1) ?? name
  const wanted = path[keys.length - 1]
  const missing = isRecord(holder[last]) && typeof wanted === 'string' ? wanted : null
  delete holder[last]
  return { path: keys.join('.'), missing }
}
