import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import license from 'rollup-plugin-license'
import spdx from 'spdx-license-list/full.js'
import { root } from '../root.mjs'
import { ALLOWED_LICENCES } from './allowed-licences.mjs'

/** @typedef {{ name: string, version: string, license: string, copyright?: string, text?: string, notice?: string }} Part something that an artefact contains */

/** The code that build tools add to their output, by the beginning of its module's id. */
const BUILD_TOOLS = {
  '\0vite/': 'vite',
  '\0rolldown/': 'rolldown',
  '\0@oxc-project+runtime': '@oxc-project/runtime',
}

/** Where notices are, below the folder of what they are for. */
export const NOTICES_FILE = 'licenses.txt'

/**
 * Keeps the files of packages from a bundler's list of modules.
 * @param {readonly string[]} modules ids of modules, or paths of files
 * @returns {string[]} paths below the root where the package is there
 */
export function packageFiles(modules) {
  const files = modules.flatMap(id => {
    const tool = Object.entries(BUILD_TOOLS).find(([start]) => id.startsWith(start))
    if (tool) return [`node_modules/${tool[1]}/package.json`]
    const path = id.replace(/^\0/, '').replace(/\?.*$/, '')
    if (!path.includes('node_modules/')) return []
    return [path.startsWith(root) ? path.slice(root.length) : path]
  })
  return [...new Set(files)].sort()
}

/**
 * Reads the packages that files belong to.
 * @param {readonly string[]} files paths below the root
 * @returns {Part[]} in the order of their names
 * @throws {Error} when a package has no licence, an unknown one, or one that `ALLOWED_LICENCES` does not list
 */
export function readParts(files) {
  /** @type {Part[]} */
  let parts = []
  const plugin = license({
    cwd: resolve(root),
    sourcemap: false,
    thirdParty: {
      // Two versions of a package are two packages, and a package may call itself private by mistake.
      multipleVersions: true,
      includePrivate: true,
      allow: {
        test: Object.keys(ALLOWED_LICENCES).join(' OR '),
        failOnUnlicensed: true,
        failOnViolation: true,
      },
      output: dependencies => {
        parts = dependencies.map(partOf)
      },
    },
  })
  const paths = files.map(file => (isAbsolute(file) ? file : join(root, file)))
  for (const path of paths) {
    const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path
    if (!existsSync(join(folder, 'package.json')))
      throw new Error(
        `${folder} has no package.json, which names its licence. Run \`npm ci\`, then build again.`,
      )
  }
  // The plugin goes by Rollup's description of a chunk, which esbuild's and rolldown's lists of modules are put into here.
  const modules = Object.fromEntries(paths.map(path => [path, { renderedLength: 1 }]))
  try {
    Reflect.apply(Object(plugin.renderChunk), plugin, ['', { modules }, { sourcemap: false }])
    Reflect.apply(Object(plugin.generateBundle), plugin, [])
  } catch (cause) {
    const message = `${Object(cause).message} Replace the package, or allow its licence in scripts/notices/allowed-licences.mjs with a reason.`
    throw new Error(message, { cause })
  }
  return parts.sort((one, other) => compare(titleOf(one), titleOf(other)))
}

/** Vitrine itself, which every artefact contains. @returns {Part} */
export function readProduct() {
  const { version, license } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  return { name: 'Vitrine', version, license, text: readFileSync(`${root}LICENSE`, 'utf8').trim() }
}

/** @param {import('rollup-plugin-license').Dependency} dependency @returns {Part} */
function partOf({ name, version, license, author, licenseText, noticeText }) {
  if (!license) throw new Error(`${name} has no licence.`)
  // Vite's file goes on with the licences of its own dependencies, none of which is in the output.
  const text = licenseText?.split(/^# Licenses of bundled dependencies$/m)[0]?.trim()
  const copyright = author?.text()
  return {
    name: name ?? '',
    version: version ?? '',
    license: license.replace(/^\((.*)\)$/, '$1'),
    ...(copyright && { copyright }),
    ...(text && { text }),
    ...(noticeText && { notice: noticeText.trim() }),
  }
}

/** @param {Part} part */
const titleOf = ({ name, version, license }) => `${name} ${version}, ${license}`
/** The same on every machine, whatever its language. @param {string} one @param {string} other */
const compare = (one, other) => (one < other ? -1 : one > other ? 1 : 0)

/**
 * Prints what the licences ask for: each part with its version and licence, its own text and NOTICE file, and the standard
 * text of every licence, since some packages name one without containing it.
 * @param {string} artefact a noun phrase
 * @param {readonly Part[]} parts
 */
export function printNotices(artefact, parts) {
  /** @type {Map<string, Part[]>} */
  const byText = new Map()
  for (const part of parts) {
    const { text, notice, copyright } = part
    const own = text ?? [copyright, `The text of ${part.license} is at the end.`].filter(Boolean).join('\n')
    const printed = [own, ...(notice ? [`NOTICE\n\n${notice}`] : [])].join('\n\n').replaceAll('\r', '')
    byText.set(printed, [...(byText.get(printed) ?? []), part])
  }
  const counts = countLicences(parts).map(([id, count]) => `${id} ${count}`)
  const used = Object.keys(ALLOWED_LICENCES).filter(id => parts.some(part => identifiers(part).includes(id)))
  return [
    `Notices of ${artefact}\n\nParts: ${parts.length} (${counts.join('; ')})`,
    ...[...byText].map(([text, those]) => `${those.map(titleOf).join('\n')}\n\n${text}`),
    ...used.map(id => `Standard text of ${id}\n\n${spdx[id]?.licenseText.trim()}`),
  ]
    .join(`\n\n${'-'.repeat(80)}\n\n`)
    .concat('\n')
}

/** @param {readonly Part[]} parts @returns {[licence: string, count: number][]} the most frequent first */
export function countLicences(parts) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const { license } of parts) counts.set(license, (counts.get(license) ?? 0) + 1)
  return [...counts].sort(([one, many], [other, more]) => more - many || compare(one, other))
}

/** The parts that printed notices list. @param {string} text @returns {Part[]} */
export const listedParts = text =>
  [...text.matchAll(/^(\S+(?: \S+)?) (\d[\w.+-]*), ([\w.-]+(?: (?:AND|OR) [\w.-]+)*)$/gm)].map(
    ([, name = '', version = '', license = '']) => ({ name, version, license }),
  )

/** @param {Part} part */
const identifiers = ({ license }) => license.split(/ AND | OR /)
