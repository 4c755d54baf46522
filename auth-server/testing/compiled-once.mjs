import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'

/**
 * Loaded before a server that a test starts (`process-tree.ts`): what such servers compile of themselves at their start
 * (`processes/bundle.ts`) is compiled by the first of a run, and read by the sixty that follow. The folder is the run's.
 */
const folder = new URL(import.meta.url).searchParams.get('folder') ?? ''
const require = createRequire(import.meta.url)
const compiler = createRequire(require.resolve('tsx')).resolve('esbuild')
const esbuild = require(compiler)

/** @param {object} options */
function buildOnce(options) {
  const kept = join(folder, createHash('sha256').update(JSON.stringify(options)).digest('hex'))
  try {
    return { outputFiles: deserialize(readFileSync(kept)) }
  } catch {
    const outputFiles = esbuild
      .buildSync(options)
      .outputFiles.map((/** @type {{path: string, contents: Uint8Array}} */ { path, contents }) => ({
        path,
        contents,
      }))
    // Whole, or not there: another server may read it at this moment.
    const made = join(folder, randomUUID())
    writeFileSync(made, serialize(outputFiles))
    renameSync(made, kept)
    return { outputFiles }
  }
}

const loaded = require.cache[compiler]
if (!loaded) throw new Error('The compiler is not where the server looks for it.')
loaded.exports = { ...esbuild, buildSync: buildOnce }
