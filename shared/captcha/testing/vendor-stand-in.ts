import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HCAPTCHA_SCRIPT, TURNSTILE_SCRIPT, widgetDocument } from './vendor-scripts.ts'

/** A site key with its secret, as an operator gets them from the vendor. */
export interface VendorSite {
  readonly siteKey: string
  readonly secret: string
}

/** What the widget does with a person: lets them pass, asks them first, turns them away, or nothing at all. */
export type WidgetBehaviour = 'pass' | 'ask' | 'fail' | 'nothing'
/** What `siteverify` answers instead of JSON. */
type Breakage = 'html' | 'silence' | 'redirect'

/** Turnstile and hCaptcha on loopback: makes tokens, and checks of `siteverify` what the vendors check. */
export interface VendorStandIn {
  readonly url: string
  /** A person passed the widget of `siteKey` on a page of `hostname`. */
  pass(siteKey: string, hostname: string): string
  behave(behaviour: WidgetBehaviour): void
  breakWith(breakage: Breakage | null): void
  /** Every form that `siteverify` was posted, oldest first. */
  readonly asked: readonly URLSearchParams[]
  stop(): Promise<void>
}

export async function startVendor(site: VendorSite): Promise<VendorStandIn> {
  const tokens = new Map<string, { readonly siteKey: string; readonly hostname: string }>()
  const asked: URLSearchParams[] = []
  let breakage: Breakage | null = null
  let behaviour: WidgetBehaviour = 'pass'

  const pass = (siteKey: string, hostname: string) => {
    const token = `token-${crypto.randomUUID()}`
    tokens.set(token, { siteKey, hostname })
    return token
  }

  const judge = (form: URLSearchParams) => {
    const refuse = (...codes: string[]) => ({ success: false, 'error-codes': codes })
    if (!form.get('secret')) return refuse('missing-input-secret')
    if (form.get('secret') !== site.secret) return refuse('invalid-input-secret')
    const siteKey = form.get('sitekey')
    if (siteKey !== null && siteKey !== site.siteKey) return refuse('sitekey-secret-mismatch')
    const response = form.get('response')
    if (!response) return refuse('missing-input-response')
    const made = tokens.get(response)
    tokens.delete(response)
    if (!made) return refuse('invalid-input-response', 'timeout-or-duplicate')
    if (made.siteKey !== site.siteKey) return refuse('invalid-input-response')
    return { success: true, hostname: made.hostname, 'error-codes': [] }
  }

  const siteverify = async (request: IncomingMessage, response: ServerResponse) => {
    if (breakage === 'silence') return
    if (breakage === 'redirect') return response.writeHead(307, { location: '/elsewhere' }).end()
    if (breakage === 'html') return response.writeHead(502).end('<h1>Bad gateway</h1>')
    const form = new URLSearchParams(await readText(request))
    asked.push(form)
    return response.end(JSON.stringify(judge(form)))
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://vendor.example')
    // As the vendors' own answers: they stand in pages with any embedder policy.
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('cross-origin-resource-policy', 'cross-origin')
    response.setHeader('cross-origin-embedder-policy', 'require-corp')
    const send = (type: string, body: string) => response.setHeader('content-type', type).end(body)
    switch (`${request.method} ${pathname}`) {
      case 'POST /siteverify':
      case 'POST /turnstile/v0/siteverify':
        return void siteverify(request, response)
      case 'POST /elsewhere':
        return response.end(JSON.stringify({ success: true, hostname: 'localhost' }))
      case 'GET /turnstile/v0/api.js':
        return send('text/javascript', TURNSTILE_SCRIPT)
      case 'GET /1/api.js':
        return send('text/javascript', HCAPTCHA_SCRIPT)
      case 'GET /widget':
        return send('text/html', widgetDocument(behaviour))
      case 'GET /pass':
        return send('text/plain', pass(searchParams.get('sitekey') ?? '', searchParams.get('hostname') ?? ''))
      default:
        return response.writeHead(404).end()
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pass,
    behave(next) {
      behaviour = next
    },
    breakWith(next) {
      breakage = next
    },
    asked,
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
