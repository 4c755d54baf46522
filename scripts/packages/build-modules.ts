import { build } from 'vite'
import { quietPenpal } from '../chunks/quiet-penpal.ts'
import { root } from '../root.mjs'
import { type Entry, PACKAGE } from './entries.ts'

/** What a site has a copy of itself, or asks for where it uses that entry. */
const EXTERNAL = /^(?:react|@wagmi\/core|viem|jose)(?:\/|$)|^node:/

/**
 * Writes an ES module of each entry to `dist`, and what several share to `dist/chunks`: one class `VitrineError` and one list of
 * instances for all of them. The code is that of the script tag; it is left readable, since a site's bundler makes it small.
 */
export async function buildModules(entries: readonly Entry[]) {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    plugins: [quietPenpal],
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      outDir: `${PACKAGE}dist`,
      emptyOutDir: true,
      target: 'es2022',
      minify: false,
      sourcemap: true,
      lib: {
        entry: Object.fromEntries(entries.map(({ name, source }) => [name, source])),
        formats: ['es'],
        fileName: (_, name) => `${name}.js`,
      },
      rolldownOptions: {
        external: EXTERNAL,
        output: {
          chunkFileNames: 'chunks/[name].js',
          // Of its own file alone: what a server imports is in the others.
          banner: ({ isEntry, name }) => (isEntry && name === 'react' ? "'use client';" : ''),
        },
      },
    },
  })
}
