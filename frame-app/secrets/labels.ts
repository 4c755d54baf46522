import type { en, WordKey } from '../words/en.ts'
import type { Placeholder } from '../words/say.ts'

/** The document has no words of its own: the frame tells them, in the language of its screens. */
export type SecretWord = Extract<WordKey, `secret.${string}`>

type Values<Key extends SecretWord> = [Placeholder<(typeof en)[Key]>] extends [never]
  ? []
  : [values: Readonly<Record<Placeholder<(typeof en)[Key]>, string | number>>]

export type Label = <Key extends SecretWord>(key: Key, ...values: Values<Key>) => string

/** @param words by key, as they came */
export const labelsOf =
  (words: Readonly<Record<string, string>>): Label =>
  (key, ...[values]) =>
    (words[key] ?? '').replace(/\{(\w+)\}/g, (whole, name: string) =>
      String((values as Readonly<Record<string, string | number>> | undefined)?.[name] ?? whole),
    )
