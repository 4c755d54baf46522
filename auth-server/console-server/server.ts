import { join } from 'node:path'
import { Hono, type Context as RequestContext } from 'hono'
import { apiError } from '../errors/api-error.ts'
import { readIcon } from '../frame/site-files.ts'
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
  "frame-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/**
 * The preview of the dialog that stands in the page: of no origin, so that what the wallet's screens do there reaches nothing of the
 * console, and without a network. A config names pictures of other hosts; they are all that it loads of others.
 */
const PREVIEW_POLICY = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: https:",
  "connect-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')
/** A document of no origin is another origin to its own server. */
const TO_NO_ORIGIN = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' }

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
  // Pictures in the preview come without what their hosts would have to say, and so without the operator's cookies there.
  'Cross-Origin-Embedder-Policy': 'credentialless',
  'Permissions-Policy': PERMISSIONS,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
}

/** `own`: headers of an answer in the place of the usual ones. */
interface Env {
  readonly Variables: { own?: Readonly<Record<string, string>> }
}

/** The built console (`dist/console`): one document for all of its addresses, the preview in it, and the files that they name. */
export function createConsoleServer({ distDir }: Pick<Settings, 'distDir'>, origin: string): Hono<Env> {
  const files = createFileStore()
  const folder = join(distDir, 'console')
  const server = new Hono<Env>({ strict: false })
  server.onError((error, c) => errorResponse(error, c))
  server.use(async (c, next) => {
    await next()
    for (const [name, value] of Object.entries({ ...HEADERS, ...c.get('own') }))
      c.res.headers.set(name, value)
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store')
    if (origin.startsWith('https:')) c.res.headers.set('Strict-Transport-Security', 'max-age=63072000')
  })
  const asset = async (c: RequestContext<Env>, within: string) => {
    const name = c.req.param('name') ?? ''
    const file = ASSET_NAME.test(name) ? await files.read(join(folder, within, name)) : null
    if (!file) throw apiError('not_found', 'There is no such file. Reload the page.')
    return sendFile(c, file, { 'Cache-Control': IMMUTABLE })
  }
  const page = async (c: RequestContext<Env>, name: string) => {
    const file = await files.read(join(folder, name))
    if (!file) throw apiError('not_found', 'The console is not built. Run `npm run build`.')
    return c.body(new Uint8Array(file.identity), 200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
    })
  }
  server.get('/assets/:name', c => asset(c, 'assets'))
  server.get('/assets/preview/:name', c => {
    c.set('own', TO_NO_ORIGIN)
    return asset(c, 'assets/preview')
  })
  server.get('/licenses.txt', async c => {
    const file = await files.read(join(folder, 'licenses.txt'))
    if (!file) throw apiError('not_found', 'The notices are not built. Run `npm run build`.')
    return sendFile(c, file, { 'Cache-Control': 'public, max-age=86400' })
  })
  server.get('/favicon.ico', async c =>
    sendFile(c, await readIcon(files, { distDir }), { 'Cache-Control': 'public, max-age=86400' }),
  )
  server.get('/preview', c => {
    c.set('own', { 'Content-Security-Policy': PREVIEW_POLICY })
    return page(c, 'preview.html')
  })
  // Its addresses are the page's own to read.
  server.get('*', c => {
    if (/\.|^\/(api|assets|health|dev)(\/|$)/.test(c.req.path)) throw apiError('not_found', NOTHING_HERE)
    return page(c, 'index.html')
  })
  server.notFound(c => errorResponse(apiError('not_found', NOTHING_HERE), c))
  return server
}
