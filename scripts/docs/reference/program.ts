import { existsSync } from 'node:fs'
import { join } from 'node:path'
import ts from '@typescript/typescript6'
import { root } from '../../root.mjs'

/** The repository's own settings, for a program of other files than the repository's. */
export function settingsOf(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root)
  return { ...options, configFilePath: undefined, pathsBasePath: root }
}

/** The entries of the package, by the name that a site imports, as far as they are there. */
export const ENTRIES = [
  { name: '@vitrine/host-sdk', page: 'host-sdk', file: 'host-sdk/index.ts' },
  { name: '@vitrine/host-sdk/react', page: 'react', file: 'host-sdk/react/index.ts' },
  { name: '@vitrine/host-sdk/wagmi', page: 'wagmi', file: 'host-sdk/wagmi/index.ts' },
  { name: '@vitrine/host-sdk/node', page: 'node', file: 'host-sdk/node/index.ts' },
  { name: '@vitrine/host-sdk/global', page: 'global', file: 'host-sdk/global.ts' },
].filter(({ file }) => existsSync(join(root, file)))

export type Entry = (typeof ENTRIES)[number]

/** A program of the package's entries. */
export const packageProgram = (): ts.Program =>
  ts.createProgram({ rootNames: ENTRIES.map(({ file }) => join(root, file)), options: settingsOf() })
