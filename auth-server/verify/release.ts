import { readFile } from 'node:fs/promises'
import { readTypeface } from '../frame/manifest.ts'
import { type BuildManifest, parseManifest } from '../frame-build/manifest.ts'
import { readBuild } from '../frame-build/read-build.ts'
import type { Release } from './examine.ts'

/**
 * A release as it was published: the file `build-manifest.json`, or its hash.
 * @throws Error with a sentence
 */
export async function readRelease(fileOrHash: string): Promise<Release> {
  if (/^sha256-[A-Za-z\d+/]{43}=$/.test(fileOrHash)) return fileOrHash
  const text = await readFile(fileOrHash, 'utf8').catch(cause => {
    throw new Error(`${fileOrHash} is neither the hash of a build nor a file that can be read.`, { cause })
  })
  return parseManifest(text)
}

/**
 * A build in a folder, each of whose files is what its manifest says.
 * @throws Error with a sentence
 */
export async function readReleaseFolder(distDir: string): Promise<BuildManifest> {
  const build = await readBuild(distDir, readTypeface)
  if (!build) throw new Error(`${distDir} has no build-manifest.json. Run \`npm ci && npm run build\` there.`)
  const [changed] = build.changed
  if (changed === undefined) return build.manifest
  throw new Error(
    `${build.changed.length} files of ${distDir} are not those that were built, such as ${changed}. Run \`npm ci && npm run build\` there.`,
  )
}
