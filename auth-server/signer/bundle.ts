import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** The part of esbuild's interface that is used here. */
interface Esbuild {
  buildSync(options: {
    entryPoints: string[]
    bundle: true
    write: false
    platform: 'node'
    format: 'esm'
    target: string
    logLevel: 'silent'
  }): { outputFiles: readonly { readonly contents: Uint8Array }[] }
  stop(): Promise<void>
}

/**
 * The signer's code and its libraries as one ES module. The signer process then needs no loader: it opens no other file,
 * starts no compiler, and can be forbidden to.
 */
export async function bundleSigner(): Promise<Uint8Array> {
  const require = createRequire(import.meta.url)
  // The compiler that tsx brings, in the version that tsx is tested with.
  const { buildSync, stop }: Esbuild = createRequire(require.resolve('tsx'))('esbuild')
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL('./process/main.ts', import.meta.url))],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
  })
  // Ends the compiler's own process, which would stay for as long as this one.
  await stop()
  const [module] = outputFiles
  if (!module) throw new Error('The signer could not be compiled.')
  return module.contents
}
