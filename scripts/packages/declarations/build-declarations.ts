import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from '@typescript/typescript6'
import { type Plugin, rollup } from 'rollup'
import { dts } from 'rollup-plugin-dts'
import { root } from '../../root.mjs'
import { type Entry, EXTERNAL } from '../entries.ts'
import { expandDerived } from './expand.ts'
import { isOurs, readProgram } from './program.ts'

const FORMAT: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: name => name,
  getCurrentDirectory: () => root,
  getNewLine: () => '\n',
}
const DECLARATION = '.d.ts'
/** The file that a module is of: our sources are modules by what is emitted of them, installed declarations by themselves. */
const fileOf = (id: string) => (/\.tsx?\.d\.ts$/.test(id) ? id.slice(0, -DECLARATION.length) : id)

/**
 * A module of what is declared in each source, made when it is asked for: of most sources nothing is.
 * @throws Error when a source's declarations cannot be written down
 */
const emittedDeclarations = (program: ts.Program): Plugin => ({
  name: 'emitted-declarations',
  resolveId(specifier, importer) {
    if (!importer) return specifier
    if (EXTERNAL.test(specifier)) return { id: specifier, external: true }
    const { resolvedModule } = ts.resolveModuleName(
      specifier,
      fileOf(importer),
      program.getCompilerOptions(),
      ts.sys,
    )
    const file = resolvedModule && program.getSourceFile(resolvedModule.resolvedFileName)
    if (!file) throw new Error(`${importer}: ${specifier} is declared nowhere`)
    return file.isDeclarationFile ? file.fileName : file.fileName + DECLARATION
  },
  load(id) {
    const file = program.getSourceFile(fileOf(id))
    if (!file || file.isDeclarationFile) return file?.text ?? null
    let text: string | undefined
    const write = (_: string, written: string) => {
      text = written
    }
    const { diagnostics } = program.emit(file, write, undefined, true)
    if (text === undefined) throw new Error(ts.formatDiagnostics(diagnostics, FORMAT))
    return text
  },
})

/** Nobody need hear that a schema's library, or an entry's whole code, is not among the declarations. */
const EXPECTED = ['UNUSED_EXTERNAL_IMPORT', 'EMPTY_BUNDLE']

/**
 * Writes the declarations of each entry, and what several share to `chunks`. They are all that a compiler needs: a type that
 * hangs on a schema is written out, and what it comes from is left away. A compiler that reads CommonJS takes the same from `.d.cts`.
 * @returns the paths of the files that are in it
 */
export async function buildDeclarations(entries: readonly Entry[], folder: string): Promise<string[]> {
  const before = readProgram(entries.map(({ source }) => source))
  // Each by its own path: what is reached by a package's name counts as installed, and nothing is emitted of it.
  const ours = before
    .getSourceFiles()
    .filter(isOurs)
    .map(({ fileName }) => fileName)
  const program = readProgram(ours, expandDerived(before), before)
  const bundle = await rollup({
    input: Object.fromEntries(entries.map(({ name, source }) => [name, source + DECLARATION])),
    plugins: [emittedDeclarations(program), dts()],
    onwarn: warning => {
      if (!EXPECTED.includes(warning.code ?? '')) console.warn(warning.message)
    },
  })
  const { output } = await bundle.write({
    dir: folder,
    format: 'es',
    entryFileNames: `[name]${DECLARATION}`,
    // By the name of a source, which has an ending of its own.
    chunkFileNames: ({ name }) => `chunks/${name.replace(/\.tsx?(\.d)?$/, '')}${DECLARATION}`,
  })
  for (const file of output) {
    if (file.type !== 'chunk') continue
    const text = file.code.replaceAll(/(from |import )('\.{1,2}\/[^']+)\.js'/g, "$1$2.cjs'")
    await writeFile(join(folder, file.fileName.replace(/\.d\.ts$/, '.d.cts')), text)
  }
  return output.flatMap(file => (file.type === 'chunk' ? file.moduleIds : []))
}
