import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Customers } from './customers.ts'
import { Refusal } from './refusal.ts'
import type { Shop } from './shop.ts'

const COOKIE = 'halden_session'
const MAX_BODY = 10_000

interface Call {
  readonly body: Readonly<Record<string, unknown>>
  /** The page's origin: one of the shop's own. */
  readonly origin: string
  readonly token: string | undefined
  setCookie(value: string): void
}

export interface BackendOptions {
  readonly shop: Shop
  readonly customers: Customers
  /** Where the shop's own pages are. */
  readonly origins: readonly string[]
}

/** The shop's backend: what its page posts to `/api/…`. Answers JSON, refusals as `{code, error}`. */
export function shopBackend({ shop, customers, origins }: BackendOptions): RequestListener {
  const routes: Readonly<Record<string, (call: Call) => Promise<unknown>>> = {
    __proto__: null as never,
    '/api/session': async ({ body, origin, setCookie }) => {
      const { token, customer } = await customers.logIn(body.code, origin)
      setCookie(`${token}; Max-Age=86400`)
      return shop.greet(customer)
    },
    '/api/wallet': async ({ token }) => shop.greet(customers.find(token)),
    '/api/logout': async ({ token, setCookie }) => {
      customers.logOut(token)
      setCookie('; Max-Age=0')
      return {}
    },
    '/api/orders': async ({ token }) => shop.place(customers.find(token)),
    '/api/orders/pay': async ({ token, body }) => shop.settle(customers.find(token), body.number, body.proof),
  }
  return async (request, response) => {
    try {
      const route = routes[request.url ?? '']
      if (!route) throw new Refusal(404, 'not_found', 'Not found')
      const { origin = '' } = request.headers
      // Another site's page would act with the customer's cookie.
      if (request.method !== 'POST' || !origins.includes(origin))
        throw new Refusal(403, 'foreign_origin', 'Only the shop’s own page may ask this.')
      const setCookie = (value: string) =>
        response.setHeader('set-cookie', `${COOKIE}=${value}; Path=/api; HttpOnly; SameSite=Strict`)
      answer(
        response,
        200,
        await route({ body: await readBody(request), origin, token: readToken(request), setCookie }),
      )
    } catch (error) {
      if (!(error instanceof Refusal)) console.error(error)
      const { status, code, message } =
        error instanceof Refusal
          ? error
          : { status: 500, code: 'shop_failed', message: 'The shop made a mistake. Try again.' }
      answer(response, status, { code, error: message })
    }
  }
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .end(JSON.stringify(body))
}

const readToken = ({ headers }: IncomingMessage) =>
  new RegExp(`(?:^|; )${COOKIE}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1]

async function readBody(request: IncomingMessage): Promise<Call['body']> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += (chunk as Buffer).length
    if (length > MAX_BODY) throw new Refusal(413, 'too_long', 'That is too long.')
    chunks.push(chunk as Buffer)
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString() || '{}')
    if (typeof body === 'object' && body !== null) return body as Call['body']
  } catch {
    // Said below.
  }
  throw new Refusal(400, 'not_json', 'That is no JSON.')
}
