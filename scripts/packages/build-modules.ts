import { build, type Rolldown } from 'vite'
import { quietPenpal } from '../chunks/quiet-penpal.ts'
import { root } from '../root.mjs'
import { type Entry, EXTERNAL } from './entries.ts'

/**
 * Writes an ES module of each entry, and what several share to `chunks`: one class `VitrineError` and one list of instances for
 * all of them. The code is that of the script tag; it is left readable, since a site's bundler makes it small.
 * @param folder is emptied
 * @returns the paths of the files that are in it
 */
export async function buildModules(entries: readonly Entry[], folder: string): Promise<string[]> {
  const built = (await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    plugins: [quietPenpal],
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      outDir: folder,
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
  })) as Rolldown.RolldownOutput[]
  return built.flatMap(({ output }) => output.flatMap(file => (file.type === 'chunk' ? file.moduleIds : [])))
}
