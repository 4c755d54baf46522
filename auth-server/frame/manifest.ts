import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoginMethod } from '@vitrine/shared/login/registry.ts'

/** What the frame document names: paths below the wallet origin. */
export interface FrameFiles {
  readonly script: string
  readonly preload: readonly string[]
  readonly styles: readonly string[]
  /** What the script brings at once, and can do without. */
  readonly beside: { readonly scripts: readonly string[]; readonly styles: readonly string[] }
  /** What the script has fetched once it runs, and needs later: the screens. */
  readonly soon: { readonly scripts: readonly string[]; readonly styles: readonly string[] }
}

interface Chunk {
  readonly file: string
  readonly name?: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

/** Entries of the frame app: the frame itself, and the windows in which a part of a login, a recovery or an approval goes on. */
export type FrameEntry =
  | 'kernel/main.ts'
  | `login/${LoginMethod}/window/${'main' | 'callback'}.ts`
  | 'recovery/window/main.ts'
  | 'approval/window/main.tsx'
  | 'secrets/main.ts'

/** Chunks that an entry brings at once by itself: named in the document, so that no file waits for another to be read. */
const BROUGHT_AT_ONCE: Partial<Record<FrameEntry, readonly string[]>> = { 'kernel/main.ts': ['config'] }
/** Chunks that it brings at once too, and can do without: they hold nothing up. */
const BROUGHT_BESIDE: Partial<Record<FrameEntry, readonly string[]>> = { 'kernel/main.ts': ['waiting'] }
/** Chunks of a login screen. */
const BROUGHT_SOON: Partial<Record<FrameEntry, readonly string[]>> = { 'kernel/main.ts': ['screens', 'ways'] }

/** Windows are bundles of their own; see `vite.config.ts`. */
const manifestOf = (entry: FrameEntry): string => {
  if (entry === 'kernel/main.ts') return 'manifest.json'
  if (entry === 'secrets/main.ts') return 'secrets.json'
  return entry === 'approval/window/main.tsx' ? 'approval-window.json' : 'login-windows.json'
}

/** Reads Vite's manifest of the frame app. @throws Error with a sentence when it was not built. */
export async function readFrameFiles(
  distDir: string,
  entryName: FrameEntry = 'kernel/main.ts',
): Promise<FrameFiles> {
  const file = join(distDir, 'frame', '.vite', manifestOf(entryName))
  const manifest = await readManifest(file)
  const entry = manifest[entryName]
  if (!entry) throw new Error(`${file} has no entry ${entryName}. Run \`npm run build\`.`)
  const seen = new Set<string>([entryName])
  const visit = (chunk: Chunk): Chunk[] =>
    (chunk.imports ?? []).flatMap(key => {
      const imported = manifest[key]
      if (!imported || seen.has(key)) return []
      seen.add(key)
      return [imported, ...visit(imported)]
    })
  const imported = visit(entry)
  const named = (names: readonly string[] = []) => ({
    file: '',
    imports: Object.keys(manifest).filter(key => names.includes(manifest[key]?.name ?? '')),
  })
  const atOnce = visit(named(BROUGHT_AT_ONCE[entryName]))
  const beside = visit(named(BROUGHT_BESIDE[entryName]))
  const soon = visit(named(BROUGHT_SOON[entryName]))
  const scripts = (chunks: readonly Chunk[]) => chunks.map(chunk => `/${chunk.file}`)
  const styles = (chunks: readonly Chunk[]) =>
    chunks.flatMap(chunk => chunk.css ?? []).map(path => `/${path}`)
  return {
    script: `/${entry.file}`,
    preload: scripts([...imported, ...atOnce]),
    styles: styles([entry, ...imported]),
    beside: { scripts: scripts(beside), styles: styles(beside) },
    soon: { scripts: scripts(soon), styles: styles(soon) },
  }
}

/** The typeface that the frame loads, below the frame app's folder; `null` where it was built without. @throws as above */
export async function readTypeface(distDir: string): Promise<string | null> {
  const manifest = await readManifest(join(distDir, 'frame', '.vite', 'manifest.json'))
  const [, typeface] = Object.entries(manifest).find(([source]) => source.endsWith('.woff2')) ?? []
  return typeface?.file ?? null
}

async function readManifest(file: string): Promise<Record<string, Chunk | undefined>> {
  const text = await readFile(file, 'utf8').catch(cause => {
    throw new Error('The frame app is not built. Run `npm run build`.', { cause })
  })
  return JSON.parse(text)
}
