import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { root } from '../root.mjs'
import { EXAMPLES } from './catalog.mjs'
import { TARBALL } from './packed.mjs'

interface Locked {
  readonly resolved?: string
  readonly integrity?: string
  readonly version?: string
}

const FOLDERS = [...Object.values(EXAMPLES), 'e2e/packages/plain'].filter(folder =>
  existsSync(`${root}${folder}/package-lock.json`),
)
const read = (file: string) => JSON.parse(readFileSync(root + file, 'utf8'))

describe.each(FOLDERS)('%s', folder => {
  const packages: Record<string, Locked> = read(`${folder}/package-lock.json`).packages

  it('takes the package from the tarball, whichever it is', () => {
    const ours = packages['node_modules/@vitrine/host-sdk']
    expect(ours?.resolved).toBe(`file:${'../'.repeat(folder.split('/').length)}${TARBALL}`)
    expect(ours?.integrity).toBeUndefined()
    // A release then changes no lockfile of an example.
    expect(ours?.version).toBeUndefined()
  })

  it('takes all else by its hash, from whatever registry npm uses', () => {
    for (const [path, { resolved, integrity }] of Object.entries(packages)) {
      if (path === '' || path === 'node_modules/@vitrine/host-sdk') continue
      expect({ path, resolved }).toEqual({ path, resolved: undefined })
      expect({ path, integrity }).toEqual({ path, integrity: expect.stringMatching(/^sha512-/) })
    }
  })

  it('has exact versions', () => {
    const { dependencies = {}, devDependencies = {} } = read(`${folder}/package.json`)
    for (const version of Object.values({ ...dependencies, ...devDependencies }))
      expect(version).toMatch(/^(\d+\.\d+\.\d+|file:.*\.tgz)$/)
  })
})
