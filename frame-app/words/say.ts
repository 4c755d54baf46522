import type { en, WordKey } from './en.ts'
import { words } from './language.ts'

export type Placeholder<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never

export type Values<Key extends WordKey, Value> = { readonly [P in Placeholder<(typeof en)[Key]>]: Value }

/** The arguments after the key: none when the string has no placeholder. */
export type Filling<Key extends WordKey> = [Placeholder<(typeof en)[Key]>] extends [never]
  ? []
  : [values: Values<Key, string | number>]

/**
 * The string of a key with its placeholders filled. A value is inserted as it is; React escapes it. A placeholder that
 * only a site's own wording has stays as it stands: it must not cost the screen.
 */
export function say<Key extends WordKey>(key: Key, ...[values]: Filling<Key>): string {
  const filling: Readonly<Record<string, string | number>> = values ?? {}
  return split(words()[key])
    .map(part => fill(part, filling))
    .join('')
}

/** What stands in the place of one part. A placeholder without a value stays as it stands. */
export function fill<Value>(part: Part, values: Readonly<Record<string, Value>>): Value | string {
  const value = part.isPlaceholder && Object.hasOwn(values, part.text) ? values[part.text] : undefined
  return value ?? (part.isPlaceholder ? `{${part.text}}` : part.text)
}

export interface Part {
  readonly text: string
  readonly isPlaceholder: boolean
}

/** The string cut at its placeholders, for sentences that hold links or other elements. */
export function split(text: string): Part[] {
  return text
    .split(/\{(\w+)\}/)
    .map((part, index) => ({ text: part, isPlaceholder: index % 2 === 1 }))
    .filter(part => part.isPlaceholder || part.text !== '')
}
