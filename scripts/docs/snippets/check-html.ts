import { attributeOf, TAG_ATTRIBUTES } from '@vitrine/shared/config/tag-attributes.ts'
import { JSDOM } from 'jsdom'
import { type Block, placeOf } from './blocks.ts'
import type { Snippet } from './check-code.ts'

const OF_HTML = ['src', 'async', 'defer', 'type', 'integrity', 'crossorigin', 'nonce']
/** What is wrong with a block of HTML, and the scripts in it, which are to be compiled. */
export function readHtml(block: Block): { errors: string[]; scripts: Snippet[] } {
  const dom = new JSDOM(block.text, { includeNodeLocations: true })
  const known = [...TAG_ATTRIBUTES.map(attributeOf), ...OF_HTML]
  const scripts = [...dom.window.document.querySelectorAll('script')]
  const tags = scripts.filter(script => /\/vitrine\.m?js$/.test(script.src))
  const errors = [
    ...tags
      .flatMap(tag => tag.getAttributeNames())
      .filter(name => !known.includes(name))
      .map(name => `${placeOf(block)}: the script has no attribute ${name}`),
    ...tags
      .filter(tag => !tag.hasAttribute('data-app-id') && tag.getAttribute('data-auto') !== 'off')
      .map(() => `${placeOf(block)}: the script has no data-app-id`),
    // A parser makes good what is not closed; whoever reads it would not see where it ends.
    ...(dom.window.document.querySelectorAll('script').length ===
    (block.text.match(/<\/script>/g) ?? []).length
      ? []
      : [`${placeOf(block)}: a script is not closed`]),
  ]
  return {
    errors,
    scripts: scripts.flatMap(script => {
      const text = script.textContent ?? ''
      const offset = (dom.nodeLocation(script)?.startLine ?? 1) - 2
      return text.trim() ? [{ block, extension: 'js' as const, text, offset }] : []
    }),
  }
}
