/** Places in a config, as the server names them: `embedded_wallet_config.icloud`. */

export type Config = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Config =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What stands at a path; `undefined` where there is nothing. */
export function valueAt(config: unknown, path: string): unknown {
  let value = config
  for (const name of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined
    value = value[name]
  }
  return value
}

/** The config with another value at a path; `undefined` takes it away. Objects on the way are made, the rest is shared. */
export function withValue(config: Config, path: string, value: unknown): Config {
  const [name = '', ...rest] = path.split('.')
  const { [name]: before, ...others } = config
  const next = rest.length === 0 ? value : withValue(isObject(before) ? before : {}, rest.join('.'), value)
  if (next === undefined || (rest.length > 0 && value === undefined && isObject(next) && isEmpty(next)))
    return others
  // In its place, so that nothing moves in what is shown of it.
  return Object.hasOwn(config, name) ? { ...config, [name]: next } : { ...others, [name]: next }
}

const isEmpty = (value: Config) => Object.keys(value).length === 0

/** Both, where objects are put together and all else of the second stands over the first. */
export function merged(under: Config, over: Config): Config {
  const result: Record<string, unknown> = { ...under }
  for (const [name, value] of Object.entries(over)) {
    const before = Object.hasOwn(under, name) ? under[name] : undefined
    result[name] = isObject(before) && isObject(value) ? merged(before, value) : value
  }
  return result
}

/** A config apart: what has a control, and the rest, which is edited as text. */
export function split(config: Config, paths: readonly string[]): { form: Config; rest: Config } {
  let form: Config = {}
  let rest = config
  for (const path of paths) {
    const value = valueAt(config, path)
    if (value === undefined) continue
    form = withValue(form, path, value)
    rest = withValue(rest, path, undefined)
  }
  return { form, rest }
}

/** Whether a problem at `field` regards what stands at `path`: it is there or within it. */
export const regards = (field: string, path: string): boolean =>
  field === path || field.startsWith(`${path}.`)
