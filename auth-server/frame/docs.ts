import { join } from 'node:path'
import type { Hono, Context as RequestContext } from 'hono'
import { pagePolicy, renderPage, sourceOf } from '../html/page.ts'
import type { FrameContext } from './context.ts'
import { createFileStore, type FileStore, sendFile } from './static-file.ts'

export const DOCS_PATH = '/docs'

/** Names the style that Redoc's bundle writes into the page. `e2e/docs.spec.ts` fails when a release changes that style. */
const REDOC_STYLE = "'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc='"
/** The style that the site's library puts into a page while its theme changes. */
const STILL =
  '*,*::before,*::after{-webkit-transition:none!important;-moz-transition:none!important;-o-transition:none!important;-ms-transition:none!important;transition:none!important}'

/** Names of the build's output: no `..` and no hidden file. */
const FILE_NAME = /^(?:[@\w-][@\w.+-]*\/)*[@\w-][@\w.+-]*$/
/** Written when a build is whole (`scripts/setup/build-docs.mjs`). */
const STAMP = '.sources'

/**
 * `GET /docs/*`: the documentation as it is built, of a development server alone: its scripts are a library's, and on this origin a
 * person's session is kept. Until it is built a page says so, and loads itself again.
 */
export function mountDocs(server: Hono, { settings }: FrameContext): void {
  if (!settings.development) return
  const files = createFileStore()
  const folder = join(settings.distDir, 'docs')

  const serve = async (c: RequestContext, path: string) => {
    if (!(await files.read(join(folder, STAMP)))) return beingBuilt(c, settings.origin)
    // A folder comes with its slash or without it: the router makes no difference.
    const name = /\.\w+$/.test(path) ? path : join(path, 'index.html')
    const found = FILE_NAME.test(name) ? await files.read(join(folder, name)) : null
    if (found) return sendFile(c, found, await headersOf(files, folder, name))
    const missing = await files.read(join(folder, '404.html'))
    if (!missing) return c.notFound()
    return c.body(new Uint8Array(missing.identity), 404, {
      ...(await headersOf(files, folder, '404.html')),
      'Content-Type': missing.type,
    })
  }

  server.get(DOCS_PATH, c => serve(c, ''))
  server.get(`${DOCS_PATH}/:path{.+}`, c => serve(c, c.req.param('path')))
}

/** A page's own scripts are named by their hashes. Its examples are coloured by attributes, which no policy names one by one. */
async function headersOf(files: FileStore, folder: string, name: string): Promise<Record<string, string>> {
  if (!name.endsWith('.html')) return { 'Cache-Control': 'no-cache' }
  const page = await files.read(join(folder, name))
  const sources = scriptsIn(page?.identity.toString() ?? '').map(sourceOf)
  return {
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': [
      "default-src 'none'",
      `script-src ${["'self'", ...new Set(sources)].join(' ')}`,
      // Redoc makes an empty style element, and writes its rules by CSSOM.
      `style-src 'self' ${sourceOf('')} ${REDOC_STYLE} ${sourceOf(STILL)}`,
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  }
}

function beingBuilt(c: RequestContext, origin: string): Response | Promise<Response> {
  const page = renderPage({
    title: 'Documentation',
    body: '<h1>The documentation is being built</h1><p>This page loads itself again in a moment.</p>',
    language: 'en',
    origin,
  })
  return c.html(page, 503, {
    'Content-Security-Policy': pagePolicy(),
    'Cache-Control': 'no-store',
    Refresh: '3',
    'Retry-After': '3',
  })
}

/** The texts of a page's own scripts. */
const scriptsIn = (html: string): readonly string[] =>
  html
    .split('<script')
    .slice(1)
    .flatMap(part => {
      const start = part.indexOf('>') + 1
      const end = part.indexOf('</script>', start)
      const isOwn = start > 0 && end >= 0 && !/\ssrc=/.test(part.slice(0, start))
      return isOwn ? [part.slice(start, end)] : []
    })
