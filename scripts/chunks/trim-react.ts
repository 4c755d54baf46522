import type { Plugin } from 'vite'

/** What our screens use of React, beside what its own packages do. */
const KEPT = [
  ...['Component', 'Fragment', 'version'],
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  '__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  ...['createContext', 'useCallback', 'useContext', 'useEffect', 'useId', 'useLayoutEffect', 'useMemo'],
  ...['useRef', 'useState', 'useSyncExternalStore'],
]

/** The exports of a CommonJS file of React's: a function, an object or a name. */
const EXPORT = /^exports\.(\w+) =(?: function \(\) \{\};$| (?:function |\{)[\s\S]*?\n\};$|\s[^{};]*;$)/gm

/**
 * The file without the exports that nobody uses, so that the minifier drops what only they need: no bundler takes a CommonJS
 * file apart.
 * @throws Error when an export is written in another form
 */
export function trimReact(code: string, kept: readonly string[] = KEPT): string {
  const trimmed = code.replaceAll(EXPORT, (whole, name: string) => (kept.includes(name) ? whole : ''))
  const left = [...trimmed.matchAll(/exports\.(\w+) =/g)].find(([, name = '']) => !kept.includes(name))
  if (left) throw new Error(`React exports ${left[1]} in another form: see \`trimReact\``)
  return trimmed
}

/** What a module takes of React by an `import` that is not of types alone. */
export const takenOfReact = (code: string): string[] =>
  [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*['"]react(?:-dom)?['"]/g)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map(name => name.trim().split(' ')[0] ?? '')
      .filter(name => name !== '' && name !== 'type'),
  )

const PACKAGE = /\/node_modules\/react(?:-dom)?\/cjs\/react(?:-dom)?\.production\.js$/

/** React's two small packages hold much that no screen of ours uses, and a person waits for all of it. */
export const reactTrimmed: Plugin = {
  name: 'react-trimmed',
  enforce: 'post',
  transform(code, id) {
    if (PACKAGE.test(id)) return { code: trimReact(code), map: null }
    const missing = takenOfReact(code).find(name => !KEPT.includes(name))
    if (missing) throw new Error(`${id} takes ${missing} of React: name it in scripts/chunks/trim-react.ts`)
    return null
  },
}
