import { Fragment, type ReactNode } from 'react'
import { en, type WordKey } from './en.ts'
import { split, type Values } from './say.ts'

/** A string whose placeholders are filled with elements, such as links. */
export function Phrase<Key extends WordKey>({ of, values }: { of: Key; values: Values<Key, ReactNode> }) {
  const filling: Readonly<Record<string, ReactNode>> = values
  return split(en[of]).map(part => (
    <Fragment key={part.text}>{part.isPlaceholder ? filling[part.text] : part.text}</Fragment>
  ))
}
