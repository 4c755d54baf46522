import { join } from 'node:path'
import type { Hono } from 'hono'
import { apiError } from '../errors/api-error.ts'
import { TYPEFACE_PATH } from '../html/style.ts'
import type { FrameContext } from './context.ts'
import { readTypeface } from './manifest.ts'
import { brotliQuality, createFileStore, sendFile } from './static-file.ts'

/** Names of Vite's output, which may be a base64url hash alone: no `..`, no hidden file, one optional folder. */
const ASSET_NAME = /^((?:worker|secrets)\/)?[\w-][\w.-]*$/

/**
 * The vault worker's own policy: a browser enforces that the code which holds keys can reach no network. WebAssembly is
 * for Argon2id, which stretches recovery passcodes; text still never becomes code.
 */
export const WORKER_CSP = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"

/** The name holds the content's hash. */
const IMMUTABLE = { 'Cache-Control': 'public, max-age=31536000, immutable' }
/** For `crossorigin` script tags, which `integrity` needs. */
const FOR_EVERY_SITE = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

const HOST_SCRIPTS = ['vitrine.js', 'vitrine.mjs'] as const

/** `/assets/*` of the frame, and the host script with its parts and its integrity value. */
export function mountFiles(server: Hono, { settings }: FrameContext): void {
  const files = createFileStore(brotliQuality(settings))
  const readHostFile = async (name: string) => {
    const file = await files.read(join(settings.distDir, 'host', name))
    if (!file) throw apiError('not_found', 'The host script is not built. Run `npm run build`.')
    return file
  }

  server.get('/assets/:name{.+}', async c => {
    const name = c.req.param('name')
    const file = ASSET_NAME.test(name)
      ? await files.read(join(settings.distDir, 'frame', 'assets', name))
      : null
    if (!file) throw apiError('not_found', 'There is no such file. Reload the page.')
    return sendFile(c, file, {
      ...IMMUTABLE,
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
      ...(name.startsWith('worker/') ? { 'Content-Security-Policy': WORKER_CSP } : {}),
      // The document of these is of no origin: for it, modules and typefaces are another's.
      ...(name.startsWith('secrets/') ? { 'Access-Control-Allow-Origin': '*' } : {}),
    })
  })

  // Under a name that stays: the style of the server's pages has one hash.
  server.get(TYPEFACE_PATH, async c => {
    const path = await readTypeface(settings.distDir)
    const file = path && (await files.read(join(settings.distDir, 'frame', path)))
    if (!file) throw apiError('not_found', 'There is no such file. Reload the page.')
    return sendFile(c, file, { 'Cache-Control': 'public, max-age=86400' })
  })

  // Licences ask for these notices beside the code that they are of.
  server.get('/licenses.txt', async c => {
    const file = await files.read(join(settings.distDir, 'frame', 'licenses.txt'))
    if (!file) throw apiError('not_found', 'The notices are not built. Run `npm run build`.')
    return sendFile(c, file, { 'Cache-Control': 'public, max-age=86400' })
  })

  for (const name of HOST_SCRIPTS) {
    server.get(`/${name}`, async c =>
      sendFile(c, await readHostFile(name), {
        ...FOR_EVERY_SITE,
        // Asked for anew on each page: what it loads later is named by hash, and gone with the next build.
        'Cache-Control': 'public, no-cache',
      }),
    )
    server.get(`/${name}.integrity`, async c => {
      c.header('Access-Control-Allow-Origin', '*')
      return c.text((await readHostFile(name)).integrity)
    })
  }

  // What `vitrine.js` and its parts load later.
  server.get('/:name{vitrine-(?:greeting|later|wallets)-[\\w-]+\\.js}', async c =>
    sendFile(c, await readHostFile(c.req.param('name')), { ...FOR_EVERY_SITE, ...IMMUTABLE }),
  )
}
