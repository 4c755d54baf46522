import { join } from 'node:path'
import { Hono } from 'hono'
import { apiError } from '../errors/api-error.ts'
import { createFileStore, sendFile } from '../frame/static-file.ts'
import { errorResponse, NOTHING_HERE } from '../http/error-response.ts'
import type { Settings } from '../settings.ts'

/** Names of Vite's output: no `..`, no hidden file, no folder. */
const ASSET_NAME = /^[\w-][\w.-]*$/
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Nothing but its own origin, no text that becomes code, and nobody embeds it: whoever has a click here rules an app. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const PERMISSIONS = [
  ...['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'serial', 'usb'].map(
    feature => `${feature}=()`,
  ),
  'publickey-credentials-get=(self)',
  'publickey-credentials-create=(self)',
].join(', ')

const HEADERS = {
  'Content-Security-Policy': POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Permissions-Policy': PERMISSIONS,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
}

/** The built console (`dist/console`): one document for all of its addresses, and the files that it names. */
export function createConsoleServer({ distDir }: Pick<Settings, 'distDir'>, origin: string): Hono {
  const files = createFileStore()
  const folder = join(distDir, 'console')
  const server = new Hono({ strict: false })
  server.onError((error, c) => errorResponse(error, c))
  server.use(async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(HEADERS)) c.res.headers.set(name, value)
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store')
    if (origin.startsWith('https:')) c.res.headers.set('Strict-Transport-Security', 'max-age=63072000')
  })
  server.get('/assets/:name', async c => {
    const name = c.req.param('name')
    const file = ASSET_NAME.test(name) ? await files.read(join(folder, 'assets', name)) : null
    if (!file) throw apiError('not_found', 'There is no such file. Reload the page.')
    return sendFile(c, file, { 'Cache-Control': IMMUTABLE })
  })
  // Its addresses are the page's own to read.
  server.get('*', async c => {
    if (/\.|^\/(api|assets|health|dev)(\/|$)/.test(c.req.path)) throw apiError('not_found', NOTHING_HERE)
    const page = await files.read(join(folder, 'index.html'))
    if (!page) throw apiError('not_found', 'The console is not built. Run `npm run build`.')
    return c.body(new Uint8Array(page.identity), 200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
    })
  })
  server.notFound(c => errorResponse(apiError('not_found', NOTHING_HERE), c))
  return server
}
