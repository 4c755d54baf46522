import { Fragment, type ReactNode } from 'react'
import type { WordKey } from './en.ts'
import { words } from './language.ts'
import { fill, split, type Values } from './say.ts'

/** A string whose placeholders are filled with elements, such as links. */
export function Phrase<Key extends WordKey>({ of, values }: { of: Key; values: Values<Key, ReactNode> }) {
  // A phrase never changes its parts while it is on show, so their places name them.
  return split(words()[of]).map((part, place) => (
    <Fragment key={`${place}`}>{fill<ReactNode>(part, values)}</Fragment>
  ))
}
