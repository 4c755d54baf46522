import { join } from 'node:path'
import { Hono } from 'hono'
import type { Context } from '../context.ts'
import { apiError } from '../errors/api-error.ts'
import { createFileStore, sendFile } from './static-file.ts'

/** Names of Vite's output, which may be a base64url hash alone: no `..`, no hidden file, one optional folder. */
const ASSET_NAME = /^(worker\/)?[\w-][\w.-]*$/

/**
 * The vault worker's own policy: a browser enforces that the code which holds keys can reach no network. WebAssembly is
 * for Argon2id, which stretches recovery passcodes; text still never becomes code.
 */
const WORKER_CSP = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"

/** `/assets/*` of the frame, and the host script with its integrity value. */
export function fileRoutes({ settings }: Context): Hono {
  const routes = new Hono()
  const files = createFileStore()

  routes.get('/assets/:name{.+}', async c => {
    const name = c.req.param('name')
    const file = ASSET_NAME.test(name)
      ? await files.read(join(settings.distDir, 'frame', 'assets', name))
      : null
    if (!file) throw apiError('not_found', 'There is no such file. Reload the page.')
    return sendFile(c, file, {
      // The name holds the content's hash.
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
      ...(name.startsWith('worker/') ? { 'Content-Security-Policy': WORKER_CSP } : {}),
    })
  })

  for (const name of ['vitrine.js', 'vitrine.mjs', 'vitrine-solana.js'] as const) {
    const path = join(settings.distDir, 'host', name)
    routes.get(`/${name}`, async c => {
      const file = await files.read(path)
      if (!file) throw apiError('not_found', 'The host script is not built. Run `npm run build`.')
      return sendFile(c, file, {
        'Cache-Control': 'public, max-age=300',
        // For `crossorigin` script tags, which `integrity` needs.
        'Access-Control-Allow-Origin': '*',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      })
    })
    routes.get(`/${name}.integrity`, async c => {
      const file = await files.read(path)
      if (!file) throw apiError('not_found', 'The host script is not built. Run `npm run build`.')
      c.header('Access-Control-Allow-Origin', '*')
      return c.text(file.integrity)
    })
  }

  return routes
}
