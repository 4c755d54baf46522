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

/**
 * Reads a build once, and again when another one has taken its place: its manifest is written last.
 * @param tellChanged of a build whose files are not those of its manifest
 * @returns see `FrameContext`
 */
export function createBuildReader(
  distDir: string,
  typefaceOf: Parameters<typeof readBuild>[1],
  tellChanged: (build: Build) => void,
): () => Promise<Build | null> {
  let known: { readonly version: string; readonly build: Promise<Build | null> } | undefined
  const read = async () => {
    const build = await readBuild(distDir, typefaceOf).catch(() => null)
    if (build && build.changed.length > 0) tellChanged(build)
    return build
  }
  return async () => {
    const stats = await stat(join(distDir, MANIFEST_FILE)).catch(() => null)
    if (!stats) return null
    const version = `${stats.mtimeMs}:${stats.size}`
    if (known?.version !== version) known = { version, build: read() }
    return known.build
  }
}
