import type { Plugin } from 'vite'

interface Built {
  /** Address of the icon in the tab. */
  readonly icon: string
  readonly fileName: string
  readonly css: readonly string[]
}

/**
 * One HTML document of a bundle: no script and no style stands in it, so that its policy, which the server's header gives, allows
 * neither. Nothing of it is indexed or translated: a translator would send what operators see of people away.
 */
export function documentOf({ icon, fileName, css }: Built): string {
  return `<!doctype html>
<html lang="en" translate="no">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<meta name="google" content="notranslate">
<link rel="icon" href="${icon}">
<link rel="license" href="/licenses.txt" title="Licences of the packages in this page">
<title>Vitrine console</title>
${css.map(file => `<link rel="stylesheet" href="/${file}">\n`).join('')}</head>
<body>
<noscript>The console needs JavaScript. Turn it on and reload the page.</noscript>
<div id="root"></div>
<script type="module" src="/${fileName}"></script>
</body>
</html>
`
}

/** Writes `file` beside the one entry of an environment, with what that loads at once. */
export const documentFor = (environment: string, file: string, icon: string): Plugin => ({
  name: `document-${environment}`,
  applyToEnvironment: ({ name }) => name === environment,
  generateBundle(_options, bundle) {
    const outputs = Object.values(bundle)
    const entry = outputs.find(it => it.type === 'chunk' && it.isEntry)
    if (entry?.type !== 'chunk') throw new Error(`${environment} has no entry`)
    const loaded = new Set<string>()
    const visit = (fileName: string) => {
      const chunk = bundle[fileName]
      if (loaded.has(fileName) || chunk?.type !== 'chunk') return
      loaded.add(fileName)
      chunk.imports.forEach(visit)
    }
    visit(entry.fileName)
    const css = [...loaded].flatMap(fileName => {
      const chunk = bundle[fileName]
      return chunk?.type === 'chunk' ? [...(chunk.viteMetadata?.importedCss ?? [])] : []
    })
    this.emitFile({
      type: 'asset',
      fileName: file,
      source: documentOf({ icon, fileName: entry.fileName, css: [...new Set(css)] }),
    })
  },
})
