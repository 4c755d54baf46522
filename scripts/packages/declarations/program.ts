import ts from '@typescript/typescript6'
import { root } from '../../root.mjs'

/** A source of this repository, and none of a package that is installed. */
export const isOurs = (file: ts.SourceFile) =>
  file.fileName.startsWith(root) && !file.fileName.includes('/node_modules/')

/**
 * The program of these sources by the repository's own options.
 * @param edited texts that stand in the place of files, by path
 * @param before a program whose other files are taken as they were read
 */
export function readProgram(
  sources: readonly string[],
  edited: ReadonlyMap<string, string> = new Map(),
  before?: ts.Program,
): ts.Program {
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  host.getSourceFile = (name, language, ...rest) => {
    const text = edited.get(name)
    if (text !== undefined) return ts.createSourceFile(name, text, language, true)
    // Of what is installed the types alone are read; to read its comments too takes as long as everything else.
    const how = typeof language === 'object' ? language : { languageVersion: language }
    const comments = name.includes('/node_modules/')
      ? ts.JSDocParsingMode.ParseNone
      : ts.JSDocParsingMode.ParseAll
    return (
      before?.getSourceFile(name) ??
      getSourceFile.call(host, name, { ...how, jsDocParsingMode: comments }, ...rest)
    )
  }
  return ts.createProgram(
    [...sources],
    { ...options, noEmit: false, noCheck: true, declaration: true, emitDeclarationOnly: true },
    host,
  )
}
