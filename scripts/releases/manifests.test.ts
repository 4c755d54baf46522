import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from '../root.mjs'

interface Manifest {
  readonly version?: string
  readonly private?: boolean
  readonly homepage?: string
  readonly bugs?: { readonly url: string }
  readonly repository?: { readonly type: string; readonly url: string; readonly directory?: string }
}

const read = (path: string) => readFileSync(root + path, 'utf8')
const readJson = (path: string) => JSON.parse(read(path))
const manifest: Manifest & { readonly version: string; readonly workspaces: readonly string[] } =
  readJson('package.json')
const manifestOf = (workspace: string): Manifest => readJson(`${workspace}/package.json`)

test('every workspace and the lockfile have the version of the root', () => {
  const { packages, version } = readJson('package-lock.json')
  for (const workspace of manifest.workspaces) {
    expect([workspace, manifestOf(workspace).version]).toEqual([workspace, manifest.version])
    expect([workspace, packages[workspace].version]).toEqual([workspace, manifest.version])
  }
  expect([version, packages[''].version]).toEqual([manifest.version, manifest.version])
})

test('the changelog has a section of the version', () => {
  expect(read('CHANGELOG.md').split('\n')).toContainEqual(
    expect.stringMatching(new RegExp(`^## \\[${manifest.version.replaceAll('.', '\\.')}\\]`)),
  )
})

test('every published package and CODEOWNERS name the repository of the root', () => {
  const { repository, homepage, bugs } = manifest
  const [, page = '', organisation = ''] =
    /^git\+(https:\/\/[^/]+\/([^/]+)\/[^/]+)\.git$/.exec(repository?.url ?? '') ?? []
  expect({ homepage, bugs }).toEqual({ homepage: `${page}#readme`, bugs: { url: `${page}/issues` } })
  const published = manifest.workspaces.filter(workspace => !manifestOf(workspace).private)
  expect(published).toEqual(['host-sdk'])
  for (const workspace of published)
    expect(manifestOf(workspace)).toMatchObject({
      ...{ homepage, bugs },
      repository: { ...repository, directory: workspace },
    })
  const owners = read('.github/CODEOWNERS').match(/@[\w-]+(?=\/)/g)
  expect(new Set(owners)).toEqual(new Set([`@${organisation}`]))
})
