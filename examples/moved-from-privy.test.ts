import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as react from '@vitrine/host-sdk/react'
import { afterAll, describe, expect, it } from 'vitest'
import { followStep, readMapping, readSteps } from './moved-from-privy/follow-page.ts'

const root = join(import.meta.dirname, '..')
const folder = (side: string) => join(import.meta.dirname, 'moved-from-privy', side)

/** What `npm` makes, and what a package manager needs but no reader writes. */
const MADE = /(^|\/)(node_modules|dist)\/|^package-lock\.json$/

const readFolder = (side: string) =>
  new Map(
    readdirSync(folder(side), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name).slice(folder(side).length + 1))
      .filter(path => !MADE.test(path))
      .toSorted()
      .map(path => [path, readFileSync(join(folder(side), path), 'utf8')] as const),
  )

const page = readFileSync(join(root, 'docs/migrate-from-privy.md'), 'utf8')
const before = readFolder('before')
const after = readFolder('after')
const steps = readSteps(page)

describe('docs/migrate-from-privy.md', () => {
  it('has a step for each file that differs, and no other', () => {
    const differing = [...new Set([...before.keys(), ...after.keys()])].filter(
      path => before.get(path) !== after.get(path),
    )
    expect(steps.map(({ file }) => file).toSorted()).toEqual(differing.toSorted())
    expect(steps.length).toBeGreaterThan(8)
  })

  it('followed step by step, makes the one app of the other, byte for byte', () => {
    const followed = steps.reduce<ReadonlyMap<string, string>>(followStep, before)
    expect(Object.fromEntries([...followed].toSorted())).toEqual(Object.fromEntries(after))
  })

  it('maps every name that the app takes from Privy', () => {
    const mapped = new Set(readMapping(page).flatMap(({ theirs }) => theirs))
    const taken = [...before.values()].flatMap(text =>
      [...text.matchAll(/import \{([^}]+)\} from '@privy-io\/[^']+'/g)].flatMap(([, names = '']) =>
        names
          .split(',')
          .map(name => name.trim())
          .filter(name => name && !name.startsWith('type ')),
      ),
    )
    expect(new Set(taken).size).toBeGreaterThan(12)
    expect(taken.filter(name => !mapped.has(name))).toEqual([])
  })

  it('names no hook or component of ours that there is not', () => {
    const named = readMapping(page).flatMap(({ ours }) =>
      ours.filter(name => /^(use[A-Z]\w+|Vitrine(Provider|Frame)|UserButton)$/.test(name)),
    )
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter(name => !(name in react))).toEqual([])
  })
})

describe('the app after the move', () => {
  const made = mkdtempSync(join(tmpdir(), 'moved-'))
  afterAll(() => rmSync(made, { recursive: true }))

  it('compiles against the package, its server too', () => {
    const sources = (entry: string) => [join(root, `host-sdk/${entry}index.ts`)]
    const config = {
      extends: join(folder('after'), 'tsconfig.json'),
      compilerOptions: {
        typeRoots: [join(root, 'node_modules/@types')],
        types: [join(root, 'node_modules/vite/client'), 'node'],
        paths: {
          '@vitrine/host-sdk': sources(''),
          '@vitrine/host-sdk/react': sources('react/'),
          '@vitrine/host-sdk/node': sources('node/'),
        },
      },
      include: ['src', 'server'].map(part => join(folder('after'), part)),
    }
    writeFileSync(join(made, 'tsconfig.json'), JSON.stringify(config))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const { stdout, status } = spawnSync(process.execPath, [compiler, '-p', made], { encoding: 'utf8' })
    expect({ stdout, status }).toEqual({ stdout: '', status: 0 })
  }, 120_000)

  it('has nothing of Privy any more', () => {
    expect([...after].filter(([, text]) => /privy-io|PRIVY_/.test(text)).map(([path]) => path)).toEqual([])
  })
})
