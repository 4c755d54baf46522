import { element } from './element.ts'

/** One of a few, as a row of buttons: `aria-pressed` says which. A press of a person's alone changes it. */
export function choices<Choice extends string>(
  label: string,
  options: readonly (readonly [Choice, string])[],
  onChoose: (choice: Choice) => void,
): HTMLElement {
  const buttons = options.map(([choice, text], place) => {
    const button = element('button', 'choice', text)
    button.type = 'button'
    button.setAttribute('aria-pressed', String(place === 0))
    button.addEventListener('click', ({ isTrusted }) => {
      if (!isTrusted) return
      for (const other of buttons) other.setAttribute('aria-pressed', String(other === button))
      onChoose(choice)
    })
    return button
  })
  const row = element('div', 'choices', ...buttons)
  row.setAttribute('role', 'group')
  row.setAttribute('aria-label', label)
  return row
}
