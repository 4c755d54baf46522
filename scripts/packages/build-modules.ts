import { build, type Rolldown } from 'vite'
import { BUILD_TARGET } from '../chunks/targets.ts'
import { root } from '../root.mjs'
import { type Entry, EXTERNAL, EXTERNAL_IN_COMMONJS } from './entries.ts'

/**
 * Writes a module of each entry, and what several share to `chunks`: one class `VitrineError` and one list of instances for all of
 * them. Each is there as an ES module (`.js`) and for CommonJS (`.cjs`). The code is that of the script tag; it is left readable, since
 * a site's bundler makes it small.
 * @param folder is emptied
 * @returns the paths of the files that are in it
 */
export async function buildModules(entries: readonly Entry[], folder: string): Promise<string[]> {
  const [modules, commonJs] = [
    await buildForm(entries, folder, 'es'),
    await buildForm(entries, folder, 'cjs'),
  ]
  return [...new Set([...modules, ...commonJs])]
}

async function buildForm(entries: readonly Entry[], folder: string, format: 'es' | 'cjs'): Promise<string[]> {
  const ending = format === 'es' ? 'js' : 'cjs'
  const built = (await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      outDir: folder,
      emptyOutDir: format === 'es',
      target: BUILD_TARGET,
      minify: false,
      sourcemap: true,
      lib: {
        entry: Object.fromEntries(entries.map(({ name, source }) => [name, source])),
        formats: [format],
        fileName: (_, name) => `${name}.${ending}`,
      },
      rolldownOptions: {
        external: format === 'es' ? EXTERNAL : EXTERNAL_IN_COMMONJS,
        output: {
          chunkFileNames: `chunks/[name].${ending}`,
          // Of its own file alone: what a server imports is in the others.
          banner: ({ isEntry, name }) => (isEntry && name === 'react' ? "'use client';" : ''),
        },
      },
    },
  })) as Rolldown.RolldownOutput[]
  return built.flatMap(({ output }) => output.flatMap(file => (file.type === 'chunk' ? file.moduleIds : [])))
}
