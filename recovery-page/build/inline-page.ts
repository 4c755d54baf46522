import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

export const RECOVERY_FILE = 'vitrine-recovery.html'

const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * The recovery page as one file. Its policy names its own script and style by their hashes and lets it reach nothing: no
 * connection, no picture but those it holds, no form. Without a translator, which would send the page's text away.
 *
 * @param script a classic script: a browser loads no module from a file.
 * @param notices of the packages in the script. The page is kept as one file, so it contains them, as a comment.
 * @throws Error when a text would end its element, or does not survive the reading of HTML as it is.
 */
export function recoveryPage(script: string, style: string, notices: string): string {
  for (const text of [script, style]) {
    if (/<\/(script|style)|<!--|\r|\0/i.test(text))
      throw new Error('The text cannot stand in the page as it is.')
  }
  // The end of a comment (HTML, "Comments"): what follows it would be elements of the page.
  if (/--!?>|<!--/.test(notices)) throw new Error('The notices would end their comment.')
  const policy = [
    "default-src 'none'",
    `script-src ${sourceOf(script)}`,
    `style-src ${sourceOf(style)}`,
    'img-src data:',
    "form-action 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
  return `<!doctype html>
<html lang="en" translate="no">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="google" content="notranslate">
<link rel="icon" href="data:,">
<title>Vitrine</title>
<style>${style}</style>
</head>
<body>
<script>${script}</script>
</body>
</html>
<!--
${notices}-->
`
}

/**
 * Writes the page, and beside it what `sha256sum --check` reads, in place of its script.
 * @param styleFile its path
 * @param noticesOf prints the notices of the packages that modules are from
 */
export const inlinePage = (
  environment: string,
  styleFile: string,
  noticesOf: (modules: readonly string[]) => string,
): Plugin => ({
  name: 'inline-recovery-page',
  applyToEnvironment: ({ name }) => name === environment,
  generateBundle(_options, bundle) {
    const [chunk, ...others] = Object.values(bundle)
    if (chunk?.type !== 'chunk' || others.length > 0) throw new Error('The recovery page is of one script.')
    delete bundle[chunk.fileName]
    const style = readFileSync(styleFile, 'utf8').trim()
    const page = recoveryPage(chunk.code.trim(), style, noticesOf(chunk.moduleIds))
    const hash = createHash('sha256').update(page).digest('hex')
    this.emitFile({ type: 'asset', fileName: RECOVERY_FILE, source: page })
    this.emitFile({
      type: 'asset',
      fileName: `${RECOVERY_FILE}.sha256`,
      source: `${hash}  ${RECOVERY_FILE}\n`,
    })
  },
})
