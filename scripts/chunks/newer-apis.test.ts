import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { OLDEST_BROWSERS, OLDEST_BROWSERS_TEXT } from '../../shared/bridge/browsers.ts'
import { NEWER_APIS } from './newer-apis.ts'

const root = new URL('../../', import.meta.url)

/** Each of these works without what it asks for. */
const WITH_FALLBACK: Readonly<Record<string, readonly string[]>> = {
  'shared/wallet/well-formed.ts': ['isWellFormed'],
  'host-sdk/approval-window.ts': ['userActivation'],
  'frame-app/approval/open-window/open-in-press.ts': ['userActivation'],
  'host-sdk/show-inline.ts': ['moveBefore'],
  'frame-app/core/when-idle.ts': ['requestIdleCallback'],
}

const STATICS = NEWER_APIS.filter(({ owner }) => /^[A-Z]\w+$/.test(owner)).flatMap(({ owner, names }) =>
  names.map(name => `${owner}.${name}`),
)
/** Names of methods that no other object of ours has. */
const METHODS = [
  ...['toSorted', 'toReversed', 'toSpliced', 'isWellFormed', 'toWellFormed', 'userActivation', 'moveBefore'],
  ...[
    'symmetricDifference',
    'isSubsetOf',
    'isSupersetOf',
    'isDisjointFrom',
    'checkVisibility',
    'showPopover',
  ],
  ...['startViewTransition', 'requestIdleCallback', 'getSetCookie', 'roundingMode'],
]
const NEWER = new RegExp(`\\b(?:${[...STATICS, ...METHODS].join('|').replaceAll('.', '\\.')})\\b`, 'g')

const sources = ['host-sdk', 'frame-app', 'shared', 'console-app', 'recovery-page'].flatMap(folder =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .map(path => `${folder}/${path}`)
    .filter(
      path =>
        /\.tsx?$/.test(path) && !/node_modules|\.test\.|\/testing\/|^host-sdk\/(node|dist)\//.test(path),
    ),
)

/** Without comments, which may name what is not used. */
const codeOf = (path: string) =>
  readFileSync(new URL(path, root), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

test('no code of a browser uses what one of the oldest browsers lacks', () => {
  expect(sources.length).toBeGreaterThan(500)
  const used = sources.flatMap(path =>
    [...codeOf(path).matchAll(NEWER)]
      .filter(([name]) => !WITH_FALLBACK[path]?.includes(name))
      .map(([name]) => `${path}: ${name}`),
  )
  expect(used).toEqual([])
})

test('the error and the guide name the versions that the builds go by', () => {
  const { safari, chrome, firefox } = OLDEST_BROWSERS
  expect(OLDEST_BROWSERS_TEXT).toBe(`Safari ${safari}, Chrome ${chrome}, Firefox ${firefox}`)
  const guide = readFileSync(new URL('docs/embedding.md', root), 'utf8')
  for (const row of [`| Safari | ${safari} |`, `| Chrome | ${chrome} |`, `| Firefox | ${firefox} |`])
    expect(guide).toContain(row)
})
