/** Makes an HTML element with a class, attributes and children. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string | undefined,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Element | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  made.className = className ?? ''
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}

const SVG = 'http://www.w3.org/2000/svg'

/** A line icon as those of `ui/icons.tsx`, without React. @param path its lines on a 20-unit grid */
export function icon(size: number, path: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  const line = document.createElementNS(SVG, 'path')
  line.setAttribute('d', path)
  const attributes = {
    'aria-hidden': 'true',
    fill: 'none',
    width: size,
    height: size,
    stroke: 'currentColor',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'stroke-width': 1.6,
    viewBox: '0 0 20 20',
  }
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, String(value))
  svg.append(line)
  return svg
}

export const CLOSE = 'm5.75 5.75 8.5 8.5m0-8.5-8.5 8.5'
/** A rectangle with round corners, and the bow above it. */
export const LOCK =
  'M6.5 8.75h7a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2v-4a2 2 0 0 1 2-2zM7 8.75V6.5a3 3 0 0 1 6 0v2.25'
