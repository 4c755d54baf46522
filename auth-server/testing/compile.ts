import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/**
 * Makes one ES module of a test's own program and its libraries, as the server is built: it can then run as a user who reads
 * nothing else, and starts at once.
 */
export async function compile(entry: URL, outfile: string): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(entry)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    external: ['pg-native'],
    logLevel: 'error',
  })
}
