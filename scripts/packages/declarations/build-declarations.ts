import ts from '@typescript/typescript6'
import { type Plugin, rollup } from 'rollup'
import { dts } from 'rollup-plugin-dts'
import { root } from '../../root.mjs'
import { type Entry, PACKAGE } from '../entries.ts'
import { expandDerived } from './expand.ts'
import { isOurs, readProgram } from './program.ts'

const FORMAT: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: name => name,
  getCurrentDirectory: () => root,
  getNewLine: () => '\n',
}
const DECLARATION = '.d.ts'
const sourceOf = (id: string) => id.slice(0, -DECLARATION.length)

/**
 * A module of what is declared in each source, made when it is asked for: of most sources nothing is.
 * @throws Error when a source's declarations cannot be written down
 */
const emittedDeclarations = (program: ts.Program): Plugin => ({
  name: 'emitted-declarations',
  resolveId(specifier, importer) {
    if (!importer) return specifier
    const options = program.getCompilerOptions()
    const { resolvedModule } = ts.resolveModuleName(specifier, sourceOf(importer), options, ts.sys)
    const file = resolvedModule && program.getSourceFile(resolvedModule.resolvedFileName)
    return file && isOurs(file) ? file.fileName + DECLARATION : { id: specifier, external: true }
  },
  load(id) {
    const file = program.getSourceFile(sourceOf(id))
    let text: string | undefined
    const { diagnostics } = program.emit(file, (_, written) => (text = written), undefined, true)
    if (text === undefined) throw new Error(ts.formatDiagnostics(diagnostics, FORMAT))
    return text
  },
})

export async function buildDeclarations(entries: readonly Entry[]) {
  const sources = entries.map(({ source }) => source)
  const before = readProgram(sources)
  // Each by its own path: what is reached by a package's name counts as installed, and nothing is emitted of it.
  const ours = before
    .getSourceFiles()
    .filter(isOurs)
    .map(({ fileName }) => fileName)
  const program = readProgram(ours, expandDerived(before), before)
  const bundle = await rollup({
    input: Object.fromEntries(entries.map(({ name, source }) => [name, source + DECLARATION])),
    plugins: [emittedDeclarations(program), dts()],
    onwarn(warning) {
      if (!['UNUSED_EXTERNAL_IMPORT', 'EMPTY_BUNDLE'].includes(warning.code ?? ''))
        throw new Error(warning.message)
    },
  })
  await bundle.write({
    dir: `${PACKAGE}dist`,
    format: 'es',
    entryFileNames: `[name]${DECLARATION}`,
    // By the name of a source, which has an ending of its own.
    chunkFileNames: ({ name }) => `chunks/${name.replace(/\.tsx?(\.d)?$/, '')}${DECLARATION}`,
  })
}
