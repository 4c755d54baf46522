import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The part of esbuild's interface that is used here. */
interface Esbuild {
  buildSync(options: {
    entryPoints: Record<string, string>
    bundle: true
    write: false
    outdir: string
    platform: 'node'
    format: 'esm'
    target: string
    outExtension: { '.js': '.mjs' }
    banner: { js: string }
    external: string[]
    logLevel: 'silent'
  }): { outputFiles: readonly { readonly path: string; readonly contents: Uint8Array }[] }
  stop(): Promise<void>
}

/** Libraries that are CommonJS ask for Node's own modules by it. */
const BANNER =
  "import { createRequire as vitrineRequire } from 'node:module'; const require = vitrineRequire(import.meta.url);"

/**
 * The code of processes and their libraries as one ES module each. Such a process needs no loader: it opens no other file of
 * the code, starts no compiler, and can go on as a user who reads neither.
 * @param entries the main module of each, as a URL
 */
export async function bundleProcesses<Name extends string>(
  entries: Readonly<Record<Name, URL>>,
): Promise<Readonly<Record<Name, Uint8Array>>> {
  const require = createRequire(import.meta.url)
  // The compiler that tsx brings, in the version that tsx is tested with.
  const { buildSync, stop }: Esbuild = createRequire(require.resolve('tsx'))('esbuild')
  const { outputFiles } = buildSync({
    entryPoints: Object.fromEntries(
      Object.entries<URL>(entries).map(([name, url]) => [name, fileURLToPath(url)]),
    ),
    bundle: true,
    write: false,
    outdir: '/',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outExtension: { '.js': '.mjs' },
    banner: { js: BANNER },
    // The driver's other half, which is not installed and asked for by whoever wants it.
    external: ['pg-native'],
    logLevel: 'silent',
  })
  // Ends the compiler's own process, which would stay for as long as this one.
  await stop()
  const made = outputFiles.map(({ path, contents }) => [basename(path, '.mjs'), contents] as const)
  return Object.fromEntries(made) as Record<Name, Uint8Array>
}
