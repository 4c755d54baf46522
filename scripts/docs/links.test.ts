import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { slugify } from '../../docs/.vitepress/slug.ts'
import { root } from '../root.mjs'
import { siteLinks } from './repository-links.ts'
import { documents } from './snippets/blocks.ts'

const read = (file: string) => readFileSync(root + file, 'utf8').replaceAll(/^ *```[\s\S]*?^ *```$/gm, '')

const anchorsOf = (file: string) =>
  new Set(
    [...read(file).matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) =>
      slugify(heading.replaceAll('`', '')),
    ),
  )

test('each link between the guides leads to a file, and to a heading of it', () => {
  const files = documents()
  expect(files.length).toBeGreaterThan(15)
  const broken = files.flatMap(file =>
    [...read(file).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target)
      // Elsewhere, and links of the site's front page, which its builder checks.
      .filter(target => !/^([a-z]+:|\/)/.test(target))
      .filter(target => {
        const [path = '', anchor] = target.split('#')
        const full = path ? posix.join(posix.dirname(file), decodeURI(path)) : file
        return !existsSync(root + full) || (anchor !== undefined && !anchorsOf(full).has(anchor))
      })
      .map(target => `${file}: ${target}`),
  )
  expect(broken).toEqual([])
})

test('a link to another page of the site stays one, and one to code leads to where that is read', () => {
  const links =
    '[a](../SECURITY.md#x) [b](embedding.md#wallets) [c](../compose.yaml) ![d](images/login.png) [e](#f)'
  expect(siteLinks(links, 'docs/deploying.md', 'https://code.example/')).toBe(
    '[a](./security.md#x) [b](./embedding.md#wallets) [c](https://code.example/compose.yaml) ![d](images/login.png) [e](#f)',
  )
  expect(siteLinks('[c](../compose.yaml)', 'docs/deploying.md', undefined)).toBe('c')
  expect(siteLinks('[g](docs/testing.md)', 'CONTRIBUTING.md', undefined)).toBe('[g](./testing.md)')
  expect(siteLinks('[h](../embedding.md)', 'docs/quick-start/html.md', undefined)).toBe(
    '[h](../embedding.md)',
  )
  expect(siteLinks('```md\n[c](../compose.yaml)\n```', 'docs/deploying.md', undefined)).toContain(
    '](../compose.yaml)',
  )
})
