import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { root } from '../root.mjs'
import { findStalePackage } from './install.mjs'

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

describe('the lockfile', () => {
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
