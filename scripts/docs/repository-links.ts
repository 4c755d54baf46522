import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import { root } from '../root.mjs'

/** Files of the repository that are pages of the site under another name. */
export const ROOT_PAGES: Readonly<Record<string, string>> = {
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'contributing.md',
  'SECURITY.md': 'security.md',
}

/**
 * Turns the links of a Markdown file, which work in the repository, into those of the site: of pages to pages, of other files to
 * where the code is hosted. Where nobody said where that is, or a guide is not there, the words stay without a link: which guides are
 * missing is said by `links.test.ts`.
 * @param file the source's path in the repository
 * @param repository where a file of the code is read, with a trailing slash: `DOCS_REPOSITORY`
 */
export function siteLinks(markdown: string, file: string, repository: string | undefined): string {
  const page = ROOT_PAGES[file] ?? posix.relative('docs', file)
  const rewrite = (whole: string, bang: string, words: string, target: string): string => {
    if (/^([a-z]+:|#|\/)/.test(target) || bang) return whole
    const [path = '', anchor] = target.split('#')
    const full = posix.normalize(posix.join(posix.dirname(file), path))
    const there = ROOT_PAGES[full] ?? (full.startsWith('docs/') ? posix.relative('docs', full) : null)
    if (there !== null && existsSync(root + full)) {
      const link = posix.relative(posix.dirname(page), there)
      return `[${words}](${link.startsWith('.') ? link : `./${link}`}${anchor ? `#${anchor}` : ''})`
    }
    return repository ? `[${words}](${repository}${full})` : words
  }
  let isFenced = false
  return markdown
    .split('\n')
    .map(line => {
      if (/^\s*```/.test(line)) isFenced = !isFenced
      return isFenced ? line : line.replaceAll(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, rewrite)
    })
    .join('\n')
}
