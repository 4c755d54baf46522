import { en, type WordKey } from './en.ts'

export type Placeholder<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never

export type Values<Key extends WordKey, Value> = { readonly [P in Placeholder<(typeof en)[Key]>]: Value }

/** The arguments after the key: none when the string has no placeholder. */
type Filling<Key extends WordKey> = [Placeholder<(typeof en)[Key]>] extends [never]
  ? []
  : [values: Values<Key, string | number>]

/** The string of a key with its placeholders filled. A value is inserted as it is; React escapes it. */
export function say<Key extends WordKey>(key: Key, ...[values]: Filling<Key>): string {
  return split(en[key])
    .map(part => (part.isPlaceholder ? String(read(values, part.text)) : part.text))
    .join('')
}

/** The string cut at its placeholders, for sentences that hold links or other elements. */
export function split(text: string): { readonly text: string; readonly isPlaceholder: boolean }[] {
  return text
    .split(/\{(\w+)\}/)
    .map((part, index) => ({ text: part, isPlaceholder: index % 2 === 1 }))
    .filter(part => part.isPlaceholder || part.text !== '')
}

function read(values: Readonly<Record<string, string | number>> | undefined, name: string): string | number {
  const value = values?.[name]
  if (value === undefined) throw new TypeError(`No value for the placeholder {${name}}`)
  return value
}
