import type { VitrineOptions } from './options.ts'

type Data = unknown

/** Options as data: what is left of them when they cross to the frame (`greet-frame.ts`). `customAuth` is there or not. */
export function optionsAsData({ config: { customAuth, ...config } = {}, ...options }: VitrineOptions): Data {
  try {
    const text = JSON.stringify(
      { ...options, config: { ...config, customAuth: customAuth && {} } },
      (_, it) => (typeof it === 'bigint' || it?.nodeType ? null : it),
    )
    return JSON.parse(text)
  } catch {
    // A circle, which the instance itself refuses.
    return null
  }
}

const isObject = (it: Data): it is Readonly<Record<string, Data>> => typeof it === 'object' && it !== null

/** @returns the name of an option that is not the same in both, e.g. `config.appearance.theme`; `null` for none */
export function differingOption(one: Data, other: Data, name = ''): string | null {
  if (isObject(one) && isObject(other) && Array.isArray(one) === Array.isArray(other)) {
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const at = Array.isArray(one) ? `${name}[${key}]` : `${name}${name && '.'}${key}`
      const differing = differingOption(one[key], other[key], at)
      if (differing !== null) return differing
    }
    return null
  }
  return Object.is(one, other) ? null : name || 'config'
}
