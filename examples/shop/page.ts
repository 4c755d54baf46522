import { readFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'

const here = (path: string) => new URL(path, import.meta.url)

/** Path → file and type; nothing else is served. */
const FILES: ReadonlyMap<string, readonly [URL, string]> = new Map([
  ['/', [here('index.html'), 'text/html; charset=utf-8']],
  ['/style.css', [here('style.css'), 'text/css; charset=utf-8']],
  ['/lamp.svg', [here('lamp.svg'), 'image/svg+xml']],
  ['/icon.svg', [here('icon.svg'), 'image/svg+xml']],
  ['/dusd.svg', [here('dusd.svg'), 'image/svg+xml']],
  ['/favicon.ico', [here('favicon.ico'), 'image/x-icon']],
  ['/theme.js', [here('theme.js'), 'text/javascript; charset=utf-8']],
  ['/shop.js', [here('../../dist/shop/shop.js'), 'text/javascript; charset=utf-8']],
])

export interface ShopOptions {
  readonly walletOrigin: string
  readonly appId: string
  /** How an order is paid: on the demo chain, or by a signature where there is none. */
  readonly payment: 'chain' | 'signature'
}

/** Serves the shop's files. Its Content-Security-Policy names the wallet twice and the shop itself, and needs nothing more. */
export function shopPage({ walletOrigin, appId, payment }: ShopOptions): RequestListener {
  const headers = {
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'self' ${walletOrigin}`,
      `frame-src ${walletOrigin}`,
      "style-src 'self'",
      "img-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cache-control': 'no-cache',
    // The wallet shows the shop's icon and the coin's, in a frame that takes no other pictures from elsewhere.
    'cross-origin-resource-policy': 'cross-origin',
  }
  return async (request, response) => {
    const file = FILES.get(new URL(request.url ?? '/', 'http://shop').pathname)
    if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404, { ...headers, 'content-type': 'text/plain' }).end('Not found')
      return
    }
    const [url, type] = file
    try {
      const content = await readFile(url)
      const body = type.startsWith('text/html')
        ? content
            .toString()
            .replaceAll('{{wallet}}', walletOrigin)
            .replaceAll('{{app}}', appId)
            .replaceAll('{{payment}}', payment)
        : content
      response
        .writeHead(200, {
          ...headers,
          'content-type': type,
          // Clients ask for it by this name alone, and it hardly ever changes.
          ...(type === 'image/x-icon' && { 'cache-control': 'public, max-age=86400' }),
        })
        .end(request.method === 'HEAD' ? undefined : body)
    } catch {
      response
        .writeHead(500, { ...headers, 'content-type': 'text/plain' })
        .end(`${url.pathname} is missing. Run \`npm run build\` first.`)
    }
  }
}
