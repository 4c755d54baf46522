import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { root } from '../root.mjs'
import { ALLOWED_LICENCES } from './allowed-licences.mjs'
import { countLicences, listedParts, packageFiles, printNotices, readParts, readProduct } from './notices.mjs'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-notices-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** An installed package. @returns a file of it */
function installed(name: string, manifest: object | null, files: Readonly<Record<string, string>> = {}) {
  const at = join(folder, 'node_modules', name)
  mkdirSync(join(at, 'esm'), { recursive: true })
  if (manifest)
    writeFileSync(join(at, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...manifest }))
  for (const [file, text] of Object.entries(files)) writeFileSync(join(at, file), text)
  // Such a manifest says how Node reads the folder, and nothing about the licence.
  writeFileSync(join(at, 'esm/package.json'), '{"type":"module"}')
  return join(at, 'esm/index.js')
}

describe('a package', () => {
  it('is read with its licence, its text and its NOTICE file', () => {
    const file = installed(
      'good',
      { license: 'Apache-2.0' },
      { 'LICENSE.md': 'Its text', NOTICE: 'Its notice' },
    )
    expect(readParts([file])).toEqual([
      { name: 'good', version: '1.0.0', license: 'Apache-2.0', text: 'Its text', notice: 'Its notice' },
    ])
  })

  it('is read once, and once more in another version', () => {
    const files = ['a', 'b'].map(parent =>
      installed(`${parent}/node_modules/twice`, {
        name: 'twice',
        version: `${parent === 'a' ? 1 : 2}.0.0`,
        license: 'MIT',
      }),
    )
    expect(readParts([...files, ...files]).map(({ version }) => version)).toEqual(['1.0.0', '2.0.0'])
  })

  it.each([
    ['a choice that includes an allowed licence', '(MIT OR GPL-3.0-only)'],
    ['two allowed licences', 'Apache-2.0 AND MIT'],
  ])('is accepted with %s', (_, license) => {
    expect(readParts([installed(`choice-${license.length}`, { license })])).toHaveLength(1)
  })

  it.each([
    ['no licence', {}],
    ['no licence, as it says itself', { license: 'UNLICENSED' }],
    ['a licence that is not on the list', { license: 'GPL-3.0-only' }],
    ['an allowed licence and one that is not', { license: 'MIT AND GPL-3.0-only' }],
    ['a licence that SPDX does not know', { license: 'WalletConnect Community License' }],
    ['a licence in a file of its own', { license: 'SEE LICENSE IN LICENSE.md' }],
  ])('is refused with %s', (name, manifest) => {
    const file = installed(`refused-${name.replaceAll(/\W/g, '-')}`, manifest)
    expect(() => readParts([file])).toThrow(/^Dependency "refused-.*allowed-licences\.mjs with a reason\.$/)
  })

  it('is refused without a manifest, which names its licence', () => {
    expect(() => readParts([installed('nameless', null)])).toThrow('has no package.json')
  })
})

it('finds the packages of a bundler’s modules, and those whose code the bundler itself adds', () => {
  const modules = [
    ...[`${root}frame-app/kernel/main.ts`, 'virtual:pinned-files', '\0vite/preload-helper.js'],
    ...[`${root}node_modules/zod/index.js?commonjs`, `\0${root}node_modules/qr/index.js`],
    ...['node_modules/pg/lib/index.js', '\0rolldown/runtime.js', '\0rolldown/runtime.js'],
  ]
  expect(packageFiles(modules)).toEqual([
    'node_modules/pg/lib/index.js',
    'node_modules/qr/index.js',
    'node_modules/rolldown/package.json',
    'node_modules/vite/package.json',
    'node_modules/zod/index.js',
  ])
})

describe('printed notices', () => {
  const text = printNotices('a page', [
    { name: 'one', version: '1.0.0', license: 'MIT', text: 'The text of both' },
    { name: '@two/two', version: '2.0.0-beta.1', license: 'MIT OR Apache-2.0', text: 'The text of both' },
    { name: 'three', version: '3.0.0', license: 'ISC', copyright: 'Somebody', notice: 'Its notice' },
  ])

  it('list each part, and can be read again', () => {
    expect(listedParts(text)).toEqual([
      { name: 'one', version: '1.0.0', license: 'MIT' },
      { name: '@two/two', version: '2.0.0-beta.1', license: 'MIT OR Apache-2.0' },
      { name: 'three', version: '3.0.0', license: 'ISC' },
    ])
  })

  it('contain a text once, NOTICE files, authors, and the standard text of each licence', () => {
    expect(text.split('The text of both')).toHaveLength(2)
    expect(text).toContain('Somebody\nThe text of ISC is at the end.\n\nNOTICE\n\nIts notice')
    expect(text).toContain('Standard text of ISC\n\nISC License')
    expect(text).toContain('Standard text of Apache-2.0\n\nApache License')
    expect(text).not.toContain('Standard text of PostgreSQL')
  })
})

it('counts licences, the most frequent first', () => {
  const parts = ['ISC', 'MIT', '0BSD', 'MIT'].map(license => ({ name: 'a', version: '1', license }))
  expect(countLicences(parts)).toEqual([
    ['MIT', 2],
    ['0BSD', 1],
    ['ISC', 1],
  ])
})

it('has the text of every allowed licence, and a reason for each', () => {
  for (const [license, reason] of Object.entries(ALLOWED_LICENCES)) {
    const printed = printNotices('a page', [{ ...readProduct(), license }])
    expect(printed.split(`Standard text of ${license}\n\n`)[1]?.length).toBeGreaterThan(500)
    expect(reason).toMatch(/\.$/)
  }
})
