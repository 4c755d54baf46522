import { gzipSync } from 'node:zlib'
import { build as esbuild } from 'esbuild'
import { type Rolldown, build as viteBuild } from 'vite'

/** What the site has, and each bundler leaves out. */
const EXTERNAL = /^(?:react|viem)(?:\/|$)/

/** Bundles a site's code, minified, as its bundler does by itself; `folder` is where packages are found. */
export const BUNDLERS = {
  async esbuild(code: string, folder: string): Promise<string> {
    const { outputFiles } = await esbuild({
      stdin: { contents: code, resolveDir: folder },
      external: ['react', 'react/*', 'viem'],
      ...{ bundle: true, minify: true, format: 'esm', target: 'es2022' },
      ...{ write: false, logLevel: 'error' },
    })
    return outputFiles[0]?.text ?? ''
  },
  async vite(code: string, folder: string): Promise<string> {
    const entry = 'virtual:site'
    const built = (await viteBuild({
      configFile: false,
      root: folder,
      logLevel: 'error',
      plugins: [
        {
          name: 'site',
          resolveId: source => (source === entry ? `${folder}/site.js` : null),
          load: id => (id === `${folder}/site.js` ? code : null),
        },
      ],
      build: {
        ...{ write: false, target: 'es2022', minify: 'oxc' },
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: entry,
          external: EXTERNAL,
          preserveEntrySignatures: 'strict',
        },
      },
    })) as Rolldown.RolldownOutput
    return built.output.map(file => (file.type === 'chunk' ? file.code : '')).join('')
  },
}

export const gzipped = (code: string) => gzipSync(code, { level: 9 }).length
