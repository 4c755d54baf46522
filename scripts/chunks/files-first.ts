import type { Plugin } from 'vite'

const BRING_FILES = new URL('../../frame-app/core/bring-files.ts', import.meta.url).pathname

/**
 * The frame's own code in the place of Vite's preload, and Vite's without its search for a nonce in other bundles: no document
 * here has one, and that part comes before everything else.
 */
export const filesFirst: Plugin = {
  name: 'files-first',
  transform(code, id) {
    if (!id.endsWith('vite/preload-helper.js')) return null
    if (this.environment.name === 'client')
      return { code: `export { bringFiles as __vitePreload } from ${JSON.stringify(BRING_FILES)}`, map: null }
    const plain = code.replaceAll(/^.*\bcspNonce.*$/gm, '')
    if (plain === code) throw new Error('Vite preloads in another form: see `filesFirst`')
    return { code: plain, map: null }
  },
  generateBundle: {
    // Before Vite writes the files in the place of its mark.
    order: 'pre',
    handler(_, bundle) {
      if (this.environment.name !== 'client') return
      for (const from of Object.values(bundle)) {
        if (from.type !== 'chunk') continue
        const isAlone = (path: string) => {
          const chunk = bundle[path]
          if (chunk?.type !== 'chunk' || chunk.viteMetadata?.importedCss.size) return false
          return chunk.imports.every(it => it === from.fileName)
        }
        from.code = nameFiles(from.code, isAlone)
      }
    },
  },
}

/**
 * Vite names no files for a chunk that needs no more than itself: it is named here.
 * @param code of a chunk, minified, with Vite's marks
 * @param isAlone whether a chunk is such, by a path such as `assets/x.js`
 * @throws Error when such an import has no mark of its own
 */
export function nameFiles(code: string, isAlone: (path: string) => boolean): string {
  return code.replaceAll(
    /(import\(`\.\/([^`]+)`\))((?:(?!import\(|__VITE_PRELOAD__).)*)(__VITE_PRELOAD__)?/gs,
    (all: string, start: string, file: string, between: string, mark?: string) => {
      const path = `assets/${file}`
      if (!isAlone(path)) return all
      if (!mark) throw new Error('Vite marks its imports in another form: see `filesFirst`')
      return `${start}${between}${mark}.concat("${path}")`
    },
  )
}
