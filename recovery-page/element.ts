type Child = Node | string | null | false
type Attribute = string | number | boolean | ((event: Event) => void) | undefined

/**
 * An element. What is given as text stays text. Functions listen: `{ click: … }`; `true` is an attribute without a value.
 */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value)
    else if (value === true) element.setAttribute(name, '')
    else if (value !== false && value !== undefined) element.setAttribute(name, String(value))
  }
  element.append(...children.filter((it): it is Node | string => it !== null && it !== false))
  return element
}

/** What is copied and compared character by character; left to right in every language. */
export const code = (text: string) => h('bdi', { dir: 'ltr', class: 'code' }, text)

/** A part's heading takes the focus when the part comes, so that a screen reader begins there. */
export const heading = (text: string) => h('h2', { tabindex: -1 }, text)

/** Puts a part in the place of what was there. */
export function show(place: HTMLElement, ...children: readonly Child[]): void {
  place.replaceChildren(...children.filter((it): it is Node | string => it !== null && it !== false))
  place.querySelector<HTMLElement>('h2')?.focus()
}

/** A file of the person's, made here. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }))
  h('a', { href: url, download: name }).click()
  // Once the browser has taken it: what it holds is a key.
  setTimeout(() => URL.revokeObjectURL(url), 1_000)
}
