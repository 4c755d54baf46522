import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { sidebarOf } from './sidebar.ts'
import { slugify } from './slug.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** Where `scripts/docs/collect.ts` puts the guides beside the pages that are made of the code. */
const pages = `${root}.cache/docs/pages`

const base = process.env.DOCS_BASE ?? '/docs/'

export default defineConfig({
  title: 'Vitrine',
  description: 'Open-source, self-hostable login and wallets that any site embeds',
  lang: 'en',
  base,
  head: [
    ['link', { rel: 'icon', sizes: '48x48', href: `${base}favicon.ico` }],
    ['link', { rel: 'icon', sizes: 'any', type: 'image/svg+xml', href: `${base}icon.svg` }],
  ],
  srcDir: pages,
  outDir: `${root}dist/docs`,
  cacheDir: `${root}.cache/docs/vitepress`,
  cleanUrls: false,
  // What every page has in common is a file of its own: a page then has two scripts inside, which a policy names by their hashes.
  metaChunk: true,
  // The OpenAPI page's Redoc is larger by itself, and only that page loads it.
  vite: { build: { chunkSizeWarningLimit: 2_000 } },
  markdown: { anchor: { slugify }, toc: { slugify }, headers: { slugify } },
  themeConfig: {
    sidebar: sidebarOf(pages),
    nav: [
      { text: 'Quick start', link: '/quick-start/html' },
      { text: 'Guides', link: '/embedding' },
      { text: 'Reference', link: '/reference/' },
      { text: 'HTTP API', link: '/http/' },
    ],
    search: { provider: 'local' },
    outline: [2, 3],
    footer: { message: 'MIT licence' },
  },
})
