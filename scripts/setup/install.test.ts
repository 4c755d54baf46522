import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { root } from '../root.mjs'
import { findStalePackage, isSupported } from './install.mjs'

const wanted = {
  packages: {
    '': { version: '0.1.0' },
    shared: { version: '0.1.0' },
    'node_modules/@vitrine/shared': { link: true },
    'node_modules/hono': { version: '4.0.0' },
    'node_modules/@esbuild/aix': { version: '1.0.0', optional: true },
  },
}

describe('findStalePackage', () => {
  it('finds nothing when every package has the locked version', () => {
    const installed = { packages: { 'node_modules/hono': { version: '4.0.0' } } }
    expect(findStalePackage(wanted, installed)).toBeNull()
  })

  it('names node_modules when nothing is installed, or an install was broken off', () => {
    expect(findStalePackage(wanted, null)).toBe('node_modules')
  })

  it('names a package that is missing or of another version', () => {
    expect(findStalePackage(wanted, { packages: {} })).toBe('node_modules/hono')
    const older = { packages: { 'node_modules/hono': { version: '3.9.0' } } }
    expect(findStalePackage(wanted, older)).toBe('node_modules/hono')
  })

  it('does not ask for the binaries of another platform, but notices an old one', () => {
    const installed = {
      packages: {
        'node_modules/hono': { version: '4.0.0' },
        'node_modules/@esbuild/aix': { version: '0.9.0' },
      },
    }
    expect(findStalePackage(wanted, installed)).toBe('node_modules/@esbuild/aix')
  })
})

it.each([
  ['18.20.8', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['22.0.0', true],
  ['24.21.0', true],
])('isSupported says of Node %s: %s', (version, expected) => {
  expect(isSupported(version, '>=20.19')).toBe(expected)
})

describe('the lockfile', () => {
  it('has an install script of no package that `allowScripts` neither permits nor refuses', async () => {
    const { packages } = JSON.parse(await readFile(`${root}package-lock.json`, 'utf8')) as {
      packages: Record<string, { name?: string; hasInstallScript?: boolean }>
    }
    const { allowScripts } = JSON.parse(await readFile(`${root}package.json`, 'utf8')) as {
      allowScripts: Record<string, boolean>
    }
    const withScript = Object.entries(packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      // An alias is decided by the name of the package that it stands for.
      .map(
        ([path, { name }]) => name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      )
    expect(Object.keys(allowScripts).sort()).toEqual([...new Set(withScript)].sort())
  })

  it('names what every package may need on another platform, without which `npm ci` refuses it', async () => {
    const { packages } = JSON.parse(await readFile(`${root}package-lock.json`, 'utf8')) as {
      packages: Record<string, { version?: string; optionalDependencies?: Record<string, string> }>
    }
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        name =>
          !packages[`node_modules/${name}`]?.version && !packages[`${path}/node_modules/${name}`]?.version,
      ),
    )
    expect(missing).toEqual([])
  })
})
