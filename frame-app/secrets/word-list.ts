import { element } from './element.ts'

/** Words with their numbers, read down and then across. Hidden, dots stand for them. */
export function wordList(words: readonly string[], isHidden = false): HTMLElement {
  const items = words.map((word, place) =>
    element('li', 'word', element('span', 'number', String(place + 1)), isHidden ? '••••••' : word),
  )
  const list = element('ol', 'words', ...items)
  list.dir = 'ltr'
  list.lang = 'en'
  list.translate = false
  // A list of dots says nothing by ear.
  if (isHidden) list.ariaHidden = 'true'
  return list
}
