import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A call that a test holds back, for what happens meanwhile. */
export interface HeldCall {
  /** Settles when the call has come. */
  readonly arrived: Promise<void>
  /** Has the call go on. */
  release(): void
}

/** What a test does to a cloud's calls. */
export interface Interference {
  /** The next call comes to nothing: an answer of the vendor's own, or a connection that breaks (`cut`). */
  failNext(failure: CloudFailure): void
  holdNext(): HeldCall
}

/** `full`: the person's storage is. `busy`: too many calls. `broken`: the vendor's own fault. */
export type CloudFailure = 'full' | 'busy' | 'broken' | 'cut'

export interface CloudAnswer {
  readonly status: number
  /** Sent as JSON unless it is text. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A server on loopback, and what tests do to its calls. */
export interface CloudServer extends Interference {
  readonly origin: string
  stop(): Promise<void>
}

export type Answering = (request: IncomingMessage, url: URL) => Promise<CloudAnswer>

/**
 * @param isCall whether a request is one that tests interfere with; a preflight and a page are none
 * @param failed the vendor's own words for a failure
 */
export async function startCloudServer(
  answer: Answering,
  isCall: (url: URL) => boolean = () => false,
  failed: (failure: Exclude<CloudFailure, 'cut'>) => CloudAnswer = () => ({ status: 500 }),
): Promise<CloudServer> {
  const failures: CloudFailure[] = []
  const holds: { arrive(): void; readonly released: Promise<void> }[] = []
  const server = createServer((request, response) => {
    void handle(request, response).catch(() => response.headersSent || response.writeHead(500).end())
  })
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', origin)
    const cors = corsHeaders(request)
    if (request.method === 'OPTIONS') return send(response, { status: 200, headers: cors })
    if (!isCall(url)) return send(response, await answer(request, url))
    const hold = holds.shift()
    hold?.arrive()
    await hold?.released
    const failure = failures.shift()
    if (failure === 'cut') return request.socket.destroy()
    const made = failure ? failed(failure) : await answer(request, url)
    send(response, { ...made, headers: { ...cors, ...made.headers } })
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    failNext: failure => void failures.push(failure),
    holdNext() {
      const [arrived, arrive] = settled()
      const [released, release] = settled()
      holds.push({ arrive, released })
      return { arrived, release }
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function settled(): readonly [Promise<void>, () => void] {
  let settle = () => {}
  const promise = new Promise<void>(resolve => {
    settle = resolve
  })
  return [promise, () => settle()]
}

/** Both vendors let any page ask, and name what it may read; neither takes cookies. */
function corsHeaders({ headers, method }: IncomingMessage): Record<string, string> {
  const { origin } = headers
  if (origin === undefined) return {}
  const asked = headers['access-control-request-headers']
  return {
    'access-control-allow-origin': origin,
    vary: 'origin',
    'access-control-expose-headers': 'X-Apple-Request-UUID,X-Apple-CloudKit-Web-Auth-Token,Content-Length',
    ...(method === 'OPTIONS' && {
      'access-control-allow-methods': 'DELETE,GET,HEAD,OPTIONS,PATCH,POST,PUT',
      ...(asked !== undefined && { 'access-control-allow-headers': asked }),
    }),
  }
}

function send(response: ServerResponse, { status, body, headers }: CloudAnswer): void {
  const isText = typeof body === 'string' || Buffer.isBuffer(body)
  response.writeHead(status, {
    'cache-control': 'no-store',
    ...(body !== undefined && {
      'content-type': isText ? 'text/html; charset=utf-8' : 'application/json; charset=UTF-8',
    }),
    ...headers,
  })
  response.end(body === undefined || isText ? body : JSON.stringify(body))
}

/** A vendor's page on which a person says who they are, or no. `kept`: what the form brings along. */
export function personPage(title: string, kept: Readonly<Record<string, string>>): CloudAnswer {
  const escaped = (text: string) => text.replace(/[&<"]/g, it => `&#${it.charCodeAt(0)};`)
  const hidden = Object.entries(kept).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  )
  return {
    status: 200,
    body:
      `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1><form method="post">${hidden.join('')}` +
      '<input name="account" aria-label="Account"><button>Allow</button>' +
      '<button name="no" value="1">Cancel</button></form>',
    // As both vendors' pages: who opened them is cut off, and no page frames them.
    headers: { 'cross-origin-opener-policy': 'same-origin', 'x-frame-options': 'DENY' },
  }
}
