import { element } from './element.ts'
import type { InSight } from './in-sight.ts'

/** A field for a secret: masked, and deaf to all but its person's own typing while they can see it. */
export interface PrivateField {
  readonly row: HTMLElement
  value(): string
  /** What is to be typed from now on. */
  name(label: string): void
  hide(): void
  wipe(): void
}

/**
 * No name, no memory, no correction: a browser shall neither keep nor send what is typed. Input counts while the document is in
 * sight; a page that moves the focus here under somebody's keys, or covers the field, has nothing typed into it.
 */
export function privateField(
  { show, hide, onInput }: { show: string; hide: string; onInput(): void },
  sight: InSight,
): PrivateField {
  const field = element('textarea', 'input masked')
  field.rows = 2
  field.autocomplete = 'off'
  field.autocapitalize = 'none'
  field.spellcheck = false
  field.translate = false
  field.dir = 'ltr'
  // Of managers of passwords, which would keep it.
  for (const name of ['data-1p-ignore', 'data-lpignore', 'data-bwignore', 'data-form-type'])
    field.setAttribute(name, name === 'data-form-type' ? 'other' : 'true')
  const name = element('span', 'label')
  const toggle = element('button', 'toggle', show)
  toggle.type = 'button'

  const mask = (isMasked: boolean) => {
    field.classList.toggle('masked', isMasked)
    toggle.textContent = isMasked ? show : hide
  }
  /** What the field has been typed into; a script's own change is put back. */
  let own = ''
  let wasSeen = false
  const stopWatching = sight.onChange(({ status }) => {
    // A key press of somebody who types comes between a resize and its end, too.
    if (status === 'armed') wasSeen = true
    if (status === 'covered' || status === 'waiting') {
      wasSeen = false
      mask(true)
    }
  })
  wasSeen = sight.now().status === 'armed'
  field.addEventListener('beforeinput', event => {
    if (event.isTrusted && wasSeen && sight.holds(field)) return
    event.preventDefault()
    field.scrollIntoView({ block: 'nearest' })
  })
  field.addEventListener('input', event => {
    if (!event.isTrusted || !wasSeen) field.value = own
    own = field.value
    onInput()
  })
  // Nothing that lies on it is a person's typing: what a page has dragged here.
  field.addEventListener('drop', event => event.preventDefault())
  toggle.addEventListener('click', ({ isTrusted }) => {
    if (isTrusted && wasSeen) mask(!field.classList.contains('masked'))
  })
  const maskHere = () => mask(true)
  addEventListener('blur', maskHere)
  return {
    row: element('div', 'group', name, field, toggle),
    value: () => own,
    name(label) {
      name.textContent = label
      field.setAttribute('aria-label', label)
    },
    hide: maskHere,
    wipe() {
      removeEventListener('blur', maskHere)
      stopWatching()
      own = ''
      field.value = ''
    },
  }
}
