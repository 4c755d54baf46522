import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listedParts } from '../notices/notices.mjs'
import { root } from '../root.mjs'
import { PACKAGE_BUDGETS } from '../sizes/package-budgets.ts'
import { readManifest } from './entries.ts'
import { BUNDLERS, gzipped } from './testing/bundlers.ts'
import { type InstalledPackage, installPackage } from './testing/installed-package.ts'

/** The package as npm would bring it to a site: everything here is about the tarball, installed. */
let installed: InstalledPackage
let dist: string
const filesOf = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' })
const read = (file: string) => readFileSync(join(dist, file), 'utf8')

beforeAll(async () => {
  installed = await installPackage()
  dist = join(installed.folder, 'node_modules/@vitrine/host-sdk/dist')
}, 240_000)
afterAll(() => installed?.remove())

it('has the version of the repository', () => {
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  expect(readManifest().version).toBe(version)
})

it('is the only workspace that npm publishes, and is made by whatever packs it', () => {
  const { workspaces } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  const manifests = workspaces.map((it: string) =>
    JSON.parse(readFileSync(`${root}${it}/package.json`, 'utf8')),
  )
  const published = manifests.filter((it: { private?: boolean }) => it.private !== true)
  expect(published).toEqual([
    expect.objectContaining({
      name: '@vitrine/host-sdk',
      scripts: { prepack: 'node ../scripts/packages/make-package.mjs' },
    }),
  ])
})

it('has what its manifest names, its licence, those of its parts, and no source', () => {
  const files = filesOf(join(dist, '..'))
  for (const entry of Object.values(readManifest().exports))
    for (const file of typeof entry === 'string'
      ? [entry]
      : Object.values(entry).flatMap(it => Object.values(it)))
      expect(files).toContain(file.slice('./'.length))
  expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist/licenses.txt']))
  expect(files.filter(file => /(?<!\.d)\.tsx?$/.test(file))).toEqual([])
  const listed = listedParts(read('licenses.txt')).map(({ name }) => name)
  expect(listed).toEqual(expect.arrayContaining(['Vitrine', 'penpal', 'mipd', '@wallet-standard/app']))
})

it('has nothing to object to for publint', async () => {
  const { messages } = await publint({ pkgDir: join(dist, '..'), pack: false, strict: true })
  expect(messages).toEqual([])
})

it('has types that are right for ES modules and for CommonJS', { timeout: 120_000 }, async () => {
  const result = await checkPackage(createPackageFromTarballData(readFileSync(installed.tarball)))
  if (!result.types) throw new Error('The tarball has no types')
  // The resolution of before 2020 knows no `exports`.
  const problems = result.problems.filter(
    problem => !('resolutionKind' in problem && problem.resolutionKind === 'node10'),
  )
  expect(problems).toEqual([])
})

describe('declarations', () => {
  it('need no schema, no source of ours and no path of the machine that built them', () => {
    const texts = filesOf(dist)
      .filter(file => /\.d\.c?ts$/.test(file))
      .map(read)
    expect(texts.length).toBeGreaterThan(4)
    for (const text of texts) {
      expect(text).not.toMatch(/\bzod\b|\bZod|@vitrine\/(?!host-sdk)|node_modules|\.tsx?'/)
      expect(text).not.toContain(root)
      expect(text.replaceAll(/\/\*[\s\S]*?\*\//g, '')).not.toMatch(/\bany\b/)
    }
  })

  it('keep the comments, those of schemas too, and name what has a name', () => {
    const texts = filesOf(dist)
      .filter(file => /\.d\.c?ts$/.test(file))
      .map(read)
      .join('\n')
    expect(texts).toMatch(/\/\*\* The user as a host page sees it[^\n]*\n(?:export )?type User = \{/)
    expect(texts).toMatch(/\/\*\* Opens the login dialog[^\n]*\n\s*login\(/)
    expect(texts).toMatch(/\/\*\* On the chain that was funded\. \*\/\n\s*transactionHash\?: string/)
    expect(texts).toMatch(/type LoginResult = \{\n\s*user: User;/)
    expect(texts).toMatch(/loginAccount: LinkedAccount \| null/)
  })
})

it('has the sources of its code in its maps', () => {
  const maps = filesOf(dist).filter(file => file.endsWith('.js.map'))
  expect(maps.length).toBeGreaterThan(2)
  for (const map of maps) {
    const { sources, sourcesContent } = JSON.parse(read(map))
    expect(sourcesContent).toHaveLength(sources.length)
    for (const source of sources) expect(source).toMatch(/^\.\.\//)
  }
})

it('says that React’s entry is of the client, and nothing else that a server imports', () => {
  const directive = /^["']use client["']/
  const files = filesOf(dist).filter(file => /\.c?js$/.test(file))
  expect(files.filter(file => directive.test(read(file))).sort()).toEqual(['react.cjs', 'react.js'])
})

// A compiler reads the browser's whole types each time, beside all other tests.
describe('compiles in a site, its every option checked', { timeout: 180_000 }, () => {
  const COMPILERS = {
    'TypeScript 5.9': 'typescript5/bin/tsc',
    'TypeScript 6': '@typescript/typescript6/bin/tsc6',
    'TypeScript 7': 'typescript/bin/tsc',
  }
  const RESOLUTIONS = { bundler: 'esnext', node16: 'node16', nodenext: 'nodenext' }
  const PLAIN = ['browser.ts', 'components.tsx', 'backend.ts', 'script-tag.ts']

  const compile = async (compiler: string, name: string, options: object, files: readonly string[]) => {
    const config = join(installed.folder, `tsconfig.${name}.json`)
    await writeFile(
      config,
      JSON.stringify({
        compilerOptions: {
          ...{ strict: true, noEmit: true, skipLibCheck: false, target: 'es2022', jsx: 'react-jsx' },
          ...{ types: [], noUncheckedIndexedAccess: true },
          ...options,
        },
        files,
      }),
    )
    return installed.run(`${root}node_modules/${compiler}`, '-p', config)
  }

  const cases = Object.entries(RESOLUTIONS).flatMap(([moduleResolution, module]) =>
    [true, false].map(exactOptionalPropertyTypes => ({
      name: `${moduleResolution}${exactOptionalPropertyTypes ? ', exact optional properties' : ''}`,
      options: {
        moduleResolution,
        module,
        exactOptionalPropertyTypes,
        lib: ['es2022', 'dom', 'dom.iterable'],
      },
    })),
  )
  it.each(cases)('TypeScript 7, $name', async ({ name, options }) => {
    await compile(COMPILERS['TypeScript 7'], name.replaceAll(/\W+/g, '-'), options, PLAIN)
  })
  it.each(['TypeScript 5.9', 'TypeScript 6'] as const)('%s', async compiler => {
    await compile(COMPILERS[compiler], compiler.replaceAll(/\W+/g, '-'), cases[0]?.options ?? {}, PLAIN)
  })

  it('a backend, without the types of a browser', async () => {
    const options = { module: 'nodenext', lib: ['es2022'], types: ['node'] }
    await compile(COMPILERS['TypeScript 7'], 'backend', options, ['backend.ts'])
  })

  it.each(['TypeScript 5.9', 'TypeScript 7'] as const)('a CommonJS program, %s', async compiler => {
    // viem's own declarations are of ES modules alone, and have errors here.
    const options = {
      ...{ module: 'node16', lib: ['es2022', 'dom', 'dom.iterable'], types: ['node'] },
      skipLibCheck: true,
    }
    await compile(COMPILERS[compiler], `cjs-${compiler.replaceAll(/\W+/g, '-')}`, options, ['commonjs.cts'])
  })

  it('a page with the script tag, by the types of its configuration', async () => {
    const options = { module: 'nodenext', types: ['@vitrine/host-sdk/global'] }
    await compile(COMPILERS['TypeScript 7'], 'page', options, ['typed-page.ts'])
  })

  it.each(['@wagmi/core', 'wagmi-core-2'])('viem’s chains and wagmi, as %s', async wagmi => {
    const options = {
      ...{ module: 'nodenext', lib: ['es2022', 'dom', 'dom.iterable'] },
      paths: { '@wagmi/core': [`./node_modules/${wagmi}/dist/types/exports/index.d.ts`] },
    }
    await compile(COMPILERS['TypeScript 7'], wagmi.replaceAll(/\W+/g, '-'), options, ['chains.ts'])
  })
})

describe.each(Object.entries(BUNDLERS))('bundled by %s', (_, bundle) => {
  const bundled = (code: string) => bundle(code, installed.folder)
  const MODULE = "export { createVitrine } from '@vitrine/host-sdk'"

  it('leaves nothing where nothing of it is used', async () => {
    for (const entry of ['', '/react', '/wagmi', '/node', '/global'])
      expect((await bundled(`import '@vitrine/host-sdk${entry}'`)).trim(), entry).toBe('')
  })

  it('brings an error’s class without what throws it', async () => {
    const code = await bundled("export { VitrineError } from '@vitrine/host-sdk'")
    expect(code).toContain('VitrineError')
    expect(gzipped(code)).toBeLessThan(512)
  })

  it('stays within the budgets, with one class of errors for all entries', async () => {
    const plain = await bundled(MODULE)
    const react = await bundled(`${MODULE}; export * from '@vitrine/host-sdk/react'`)
    expect(gzipped(plain)).toBeLessThanOrEqual(PACKAGE_BUDGETS.module)
    expect(gzipped(react) - gzipped(plain)).toBeGreaterThan(1024)
    expect(gzipped(react) - gzipped(plain)).toBeLessThanOrEqual(PACKAGE_BUDGETS.react)
    expect(react.match(/class\s*(?:\w+\s*)?extends Error\b/g)).toHaveLength(
      plain.match(/class\s*(?:\w+\s*)?extends Error\b/g)?.length ?? 0,
    )
    expect(plain).not.toMatch(/\bfrom\s*["']react/)
    expect(react).toMatch(/\bfrom\s*["']react/)
  })
})

describe('in Node', () => {
  const entries = ['', '/node', '/global'].map(entry => `@vitrine/host-sdk${entry}`)
  const print = 'console.log(loaded.flatMap(Object.keys).sort().join())'

  it('is imported without a page', async () => {
    const loaded = `const loaded = [${entries.map(entry => `await import('${entry}')`)}]`
    const names = await installed.run('--input-type=module', '-e', `${loaded}; ${print}`)
    expect(names.trim().split(',')).toEqual(
      expect.arrayContaining(['VitrineError', 'createVitrine', 'createVitrineServer']),
    )
  })

  it('is loaded by CommonJS where nothing can `require` an ES module, as in Jest', async () => {
    const loaded = `const loaded = [${entries.map(entry => `require('${entry}')`)}]`
    const old = ['--no-experimental-require-module', '--input-type=commonjs']
    const names = await installed.run(...old, '-e', `${loaded}; ${print}`)
    expect(names.trim().split(',')).toEqual(expect.arrayContaining(['createVitrine', 'createVitrineServer']))
  })
})
