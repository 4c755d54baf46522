import { element } from './element.ts'
import type { InSight } from './in-sight.ts'

/** A passing cover, such as a cursor's tooltip, needs no words. */
const LASTING_MS = 1_200

/** Says why nothing can be pressed, once something has covered the document for a moment. */
export function coveredNote(text: string, sight: InSight): HTMLElement {
  const note = element('p', 'note')
  note.setAttribute('role', 'status')
  let timer: ReturnType<typeof setTimeout> | undefined
  sight.onChange(({ status }) => {
    clearTimeout(timer)
    if (status !== 'covered') note.textContent = ''
    else
      timer = setTimeout(() => {
        note.textContent = text
      }, LASTING_MS)
  })
  return note
}
