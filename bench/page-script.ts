import { build } from 'vite'

/** A browser script with all that it imports, as a site's own build makes it. @param file in this folder */
export async function pageScript(file: string): Promise<string> {
  const root = new URL('./', import.meta.url).pathname
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: { write: false, target: 'es2022', lib: { entry: root + file, formats: ['es'] } },
  })
  const [output] = [result].flat()
  if (!output || !('output' in output)) throw new Error(`${file} was not built`)
  return `<script type="module">${output.output[0].code.replaceAll('</script', '<\\/script')}</script>`
}
