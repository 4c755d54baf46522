import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DefaultTheme } from 'vitepress'

/** The order of the site: a title, and the page below it without its extension. */
const SECTIONS: readonly (readonly [title: string, pages: readonly (readonly [string, string])[]])[] = [
  [
    'Quick start',
    [
      ['Plain HTML', 'quick-start/html'],
      ['React', 'quick-start/react'],
      ['Next', 'quick-start/next'],
      ['wagmi', 'quick-start/wagmi'],
      ['SvelteKit', 'quick-start/sveltekit'],
      ['Express', 'quick-start/express'],
    ],
  ],
  [
    'Guides',
    [
      ['Embedding', 'embedding'],
      ['React', 'react'],
      ['Backends', 'backends'],
      ['Theming', 'theming'],
      ['Users API', 'users-api'],
      ['A person’s data', 'account-data'],
      ['Moving users', 'moving-users'],
      ['Migrate from Privy', 'migrate-from-privy'],
    ],
  ],
  [
    'Reference',
    [
      ['Package', 'reference/index'],
      ['@vitrine/host-sdk', 'reference/host-sdk'],
      ['…/react', 'reference/react'],
      ['…/wagmi', 'reference/wagmi'],
      ['…/node', 'reference/node'],
      ['…/global', 'reference/global'],
      ['HTTP API', 'http/index'],
      ['Error codes', 'errors'],
      ['Command line', 'command-line'],
    ],
  ],
  [
    'Security',
    [
      ['Security model', 'security-model'],
      ['Verifying', 'verifying'],
      ['Recovery', 'recovery'],
      ['Report a problem', 'security'],
    ],
  ],
  [
    'Operating',
    [
      ['Deploying', 'deploying'],
      ['Settings and apps', 'operating'],
      ['Console', 'console'],
      ['Observability', 'observability'],
    ],
  ],
  [
    'Project',
    [
      ['Changelog', 'changelog'],
      ['Contributing', 'contributing'],
      ['Architecture', 'architecture'],
      ['Testing', 'testing'],
    ],
  ],
]

/** @param folder of the pages. What is not there has no line */
export const sidebarOf = (folder: string): DefaultTheme.SidebarItem[] =>
  SECTIONS.map(([text, pages]) => ({
    text,
    collapsed: false,
    items: pages
      .filter(([, page]) => existsSync(join(folder, `${page}.md`)))
      .map(([title, page]) => ({ text: title, link: `/${page.replace(/index$/, '')}` })),
  })).filter(section => section.items.length > 0)
