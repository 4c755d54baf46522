import { readdirSync, readFileSync } from 'node:fs'

const INSTALLED = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//

/**
 * What the licences ask to be told of the packages that these modules are of: their names, and the licences in full.
 * @param modules paths of files
 * @throws Error for a package without a licence
 */
export function tellLicences(modules: readonly string[]): string {
  const folders = new Map<string, string>()
  for (const path of modules) {
    const [, folder = '', name = ''] = INSTALLED.exec(path) ?? []
    if (name) folders.set(name, folder)
  }
  const parts = [...folders].sort().map(([name, folder]) => {
    const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
    const file = readdirSync(folder).find(path => /^licen[cs]e(?:\.\w+)?$/i.test(path))
    if (!file) throw new Error(`${name} has no licence`)
    return `## ${name} ${version}, ${license}\n\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`
  })
  return `# Parts of this package that others wrote\n\n${parts.join('\n')}`
}
