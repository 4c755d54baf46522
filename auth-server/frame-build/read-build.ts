import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type BuildManifest, buildHash, MANIFEST_FILE, parseManifest, sha256 } from './manifest.ts'
import { servedFiles } from './served-files.ts'

/** A build as it lies in a folder. */
export interface Build {
  readonly manifest: BuildManifest
  /** `buildHash` of it. */
  readonly hash: string
  /** Paths whose bytes are not those that were built: changed, missing, or beside them. */
  readonly changed: readonly string[]
}

/**
 * Reads a build and holds its files against its manifest.
 * @param typefaceOf the name of the frame's typeface (`frame/manifest.ts`)
 * @returns `null`: there is no manifest. @throws Error with a sentence for one that cannot be read
 */
export async function readBuild(
  distDir: string,
  typefaceOf: (distDir: string) => Promise<string | null>,
): Promise<Build | null> {
  const text = await readFile(join(distDir, MANIFEST_FILE), 'utf8').catch(() => null)
  if (text === null) return null
  const manifest = parseManifest(text)
  const there = await servedFiles(distDir, await typefaceOf(distDir))
  const differs = await Promise.all(
    Object.entries(manifest.files).map(async ([path, file]) => {
      const name = there.get(path)
      const bytes = name === undefined ? null : await readFile(join(distDir, name)).catch(() => null)
      return bytes && sha256(bytes) === file.sha256 ? [] : [path]
    }),
  )
  const more = [...there.keys()].filter(path => !Object.hasOwn(manifest.files, path))
  return { manifest, hash: buildHash(manifest), changed: [...differs.flat(), ...more] }
}

/** For so long what was seen of the files holds, in ms: no frame's document waits for hundreds of them. */
const SEEN_MS = 1000

/**
 * Reads a build once, and again when a file of it is another one: a file that somebody changes on a running server is noticed within a second.
 * @param tellChanged of a build whose files are not those of its manifest, once until they are again
 * @returns see `FrameContext`
 */
export function createBuildReader(
  distDir: string,
  typefaceOf: Parameters<typeof readBuild>[1],
  tellChanged: (build: Build) => void,
): () => Promise<Build | null> {
  let known: { readonly version: string | null; readonly build: Promise<Build | null> } | undefined
  let seen: { readonly at: number; readonly version: Promise<string | null> } | undefined
  let isTold = false
  const read = async () => {
    const build = await readBuild(distDir, typefaceOf).catch(() => null)
    const isChanged = (build?.changed.length ?? 0) > 0
    if (build && isChanged && !isTold) tellChanged(build)
    isTold = isChanged
    return build
  }
  return async () => {
    if (!seen || Date.now() - seen.at >= SEEN_MS)
      seen = { at: Date.now(), version: versionOf(distDir, typefaceOf).catch(() => null) }
    const version = await seen.version
    if (version === null) return null
    if (known?.version !== version) known = { version, build: read() }
    return known.build
  }
}

/** Another text as soon as a file is written, added or taken away. @throws Error where there is no manifest */
async function versionOf(distDir: string, typefaceOf: Parameters<typeof readBuild>[1]): Promise<string> {
  const names = [...(await servedFiles(distDir, await typefaceOf(distDir))).values()]
  const looks = names.map(async name => {
    const stats = await stat(join(distDir, name)).catch(() => null)
    return `${name}:${stats?.mtimeMs}:${stats?.ctimeMs}:${stats?.size}`
  })
  const manifest = await stat(join(distDir, MANIFEST_FILE))
  return [`${manifest.mtimeMs}:${manifest.size}`, ...(await Promise.all(looks))].join('\n')
}
